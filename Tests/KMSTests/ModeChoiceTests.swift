import Base
import FakeCards
import Pixels
import TestSupport
import Testing

@testable import KMS

/// The mode of a display, and the next ones where the driver refuses it.
@Suite struct ModeChoiceTests {
  /// A mode in words: "1920x1080", "1920x1080i", with a rate and a clock in MHz.
  struct Row: Sendable {
    let (width, height, rate, clock): (UInt16, UInt16, UInt32, Double)
    let (isInterlaced, type): (Bool, UInt32)
    init(
      _ width: UInt16, _ height: UInt16, _ rate: UInt32 = 60, _ clock: Double = 0,
      interlaced: Bool = false, type: UInt32 = 0
    ) {
      (self.width, self.height, self.rate, self.clock) = (width, height, rate, clock)
      (isInterlaced, self.type) = (interlaced, type)
    }
    var mode: Mode {
      let mode = FakeHardware.mode(width, height, type: type)
      (mode.vrefresh, mode.flags) = (rate, isInterlaced ? 0x10 : 0)
      mode.clock = UInt32(clock == 0 ? Double(width) * Double(height) / 1_000 : clock * 1_000)
      return mode
    }
  }

  static func words(_ rows: [Row], edid: [UInt8]? = nil) throws -> [String] {
    let card = FakeHardware.oneDisplay()
    card.sockets[0].connector.modes = rows.map { $0.mode }
    var hardware = card
    hardware.sockets[0].edid = edid
    let connector = try DeviceSnapshot(of: FakeKMS(hardware)).connectors[0]
    return connector.candidates.map { $0.summary.description }
  }

  /// An EDID whose first detailed timing has a size.
  static func edid(_ width: Int, _ height: Int, interlaced: Bool = false) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 128)
    let rows = interlaced ? height / 2 : height
    (bytes[54], bytes[55]) = (1, 58)
    (bytes[56], bytes[58]) = (UInt8(width % 256), UInt8(width / 256 * 16))
    (bytes[59], bytes[61]) = (UInt8(rows % 256), UInt8(rows / 256 * 16))
    bytes[71] = interlaced ? 0x80 : 0
    return bytes
  }

  /// Some televisions, whose panel has 1920×1080 pixels.
  @Test func interlacedPreferredMode_comesAfterTheProgressiveOfItsSize() throws {
    let preferred = Row(1_920, 1_080, 30, interlaced: true, type: 8)
    #expect(
      try Self.words([preferred, Row(1_920, 1_200), Row(1_920, 1_080), Row(1_280, 720)]) == [
        "1920x1080@60", "1920x1080i@30 preferred", "1280x720@60",
      ])
    #expect(
      try Self.words([preferred, Row(1_920, 1_200), Row(1_280, 720)]) == [
        "1920x1080i@30 preferred", "1280x720@60",
      ])
  }

  /// The driver left the preferred mode out of the list: it has no interlaced modes.
  @Test(arguments: [true, false]) func panel_isKnownByItsEDID(interlaced: Bool) throws {
    let edid = Self.edid(1_920, 1_080, interlaced: interlaced)
    let others = [Row(1_920, 1_200), Row(1_600, 1_200), Row(1_280, 720), Row(640, 480)]
    #expect(try Self.words(others, edid: edid) == ["1280x720@60", "640x480@60"])
    #expect(
      try Self.words(others + [Row(1_920, 1_080)], edid: edid).first == "1920x1080@60")
    // A size that no mode has, or no EDID at all.
    #expect(try Self.words(others, edid: Self.edid(320, 200)).first == "1920x1200@60")
    for junk in [[], [UInt8](repeating: 0xFF, count: 71), [UInt8](repeating: 0, count: 256)] {
      #expect(try Self.words(others, edid: junk).first == "1920x1200@60")
    }
  }

  @Test func modes_aboveThePanels_areNotTried() throws {
    let words = try Self.words([
      Row(3_840, 2_160, 30), Row(1_280, 720, type: 8), Row(1_024, 768), Row(1_920, 1_080),
      Row(800, 600),
    ])
    #expect(words == ["1280x720@60 preferred", "800x600@60"])
  }

  /// Reduced blanking needs a quarter less of the link. A rate that needs as much is left out.
  @Test func reducedBlanking_comesNext() throws {
    let words = try Self.words([
      Row(2_560, 1_600, 60, 348.5, type: 8), Row(2_560, 1_600, 144, 700),
      Row(2_560, 1_600, 60, 268.5), Row(2_560, 1_600, 50, 340), Row(2_560, 1_600, 30, 130),
      Row(1_920, 1_200, 60, 193.25), Row(1_920, 1_200, 60, 154), Row(1_920, 1_200, 50, 150),
    ])
    #expect(
      words == [
        "2560x1600@60 preferred", "2560x1600@60", "2560x1600@30", "1920x1200@60",
      ])
  }

  @Test func modesOfImpossibleSizes_areNone() throws {
    let modes = [Row(65_535, 65_535, type: 8), Row(16_385, 8), Row(8, 16_385), Row(640, 480)]
    #expect(try Self.words(modes) == ["640x480@60"])
    #expect(
      try Self.words([Row(16_384, 16_384, 60, 1, type: 8)]) == ["16384x16384@60 preferred"])
  }

  /// A mode of the user's that is refused is followed by those of the panel.
  @Test func usersMode_comesFirst() throws {
    let words = try Self.words([
      Row(1_280, 720, type: 8), Row(1_920, 1_080, type: 0x20), Row(640, 480),
    ])
    #expect(
      words == ["1920x1080@60 by video=", "1280x720@60 preferred", "640x480@60"])
  }
}
