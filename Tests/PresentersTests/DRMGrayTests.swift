import Base
import FakeCards
import KMS
import LinuxSystem
import TestSupport
import Testing

@testable import Pixels
@testable import Presenters

/// Displays of bits and of few grays.
@Suite struct DRMGrayTests {
  private func card(
    _ driver: ByteString, _ formats: [PixelFormat] = [.xrgb8888], width: UInt16 = 128,
    height: UInt16 = 64
  ) -> FakeKMS {
    let card = FakeKMS(.oneDisplay(width: width, height: height))
    card.driver = driver
    card.uploads = true
    card.hardware.layers[0].plane.formats = formats.map { $0.fourCC }
    card.hardware.layers[0].takesDamage = true
    return card
  }

  /// Presents frames, and compares the glass with the dither of the newest one.
  private func expectGrays(_ card: FakeKMS, bits: Int, seed: Int = 0) throws {
    let session = DRMSession(card)
    try session.light()
    #expect(session.outputs.first?.grayBits == bits)
    for _ in 0..<40 {
      for _ in 0..<200 where !session.isReady { try session.step() }
      try session.presentAnything()
    }
    for _ in 0..<200 where !session.isReady { try session.step() }
    let output = try #require(session.outputs.first)
    let (pixels, dither) = (session.pixels(of: output), GrayDither(bits: bits))
    let wanted = pixels.indices.map {
      dither.word(pixels[$0], $0 % output.size.width, $0 / output.size.width) & 0xff_ffff
    }
    #expect(card.glass.map { $0 & 0xff_ffff } == wanted)
  }

  /// These drivers take 24 bits and make bits of them by a threshold.
  @Test(arguments: ["ssd130x", "repaper", "st7571", "sharp_memory_display"] as [ByteString])
  func driverOfBits_isGivenBlackAndWhite(driver: ByteString) throws {
    try expectGrays(card(driver), bits: 1)
  }

  @Test func driverOfFourGrays_isGivenThese() throws {
    try expectGrays(card("st7586", width: 178), bits: 2)
  }

  /// A plane that has no other format. 44 columns are no whole bytes.
  @Test(arguments: [(44, 64), (128, 64)] as [(UInt16, UInt16)])
  func planeOfBits_isShownOn(width: UInt16, height: UInt16) throws {
    let card = card("future", [.r1], width: width, height: height)
    try expectGrays(card, bits: 1)
  }

  @Test func planeOfGrays_isShownOn() throws {
    let card = card("future", [.r8], width: 32, height: 16)
    let session = DRMSession(card)
    try session.light()
    #expect(session.outputs.first?.grayBits == 8)
    let output = try #require(session.outputs.first)
    #expect(card.glass == session.pixels(of: output).map { R8.scalar($0) })
  }

  /// SSD133x have colors, SSD132x have 16 grays.
  @Test(arguments: [(96, 64), (128, 128), (480, 128)] as [(UInt16, UInt16)])
  func displayOfTheSameDriver_keepsItsColors(width: UInt16, height: UInt16) throws {
    let session = DRMSession(card("ssd130x", width: width, height: height))
    try session.light()
    #expect(session.outputs.first?.grayBits == 0)
    #expect(session.isShown)
  }

  @Test func namedFormat_decides() throws {
    for (format, bits) in [(PixelFormat.xrgb8888, 0), (.r1, 1)] {
      let driver: ByteString = bits == 0 ? "repaper" : "gud"
      let session = DRMSession(card(driver)) { $0.selection.format = format }
      try session.light()
      #expect(session.outputs.first?.grayBits == bits)
    }
  }
}
