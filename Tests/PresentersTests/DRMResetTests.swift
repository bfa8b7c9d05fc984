import Base
import FakeCards
import KMS
import LinuxSystem
import Pixels
import TestSupport
import Testing

@testable import Presenters

/// Properties that another program left, by atomic commits and by legacy calls.
@Suite struct DRMResetTests {
  /// A property of an object, the value that was left, and the one that it gets; nil to keep it.
  typealias Leftover = (object: ObjectID, name: PropertyName, left: UInt64, wanted: UInt64?)

  static let leftovers: [Leftover] = [
    (0xCC, .gammaLUT, 99, 0), (0xCC, .degammaLUT, 98, 0), (0xCC, .colorMatrix, 97, 0),
    (0xCC, .variableRefresh, 1, 0), (0xC0, .hdrMetadata, 96, 0), (0xC0, .colorspace, 9, 0),
    (0xC0, .broadcastRGB, 2, 0), (0xC0, .underscan, 1, 0), (0xC0, .underscanWidth, 20, 0),
    (0xC0, .underscanHeight, 10, 0), (0xC0, .leftMargin, 4, 0), (0xC0, .rightMargin, 4, 0),
    (0xC0, .topMargin, 4, 0), (0xC0, .bottomMargin, 4, 0), (0xC0, .scalingMode, 2, 3),
    (0xC0, .maxBPC, 6, 8), (0xC0, .contentType, 2, 1), (0xC0, .contentProtection, 1, 0),
    (0xB0, .alpha, 0x7FFF, 0xFFFF), (0xB0, .zpos, 3, 0), (0xB0, .blendMode, 2, 0),
    (0xB0, .colorPipeline, 95, 0), (0xB0, .rotation, 4, 1),
  ]

  /// Values that suit, as drivers have them at first.
  static let defaults: [Leftover] = [
    (0xCC, .gammaLUT, 0, nil), (0xC0, .colorspace, 0, nil), (0xC0, .broadcastRGB, 0, nil),
    (0xC0, .underscan, 2, nil), (0xC0, .underscanWidth, 0, nil), (0xC0, .leftMargin, 0, nil),
    (0xC0, .scalingMode, 0, nil), (0xC0, .maxBPC, 10, nil), (0xC0, .contentProtection, 0, nil),
    (0xB0, .alpha, 0xFFFF, nil), (0xB0, .zpos, 0, nil), (0xB0, .blendMode, 0, nil),
    (0xB0, .colorPipeline, 0, nil),
  ]

  static func card(_ leftovers: [Leftover], isAtomic: Bool) -> FakeKMS {
    let card = FakeKMS()
    card.lacksAtomic = !isAtomic
    for one in leftovers {
      switch (one.object, one.name) {
      case (0xB0, .rotation): card.hardware.layers[0].rotates = true
      case (0xCC, _): card.hardware.crtcOthers[one.name] = one.left
      case (0xB0, _): card.hardware.layers[0].others[one.name] = one.left
      default: card.hardware.sockets[0].others[one.name] = one.left
      }
    }
    return card
  }

  @Test(arguments: [true, false]) func leftovers_areReset(isAtomic: Bool) throws {
    let card = Self.card(Self.leftovers, isAtomic: isAtomic)
    let session = DRMSession(card)
    try session.run(frames: 4)
    for one in Self.leftovers {
      #expect(card.assigned(one.object, one.name) == one.wanted, "\(one.name)")
    }
    #expect(session.isShown)
    // GAMMA_LUT is the ramp of legacy calls.
    #expect(!card.resets.contains("gamma"))
  }

  @Test(arguments: [true, false]) func valuesThatSuit_stay(isAtomic: Bool) throws {
    let card = Self.card(Self.defaults, isAtomic: isAtomic)
    try DRMSession(card).run(frames: 4)
    for one in Self.defaults {
      #expect(card.assigned(one.object, one.name) == nil, "\(one.name)")
    }
  }

  /// A driver that refuses one reset gets the others.
  @Test(arguments: leftovers.indices, [true, false])
  func refusedReset_costsNoOther(refused: Int, isAtomic: Bool) throws {
    let card = Self.card(Self.leftovers, isAtomic: isAtomic)
    let name = Self.leftovers[refused].name
    if name == .rotation { return }
    card.refusedProperty = name
    let session = DRMSession(card)
    try session.run(frames: 4)
    #expect(session.isShown)
    #expect(!session.reports.contains { $0.contains("legacy") || $0.contains("another") })
    for one in Self.leftovers {
      #expect(
        card.assigned(one.object, one.name) == (one.name == name ? nil : one.wanted),
        "\(one.name) without \(name)")
    }
  }

  /// Some drivers have a ramp and no property for it.
  @Test(arguments: [true, false]) func ramp_isReset_withoutGAMMA_LUT(isAtomic: Bool) throws {
    let card = Self.card([], isAtomic: isAtomic)
    card.hardware.crtcs[0].gammaSize = 256
    try DRMSession(card).light()
    #expect(card.resets.contains("gamma"))
  }

  /// A new content type is a modeset for some drivers.
  @Test(arguments: [true, false]) func contentType_isSetWithTheMode(isLit: Bool) throws {
    let card = Self.card([(0xC0, .contentType, 0, 1)], isAtomic: true)
    card.contentTypeSetsMode = true
    if isLit {
      card.hardware.sockets[0].crtc = 0xCC
      card.hardware.crtcs[0].mode = card.hardware.sockets[0].connector.modes[0]
    }
    let session = DRMSession(card)
    try session.light()
    #expect(session.isShown)
    #expect(card.commits.last?.flags == (isLit ? [] : .allowModeset))
    #expect(card.assigned(0xC0, .contentType) == (isLit ? nil : 1))
  }

  /// `video=` may set margins, for televisions that cut a picture's edge.
  @Test(arguments: [true, false]) func marginsOfTheUser_stay(isAtomic: Bool) throws {
    let card = Self.card([(0xC0, .leftMargin, 4, nil)], isAtomic: isAtomic)
    card.hardware.sockets[0].connector.modes = [FakeHardware.mode(16, 8, type: 0x20)]
    try DRMSession(card).light()
    #expect(card.assigned(0xC0, .leftMargin) == nil)
  }

  // MARK: - Turned panels

  /// The firmware turned its picture by the plane, since the panel is mounted upside down.
  @Test(arguments: [true, false]) func firmwaresRotation_stays(isAtomic: Bool) throws {
    let card = Self.card([(0xB0, .rotation, 4, nil)], isAtomic: isAtomic)
    card.hardware.sockets[0].orientation = 1
    let session = DRMSession(card)
    try session.run(frames: 4)
    #expect((card.assigned(0xB0, .rotation) ?? 4) == 4)
    let pixels = session.pixels(of: session.outputs[0])
    #expect(card.glass == pixels.reversed())
    #expect(card.commits.isEmpty == !isAtomic)
  }
}
