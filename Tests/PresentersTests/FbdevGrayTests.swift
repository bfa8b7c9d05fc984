import Base
import LinuxSystem
import TestSupport
import Testing

@testable import Pixels
@testable import Presenters

/// Framebuffer devices of bits and grays.
@Suite struct FbdevGrayTests {
  @Test(
    arguments: [
      (.bits, 1), (.invertedBits, 1), (.gray, 8), (.indexed, 8),
    ] as [(FramebufferState.Kind, Int)], Rotation.allCases)
  func newestFrame_isShownInGrays(
    _ device: (kind: FramebufferState.Kind, bits: Int), rotation: Rotation
  ) throws {
    let device = FakeFramebuffer(43, 21, device.kind, bits: device.bits)
    let session = FbdevSession(device) { $0.rotation = rotation }
    let bits = device.mode.bitsPerPixel
    for _ in 0..<30 {
      try session.run(frames: 1)
      let output = try #require(session.output)
      let frames = try #require(session.frames)
      #expect(output.grayBits == bits)
      var wrong = 0
      for y in 0..<output.size.height {
        for x in 0..<output.size.width {
          let place = rotation.turned(
            PixelRect(left: x, top: y, right: x + 1, bottom: y + 1), of: output.size)
          let word = GrayDither(bits: bits).word(frames.picture[x, y], place.left, place.top)
          if device.gray(place.left, place.top) != word & 0xff { wrong += 1 }
        }
      }
      #expect(wrong == 0)
    }
    // A table of colors becomes one of grays.
    #expect(device.calls.contains(.setRamp(8)) == (device.mode.kind == .indexed))
  }

  /// The kernel's driver lights each pixel that is not black.
  @Test func driverThatLightsAllColors_isGivenBlackAndWhite() throws {
    var mode = FakeFramebuffer(32, 16, bits: 16, red: (11, 5), green: (5, 6), blue: (0, 5)).mode
    mode.name = "fb_ssd1306"
    let device = FakeFramebuffer(mode)
    let session = FbdevSession(device)
    try session.run(frames: 10)
    #expect(session.output?.grayBits == 1)
    let pixels = (0..<512).map { device.pixel($0 % 32, $0 / 32) }
    #expect(Set(pixels) == [0, 0xffff])
  }

  @Test(
    arguments: [(.bits, 8), (.gray, 4), (.gray, 16), (.indexed, 4), (.other, 8)]
      as [(FramebufferState.Kind, Int)])
  func otherDepths_areRefused(kind: FramebufferState.Kind, bits: Int) throws {
    let device = FakeFramebuffer(32, 16, kind, bits: bits)
    #expect(throws: PresenterError.self) { try FramebufferLayout(device.mode) }
  }

  /// Bits can be shown from the first bit of a byte on only.
  @Test func columnWithinAByte_isRefused() throws {
    var mode = FakeFramebuffer(64, 16, .bits, bits: 1).mode
    (mode.width, mode.x) = (32, 8)
    #expect(try FramebufferLayout(mode).offset(ofRow: 0) == 1)
    mode.x = 3
    #expect(throws: PresenterError.self) { try FramebufferLayout(mode) }
  }
}
