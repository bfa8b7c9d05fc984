import Base
import FakeCards
import KMS
import LinuxSystem
import Pixels
import TestSupport
import Testing

@testable import Presenters

/// The ways to the glass: what is kept, what is asked first, what there is where that is refused.
@Suite struct DRMWaysTests {
  let card = FakeKMS()

  private func settle(_ session: DRMSession, frames: Int = 20) throws {
    for _ in 0..<(frames * 6) {
      try session.step()
      if session.isReady { try session.presentAnything() }
    }
    for _ in 0..<8 { try session.step() }
  }

  /// A display that is lit the way we want it: no modeset, so no black.
  @Test func inheritedMode_isKept() throws {
    card.hardware.sockets[0].crtc = 0xCC
    card.hardware.crtcs[0].mode = card.hardware.sockets[0].connector.modes[0]
    let session = DRMSession(card)
    try session.light()
    #expect(card.commits.map { $0.flags } == [.testOnly, []])
    #expect(session.isShown)
  }

  @Test func inheritedMode_thatCantBeKept_isSet() throws {
    card.alwaysSetsMode = true
    let session = DRMSession(card)
    try session.light()
    #expect(card.commits.last?.flags == .allowModeset)
    #expect(session.isShown)
  }

  @Test func whatOthersLeft_isTakenBack() throws {
    card.hardware.gamma = 99
    card.hardware.layers[0].alpha = 0x7FFF
    card.hardware.layers[0].zpos = 3
    card.hardware.sockets[0].hdrMetadata = 98
    card.hardware.sockets[0].colorspace = 9
    let session = DRMSession(card)
    try session.light()
    let commit = try #require(card.commits.last)
    #expect(commit.value(0xCC, .gammaLUT) == 0)
    #expect(commit.value(0xB0, .alpha) == 0xFFFF)
    #expect(commit.value(0xB0, .zpos) == 0)
    #expect(commit.value(0xC0, .hdrMetadata) == 0)
    #expect(commit.value(0xC0, .colorspace) == 0)
  }

  @Test func whatIsAsItShouldBe_isNotMentioned() throws {
    card.hardware.gamma = 0
    card.hardware.layers[0].alpha = 0xFFFF
    card.hardware.sockets[0].colorspace = 0
    try DRMSession(card).light()
    let commit = try #require(card.commits.last)
    for name in [PropertyName.gammaLUT, .alpha, .colorspace] {
      #expect([0xCC, 0xB0, 0xC0].allSatisfy { commit.value($0, name) == nil })
    }
  }

  // MARK: - The calls of old

  @Test(arguments: [true, false]) func legacyCard_isShownOn(canFlip: Bool) throws {
    card.lacksAtomic = true
    card.lacksPageFlip = !canFlip
    card.hardware.crtcs[0].gammaSize = 256
    card.hardware.addPlane(0xB8, .overlay, crtcs: 0b1, on: 0xCC)
    let session = DRMSession(card)
    try session.light()
    try settle(session)
    #expect(session.isShown)
    #expect(card.commits.isEmpty)
    #expect(card.tornFrames == 0)
    #expect(card.resets.sorted() == ["DPMS = 0", "cursor", "gamma", "plane b8"])
    // Who can't flip may show a copy, and is told what is new in it.
    #expect(card.dirtied.isEmpty == canFlip)
    #expect(session.outputs.first?.lastVerticalBlank != nil || !canFlip)
  }

  @Test func driverThatWantsNoDirt_isToldOnce() throws {
    (card.lacksAtomic, card.lacksPageFlip) = (true, true)
    card.refusesUpdates = true
    let session = DRMSession(card)
    try session.light()
    try settle(session)
    #expect(session.isShown)
    #expect(card.calls.count { $0 == .markDirty } == 1)
  }

  @Test func atomicThatRefusesEverything_isGoneWithout() throws {
    card.refusesAtomic = true
    let session = DRMSession(card)
    try session.light()
    try settle(session)
    #expect(session.isShown)
    #expect(session.reports.contains("HDMI-A-1: atomic commits are refused; using legacy calls"))
  }

  @Test func atomic_canBeLeftOut() throws {
    let session = DRMSession(card) { $0.usesAtomic = false }
    try session.light()
    try settle(session)
    #expect(session.isShown)
    #expect(card.commits.isEmpty)
  }

  static let codes: [ErrorCode] = [
    .noDevice, .busy, .invalid, .noMemory, .accessDenied, .interrupted,
    ErrorCode(rawValue: 28),  // ENOSPC
  ]

