import Base
import FakeCards
import KMS
import TestSupport
import Testing

@Suite struct ModeTests {
  @Test func blob_isTheKernelsStructure() {
    let mode = Mode(width: 0x0102, height: 0x0304)
    mode.clock = 0x0A0B_0C0D
    mode.type = 8
    mode.name = "x"
    let blob = mode.blob
    #expect(blob.count == 68)
    #expect(Array(blob[..<6]) == [0x0D, 0x0C, 0x0B, 0x0A, 0x02, 0x01])
    #expect(Array(blob[14..<16]) == [0x04, 0x03])
    #expect(Array(blob[32..<38]) == [8, 0, 0, 0, 0x78, 0])
  }

  @Test func blob_ofAnOverlongName_keepsItsLength() {
    let mode = Mode(width: 1, height: 1)
    mode.name = ByteString([UInt8](repeating: 0x41, count: 100))
    #expect(mode.blob.count == 68)
    #expect(mode.blob.last == 0)
  }

  /// The mode of a CRTC is the one of a list, though name and type differ.
  @Test func equality_isThatOfTimings() {
    let (one, other) = (FakeHardware.mode(640, 480), FakeHardware.mode(640, 480, type: 8))
    (other.name, other.vrefresh) = ("other", 59)
    #expect(one == other)
    other.hsyncStart += 1
    #expect(one != other)
  }

  /// Flags, vscan, nanoseconds: 1000 × 1000 pixels at 60 MHz, unless the flags say otherwise.
  @Test(
    arguments: [
      (0, 0, 16_666_666), (0x10, 0, 8_333_333), (0x20, 0, 33_333_333), (0, 2, 33_333_333),
    ] as [(UInt32, UInt16, Int64)])
  func refreshPeriod_followsTheTiming(flags: UInt32, vscan: UInt16, nanoseconds: Int64) {
    let mode = FakeHardware.mode(640, 480)
    (mode.flags, mode.vscan) = (flags, vscan)
    #expect(mode.refreshPeriod == .nanoseconds(nanoseconds))
  }

  @Test(arguments: [0, 1, .max] as [UInt32])
  func refreshPeriod_beyondBelief_isASixtieth(clock: UInt32) {
    let mode = FakeHardware.mode(640, 480)
    mode.clock = clock
    #expect(mode.refreshPeriod == .nanoseconds(16_666_667))
  }
}
