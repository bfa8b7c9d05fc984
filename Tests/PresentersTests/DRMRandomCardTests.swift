import Base
import FakeCards
import KMS
import LinuxSystem
import Pixels
import TestSupport
import Testing

@testable import Presenters

/// Cards of any shape: every one ends in a picture or in a line, and nothing is left over.
@Suite struct DRMRandomCardTests {
  /// A card of a seed. Some have no working configuration.
  static func card(_ random: inout SeededGenerator) -> FakeKMS {
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    func mask(_ count: Int) -> UInt32 {
      chance(60) ? UInt32(1) << UInt32(count) - 1 : UInt32.random(in: 0..<16, using: &random)
    }
    var hardware = FakeHardware()
    let crtcCount = Int.random(in: chance(95) ? 1...4 : 0...0, using: &random)
    for index in 0..<crtcCount { hardware.addCRTC(0xCC + UInt32(index)) }
    let shared = (0..<3).map { _ in randomMode(&random) }
    for index in 0..<UInt32(Int.random(in: 0...4, using: &random)) {
      hardware.addEncoder(0xE0 + index, crtcs: mask(crtcCount))
      var modes = (0..<Int.random(in: 0...6, using: &random)).map { _ in randomMode(&random) }
      if chance(40) { modes += shared }
      let connections: [Connector.Connection] = [.connected, .connected, .disconnected, .unknown]
      let crtc =
        chance(30) && crtcCount > 0
        ? 0xCC + UInt32(Int.random(in: 0..<crtcCount, using: &random)) : 0
      hardware.addConnector(
        0xC0 + index, connections.randomElement(using: &random) ?? .connected,
        encoders: chance(90) ? [0xE0 + index] : [0xE9], modes: modes, crtc: crtc)
      let place = hardware.sockets.count - 1
      if crtc != 0, let mode = modes.first {
        hardware.crtcs[Int(crtc) - 0xCC].mode = mode
      }
      let sizes = [(0, 0), (160, 90), (1, 60_000), (600, 340)]
      hardware.sockets[place].connector.millimetres = sizes.randomElement(using: &random) ?? (0, 0)
      hardware.sockets[place].connector.type =
        [7, 10, 11, 14, 16, 99].randomElement(using: &random) ?? 0
      hardware.sockets[place].isNonDesktop = chance(5)
      hardware.sockets[place].isLinkBad = chance(5)
      hardware.sockets[place].isUnfinished = chance(3)
      hardware.sockets[place].isUnprobed = chance(20)
      if chance(20) {
        hardware.sockets[place].orientation = UInt64.random(in: 0...9, using: &random)
      }
      if chance(10) {
        hardware.sockets[place].tile = ["7:1:2:1:0:0:8:8", "7:1:2:1:1:0:8:8", "x", ""]
          .randomElement(using: &random)
      }
      if chance(60) {
        let length = [0, 1, 127, 128, 256].randomElement(using: &random) ?? 0
        hardware.sockets[place].edid = (0..<length).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
      }
      if chance(20) {
        hardware.sockets[place].others = [
          .maxBPC: 6, .underscan: 1, .scalingMode: 2, .broadcastRGB: 7,
        ]
      }
    }
    let codes = PixelFormat.all.map { $0.fourCC } + [FakeHardware.c8]
    for index in 0..<UInt32(Int.random(in: 0...6, using: &random)) {
      let kinds: [Plane.Kind] = [.primary, .primary, .primary, .overlay, .cursor]
      hardware.addPlane(
        0xB0 + index, kinds.randomElement(using: &random) ?? .primary,
        crtcs: chance(70) ? UInt32(1) << (index % 4) : mask(crtcCount),
        formats: chance(70)
          ? [FakeHardware.xr24] : codes.filter { _ in Bool.random(using: &random) },
        on: chance(15) && crtcCount > 0 ? 0xCC : nil)
      let place = hardware.layers.count - 1
      hardware.layers[place].takesDamage = chance(60)
      hardware.layers[place].rotates = chance(20)
      if chance(20) { hardware.layers[place].zpos = 3 }
      if chance(5) { hardware.layers[place].lacks = [.framebufferID, .sourceX, .type] }
    }
    if chance(4) {
      hardware.lacks = [[.crtcID], [.modeID], [.active]].randomElement(using: &random) ?? []
    }
    hardware.preferredDepth = [0, 16, 24, 32].randomElement(using: &random) ?? 24
    let card = FakeKMS(hardware)
    card.driver =
      ["fake", "virtio_gpu", "mi0283qt", "simpledrm", "qxl"].randomElement(using: &random) ?? "fake"
    card.lacksAtomic = chance(20)
    card.lacksPageFlip = chance(10)
    card.lacksVerticalBlank = chance(20)
    card.refusesAtomic = chance(5)
    card.refusesUpdates = chance(10)
    card.ignoresFlips = chance(5)
    card.uploads = card.driver != "fake"
    card.uploadsEachFramebuffer = chance(20)
    card.isRenderOnly = chance(3)
    if chance(10) { card.bufferLimit = Int.random(in: 0...4, using: &random) }
    if chance(30) {
      let limit = Int.random(in: 16...600, using: &random)
      let code: ErrorCode =
        [.invalid, ErrorCode(rawValue: 28), ErrorCode(rawValue: 34)]
        .randomElement(using: &random) ?? .invalid
      card.refusal = { $0.reduce(0) { $0 + $1.area } > limit ? code : nil }
    }
    return card
  }