  /// Two displays, by atomic commits and by legacy calls, in a whole session; any call fails once.
  @Test(arguments: codes, [true, false])
  func anyCallFailing_endsInAnError_orTheRightPictures(code: ErrorCode, isAtomic: Bool) throws {
    func session(_ card: FakeKMS) -> DRMSession {
      card.lacksAtomic = !isAtomic
      return DRMSession(card)
    }
    let whole = FakeKMS(.displays([(16, 8), (8, 16)]))
    try session(whole).run(frames: 12)
    #expect(whole.calls.count > 100)
    for nth in 1...whole.calls.count {
      let card = FakeKMS(.displays([(16, 8), (8, 16)]))
      card.failing(nth: nth, with: code)
      let session = session(card)
      do {
        try session.run(frames: 12)
        let outputs = session.outputs
        #expect(!outputs.isEmpty, "call \(nth): \(card.calls[nth - 1])")
        for output in outputs {
          let crtc = ObjectID(output.size.width == 16 ? 0xCC : 0xCD)
          #expect(
            card.glass(of: crtc) == session.pixels(of: output),
            "call \(nth): \(card.calls[nth - 1])")
        }
      } catch {
        #expect((error as? PresenterError)?.message.isEmpty == false, "call \(nth)")
      }
    }
  }

  // MARK: - Formats

  /// Memory does not suffice for the best of them, however often it is asked for.
  @Test func format_isTheNextBest_whereTheBestIsRefused() throws {
    card.hardware.layers[0].plane.formats = [PixelFormat.xrgb8888, .rgb565].map { $0.fourCC }
    for nth in 1...6 { card.failing(.createDumbBuffer, nth: nth, with: .noMemory) }
    let session = DRMSession(card)
    for _ in 0..<200 where !session.isReady { try session.step() }
    try session.light()
    #expect(card.glass.count == 16 * 8)
    #expect(card.glass.allSatisfy { $0 <= 0xFFFF })
  }

  @Test func sixteenBits_areNative_whereTheDriverLikesThem() throws {
    card.hardware.layers[0].plane.formats = [PixelFormat.xrgb8888, .rgb565].map { $0.fourCC }
    card.hardware.preferredDepth = 16
    let session = DRMSession(card)
    try session.light()
    let glass = card.glass
    let source = session.frames(of: session.outputs[0])
    for y in 0..<8 {
      for x in 0..<16 {
        // Dithering moves a level by one at most.
        let (word, packed) = (source.picture[x, y], glass[y * 16 + x])
        for (level, wanted) in [
          (packed >> 11, word >> 19 & 31), (packed >> 5 & 63, word >> 10 & 63),
          (packed & 31, word >> 3 & 31),
        ] {
          #expect(max(level, wanted) - min(level, wanted) <= 1)
        }
      }
    }
  }

  // MARK: - Turned panels

  /// The panel's pixel that shows a pixel of the picture.
  private func place(_ x: Int, _ y: Int, _ rotation: Rotation, _ size: PixelSize) -> (Int, Int) {
    switch rotation {
    case .none: (x, y)
    case .clockwise: (size.height - 1 - y, x)
    case .half: (size.width - 1 - x, size.height - 1 - y)
    case .counterclockwise: (y, size.width - 1 - x)
    }
  }

  @Test(arguments: Rotation.allCases, [true, false])
  func turnedPanel_showsAnUprightPicture(rotation: Rotation, byPlane: Bool) throws {
    card.hardware.layers[0].rotates = byPlane
    card.hardware.layers[0].rotations = [0, 1, 2, 3]
    card.hardware.sockets[0].orientation = UInt64([0, 3, 1, 2][rotation.rawValue])
    let session = DRMSession(card)
    try session.light()
    let size = try #require(session.size)
    #expect(size == rotation.turned(PixelSize(width: 16, height: 8)))
    try settle(session)
    let pixels = session.pixels(of: session.outputs[0])
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (column, row) = place(x, y, rotation, size)
        #expect(card.glass[row * 16 + column] == pixels[y * size.width + x])
      }
    }
    #expect(card.tornFrames == 0)
    // By the plane the damage is that of the picture; else it is turned with it.
    let isTurned = card.commits.contains { ($0.value(0xB0, .rotation) ?? 1) != 1 }
    #expect(isTurned == (byPlane && rotation != .none))
  }

  // MARK: - Damage

  /// Drivers that send one box over a slow wire get distant rectangles one after the other.
  @Test func damage_isToldPieceByPiece_whereTheDriverMergesIt() throws {
    card.driver = "panel-mipi-dbi"
    let session = DRMSession(card)
    try session.light()
    let (one, two) = (
      PixelRect(left: 0, top: 0, right: 2, bottom: 2),
      PixelRect(left: 12, top: 6, right: 16, bottom: 8)
    )
    let before = card.commits.count
    try session.present(one, two)
    for _ in 0..<12 { try session.step() }
    #expect(card.commits[before...].map { $0.clips ?? [] } == [[two], [one]])
    #expect(session.isShown)
    #expect(session.isReady)
    try settle(session)
    #expect(session.isShown)
  }

  @Test func endOfATwoPartFrame_showsBothParts() throws {
    card.driver = "ili9341"
    let session = DRMSession(card)
    try session.light()
    try session.present(
      PixelRect(left: 0, top: 0, right: 2, bottom: 2),
      PixelRect(left: 12, top: 6, right: 16, bottom: 8))
    try session.finish()
    #expect(session.isShown)
  }

  // MARK: - Tiles

  @Test func tiles_areFlippedTogether() throws {
    let card = FakeKMS(.displays([(8, 8), (8, 8)]))
    card.hardware.sockets[0].tile = "7:1:2:1:0:0:8:8"
    card.hardware.sockets[1].tile = "7:1:2:1:1:0:8:8"
    let session = DRMSession(card)
    try session.light()
    #expect(session.outputs.map { $0.size } == [PixelSize(width: 16, height: 8)])
    try settle(session)
    let pixels = session.pixels(of: session.outputs[0])
    for y in 0..<8 {
      #expect(Array(pixels[(y * 16)..<(y * 16 + 8)]) == Array(card.glass[(y * 8)..<(y * 8 + 8)]))
      #expect(
        Array(pixels[(y * 16 + 8)..<(y * 16 + 16)])
          == Array(card.glass(of: 0xCD)[(y * 8)..<(y * 8 + 8)]))
    }
    #expect(card.leftovers.buffers == 2)
  }

  /// Two cables of one monitor, 16×8 in all.
  private func monitor() -> FakeKMS {
    let card = FakeKMS(.displays([(8, 8), (8, 8)]))
    for index in 0...1 {
      card.hardware.sockets[index].tile = ByteString("7:1:2:1:\(index):0:8:8")
      card.hardware.sockets[index].connector.modes = [
        FakeHardware.mode(8, 8, type: 8), FakeHardware.mode(16, 8),
      ]
    }
    return card
  }

  @Test func tileThatComesAndGoes_changesTheMode() throws {
    let card = monitor()
    let session = DRMSession(card)
    try session.light()
    for isThere in [false, true, false] {
      card.hardware.sockets[1].connector.connection = isThere ? .connected : .disconnected
      try session.hear(connectors: [0xC1])
      try settle(session)
      #expect(session.outputs.map { $0.size } == [PixelSize(width: 16, height: 8)])
      #expect(card.hardware.crtcs.map { $0.mode?.hdisplay } == (isThere ? [8, 8] : [16, nil]))
      if !isThere { #expect(card.glass == session.pixels(of: session.outputs[0])) }
    }
  }

  @Test func tilesThatAreRefused_areWholeDisplays() throws {
    let card = monitor()
    card.refusal = { $0.contains { $0.mode.hdisplay == 8 } ? .invalid : nil }
    let session = DRMSession(card)
    try session.light()
    try settle(session)
    #expect(session.outputs.map { $0.size.width } == [16, 16])
    #expect(card.hardware.crtcs.map { $0.mode?.hdisplay } == [16, 16])
    #expect(!session.reports.contains { $0.contains("legacy") })
  }

  // MARK: - Planes

  @Test(arguments: [nil, 0xB1] as [ObjectID?])
  func refusedPlane_isReplacedByAnotherPrimary(lit: ObjectID?) throws {
    card.hardware.addPlane(0xB1, crtcs: 0b1)
    card.hardware.sockets[0].connector.modes.append(FakeHardware.mode(8, 4))
    let refused: ObjectID = lit ?? 0xB0
    if lit != nil { card.hardware.layers[1].plane.crtc = 0xCC }
    card.planeFailures = [refused: .invalid]
    let session = DRMSession(card)
    try session.light()
    try settle(session)
    #expect(session.isShown && session.size == PixelSize(width: 16, height: 8))
    let lit = card.hardware.layers.filter { $0.plane.crtc != nil }
    #expect(lit.map { $0.plane.id } == [0x161 - refused])
    #expect(session.reports.filter { $0.contains("another") }.count == 1)
  }
}