  private static func randomMode(_ random: inout SeededGenerator) -> Mode {
    let sizes: [UInt16] = [8, 12, 16, 24]
    let (width, height) = (sizes.randomElement(using: &random), sizes.randomElement(using: &random))
    let isBroken = Int.random(in: 0..<30, using: &random) == 0
    let mode = FakeHardware.mode(
      isBroken ? 0 : width ?? 8, height ?? 8,
      type: [0, 0, 0, 8, 0x20].randomElement(using: &random) ?? 0)
    if Int.random(in: 0..<8, using: &random) == 0 { mode.flags = 0x10 }
    if Int.random(in: 0..<20, using: &random) == 0 { mode.clock = 0 }
    return mode
  }

  /// What happens to a card under way.
  private func disturb(_ card: FakeKMS, _ random: inout SeededGenerator) {
    switch Int.random(in: 0..<8, using: &random) {
    case 0 where !card.hardware.sockets.isEmpty:
      // An MST connector vanishes.
      card.hardware.sockets.removeLast()
    case 1:
      for index in card.hardware.sockets.indices {
        card.hardware.sockets[index].connector.connection =
          Bool.random(using: &random) ? .connected : .disconnected
      }
    case 2:
      for _ in 0..<6 {
        let codes: [ErrorCode] = [.invalid, .noMemory, .busy, .interrupted, .noSuchFile]
        card.failing(
          nth: Int.random(in: 1...200, using: &random),
          with: codes.randomElement(using: &random) ?? .invalid)
      }
    case 3: card.commitFailure = card.commitFailure == nil ? .noMemory : nil
    default: break
    }
  }

  @Test(arguments: 0..<100) func card_endsInAPicture_orInALine(part: Int) throws {
    for seed in (100 * part)..<(100 * part + 100) {
      var random = SeededGenerator(seed: UInt64(seed) &* 0x9E37_79B9 &+ 1)
      let card = Self.card(&random)
      let session = DRMSession(card, wait: .seconds(1))
      var failure: PresenterError?
      do {
        for frame in 0..<60 {
          try session.step()
          if session.isReady { try session.presentAnything() }
          if frame % 20 == 13 {
            disturb(card, &random)
            try session.hear(all: true)
          }
        }
        // Whatever passes has passed.
        card.commitFailure = nil
        try session.hear(all: true)
        for _ in 0..<250 where failure == nil {
          try session.step()
          for output in session.outputs where output.isReady {
            if session.presentedCount < 400 { try session.presentAnything(on: output) }
          }
        }
      } catch { failure = error as? PresenterError }
      let lit = session.outputs.compactMap { $0 as? DRMDisplay }.filter { $0.isLit }
      if let failure {
        #expect(
          !failure.message.isEmpty && !failure.message.description.contains("\n"), "seed \(seed)")
      } else if lit.isEmpty {
        #expect(
          session.reports.contains { $0.contains("waiting") || $0.contains("not shown on") },
          "seed \(seed): \(session.reports)")
      } else {
        for display in lit where display.isReady && !session.isUnused(display) {
          #expect(
            Self.shows(card, session.pixels(of: display), display),
            "seed \(seed): \(display.output.name) \(card.glass(of: display.output.pipes[0].crtc.id)) \(session.presentedCount) \(session.reports)"
          )
        }
      }
      // No busy loop: a bounded number of calls in 1.5 s, and of lines.
      #expect(card.calls.count < 12_000, "seed \(seed): \(card.calls.count) calls")
      let lines = session.reports.filter { !$0.hasPrefix("buffers") && !$0.hasPrefix("graphics") }
      #expect(lines.count < 40, "seed \(seed): \(lines)")
      // No leak: a mode blob and two buffers for each display, and for one that it replaces.
      let pipeCount = max(card.hardware.crtcs.count, 1)
      #expect(card.leftovers.blobs <= 2 * pipeCount, "seed \(seed): \(card.leftovers)")
      #expect(card.leftovers.buffers <= 4 * pipeCount, "seed \(seed): \(card.leftovers)")
    }
  }

  /// Whether a display shows the pixels of a picture. Of turned, packed and tiled ones only the size
  /// is compared; other tests compare their pixels.
  private static func shows(
    _ card: FakeKMS, _ pixels: [UInt32], _ display: DRMDisplay
  ) -> Bool {
    let pipe = display.output.pipes[0]
    let glass = card.glass(of: pipe.crtc.id)
    if display.output.pipes.count > 1 { return !glass.isEmpty }
    if glass.count != pixels.count { return false }
    let format = display.commit.format
    guard [PixelFormat.xrgb8888, .argb8888].contains(where: { $0.fourCC == format.fourCC }),
      display.output.rotation == .none
    else {
      return true
    }
    return zip(glass, pixels).allSatisfy { $0 & 0xFF_FFFF == $1 & 0xFF_FFFF }
  }
}
