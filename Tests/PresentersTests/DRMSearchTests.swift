import Base
import FakeCards
import KMS
import LinuxSystem
import Pixels
import TestSupport
import Testing

@testable import Presenters

/// Drivers that refuse the best configuration, and the next one that works.
@Suite struct DRMSearchTests {
  static let noSpace = ErrorCode(rawValue: 28)

  private func tests(_ card: FakeKMS) -> Int {
    card.commits.count { $0.flags.contains(.testOnly) }
  }

  private func settle(_ session: DRMSession, frames: Int = 6) throws {
    for _ in 0..<(frames * 6) {
      try session.step()
      if session.isReady { try session.presentAnything() }
    }
    for _ in 0..<8 { try session.step() }
  }

  private func expectShown(_ session: DRMSession, _ crtcs: [ObjectID]) {
    #expect(session.outputs.count == crtcs.count)
    for (crtc, output) in zip(crtcs, session.outputs) {
      #expect(session.card.glass(of: crtc) == session.pixels(of: output))
    }
  }

  private func modes(_ sizes: [(UInt16, UInt16)]) -> [Mode] {
    sizes.enumerated().map { FakeHardware.mode($1.0, $1.1, type: $0 == 0 ? 8 : 0) }
  }

  // MARK: - Modes

  /// Such as a USB display that refuses its preferred mode.
  @Test(arguments: [true, false], [ErrorCode.invalid, noSpace, ErrorCode(rawValue: 34)])
  func refusedMode_isReplacedByTheNextSmaller(isAtomic: Bool, code: ErrorCode) throws {
    let card = FakeKMS()
    card.lacksAtomic = !isAtomic
    card.hardware.sockets[0].connector.modes = modes([
      (32, 16), (8, 4), (24, 12), (16, 8), (40, 20),
    ])
    card.refusal = { $0.contains { $0.area > 16 * 8 } ? code : nil }
    let session = DRMSession(card)
    try session.light()
    try settle(session)
    expectShown(session, [0xCC])
    #expect(session.size == PixelSize(width: 16, height: 8))
    #expect(card.leftovers.buffers == 2)
  }

  @Test func refusedRate_isReplacedByALowerOne() throws {
    let card = FakeKMS()
    let slow = FakeHardware.mode(16, 8)
    (slow.clock, slow.vrefresh) = (30_000, 30)
    card.hardware.sockets[0].connector.modes.append(slow)
    card.refusal = { $0.contains { $0.mode.vrefresh > 30 } ? .invalid : nil }
    let session = DRMSession(card)
    try session.light()
    expectShown(session, [0xCC])
    #expect(card.hardware.crtcs[0].mode?.vrefresh == 30)
  }

  @Test func bandwidthOfTheCard_isSharedByItsDisplays() throws {
    let card = FakeKMS(.displays([(32, 16), (16, 8)]))
    card.hardware.sockets[0].connector.modes = modes([(32, 16), (24, 12), (16, 8)])
    card.hardware.sockets[1].connector.modes = modes([(16, 8), (8, 4)])
    card.refusal = { $0.reduce(0) { $0 + $1.area } > 24 * 12 + 16 * 8 ? Self.noSpace : nil }
    let session = DRMSession(card)
    try session.light()
    try settle(session)
    expectShown(session, [0xCC, 0xCD])
    #expect(session.outputs.map { $0.size.width } == [24, 16])
  }

  @Test func displayThatTheOthersLeaveNoBandwidthFor_isNamed() throws {
    let card = FakeKMS(.displays([(32, 16), (16, 8)]))
    card.refusal = { $0.count > 1 ? Self.noSpace : nil }
    let session = DRMSession(card)
    try session.light()
    try settle(session)
    #expect(session.outputs.count == 1, "\(session.reports) \(card.commits.count)")
    #expect(
      session.reports.count { $0 == "not shown on: HDMI-A-1 is refused beside the others" } == 1)
    expectShown(session, [0xCD])
  }

  @Test func format_needsLessBandwidth() throws {
    let card = FakeKMS()
    card.hardware.layers[0].plane.formats = [PixelFormat.xrgb8888, .rgb565].map { $0.fourCC }
    card.hardware.sockets[0].connector.modes = modes([(16, 8), (8, 4)])
    card.refusal = { $0.contains { $0.format?.bytesPerPixel ?? 0 > 2 } ? Self.noSpace : nil }
    let session = DRMSession(card)
    try session.light()
    try settle(session)
    #expect(session.size == PixelSize(width: 16, height: 8))
    #expect(card.glass.count == 16 * 8 && card.glass.allSatisfy { $0 <= 0xFFFF })
  }

  // MARK: - CRTCs

  /// Such as the RK3399, of whose two display controllers one is small.
  @Test(arguments: [1, 2]) func smallCRTC_isLeftToTheSmallDisplay(count: Int) throws {
    var hardware = FakeHardware.displays([(32, 16), (16, 8)])
    for index in hardware.encoders.indices { hardware.encoders[index].possibleCRTCs = 0b11 }
    if count == 1 { hardware.sockets[1].connector.connection = .disconnected }
    let card = FakeKMS(hardware)
    card.refusal = { $0.contains { $0.crtc == 0xCC && $0.mode.hdisplay > 20 } ? .invalid : nil }
    let session = DRMSession(card)
    try session.light()
    try settle(session)
    expectShown(session, count == 1 ? [0xCD] : [0xCD, 0xCC])
    #expect(session.size == PixelSize(width: 32, height: 16))
  }

  @Test(arguments: [true, false]) func displayWithoutACRTC_isAClone(isAtomic: Bool) throws {
    var hardware = FakeHardware.displays([(16, 8), (24, 12)])
    hardware.sockets[1].connector.modes.append(hardware.sockets[0].connector.modes[0])
    (hardware.crtcs, hardware.layers) = ([hardware.crtcs[0]], [hardware.layers[0]])
    hardware.encoders[1].possibleCRTCs = 0b1
    let card = FakeKMS(hardware)
    card.lacksAtomic = !isAtomic
    let session = DRMSession(card)
    try session.light()
    try settle(session)
    expectShown(session, [0xCC])
    #expect(card.hardware.sockets.map { $0.crtc } == [0xCC, 0xCC])
    try session.finish(.black)
    #expect(card.glass.isEmpty)
  }

  @Test func clone_thatIsRefused_leavesTheOtherDisplay() throws {
    var hardware = FakeHardware.displays([(16, 8), (16, 8)])
    (hardware.crtcs, hardware.layers) = ([hardware.crtcs[0]], [hardware.layers[0]])
    hardware.encoders[1].possibleCRTCs = 0b1
    let card = FakeKMS(hardware)
    card.refusal = { $0.contains { $0.connectors.count > 1 } ? .invalid : nil }
    let session = DRMSession(card)
    try session.light()
    try settle(session)
    expectShown(session, [0xCC])
    #expect(card.hardware.sockets.map { $0.crtc } == [0xCC, 0])
    #expect(session.reports.contains("not shown on: HDMI-A-2 finds all CRTCs in use"))
  }

  @Test func builtInPanel_comesFirst_whereCRTCsAreFew() throws {
    var hardware = FakeHardware.displays([(16, 8), (24, 12)])
    (hardware.crtcs, hardware.layers) = ([hardware.crtcs[0]], [hardware.layers[0]])
    hardware.encoders[1].possibleCRTCs = 0b1
    hardware.sockets[1].connector.type = 16  // DSI
    let session = DRMSession(FakeKMS(hardware))
    try session.light()
    #expect(session.size == PixelSize(width: 24, height: 12))
  }

  // MARK: - Bounds and memory

  @Test func search_isBounded_andLegacyCallsComeLast() throws {
    let card = FakeKMS(.displays([(32, 16), (16, 8)]))
    for index in 0...1 {
      card.hardware.sockets[index].connector.modes = (1...40).map {
        FakeHardware.mode(UInt16(90 - 2 * $0), 8)
      }
      card.hardware.layers[index].plane.formats = PixelFormat.all.map { $0.fourCC }
      card.hardware.encoders[index].possibleCRTCs = 0b11
    }
    card.refusesAtomic = true
    let session = DRMSession(card)
    try session.light()
    try settle(session)
    #expect((40...68).contains(tests(card)))
    expectShown(session, [0xCC, 0xCD])
    #expect(card.leftovers == (0, 4, 4))
  }

  @Test func search_endsAfterTwoSeconds() throws {
    let card = FakeKMS()
    card.hardware.sockets[0].connector.modes = (1...20).map {
      FakeHardware.mode(UInt16(168 - 8 * $0), 8)
    }
    card.refusesAtomic = true
    var time = Duration.zero
    let search = OutputSearch(
      on: card, OutputSelection(), DriverQuirks(of: "fake"), DisplayMemory(),
      now: {
        time += .milliseconds(300)
        return time
      })
    let found = try search.run(DeviceSnapshot(of: card)) { _ in false }
    #expect(found.candidates.map { $0.isLegacy } == [true])
    #expect((3...10).contains(tests(card)))
  }

  /// Such as radeon beside a large console: each buffer that it lacks memory for takes 0.9 s.
  @Test func memoryForASmallerPicture_isFoundInTime() throws {
    var hardware = FakeHardware.displays([(32, 16), (16, 8)])
    hardware.sockets[1].connector.connection = .disconnected
    hardware.encoders[0].possibleCRTCs = 0b11
    hardware.sockets[0].connector.modes = modes([(32, 16), (32, 15), (32, 14), (24, 12), (16, 8)])
    let card = FakeKMS(hardware)
    card.lacksAtomic = true
    card.memorySize = (24 * 4 + 12) * 12
    var time = Duration.zero
    let search = OutputSearch(
      on: card, OutputSelection(), DriverQuirks(of: "fake"), DisplayMemory(),
      now: {
        time += .milliseconds(900)
        return time
      })
    let snapshot = try DeviceSnapshot(of: card)
    for _ in 0..<5 {
      let error = #expect(throws: KMSError.self) { try search.run(snapshot) { _ in false } }
      #expect(search.pause(after: try #require(error)) == .milliseconds(100))
    }
    let found = try search.run(snapshot) { _ in false }
    #expect(found.candidates.map { $0.output.size } == [PixelSize(width: 24, height: 12)])
    #expect(found.candidates.allSatisfy { $0.buffer != nil })
  }

  /// The card lacks memory for its tests, not for buffers. Another CRTC or format of the same size
  /// needs as much, so the search takes smaller modes only.
  @Test func memoryForASmallerMode_isTestedInTime() throws {
    var hardware = FakeHardware.displays(Array(repeating: (48, 16), count: 4))
    for index in 1...3 { hardware.sockets[index].connector.connection = .disconnected }
    hardware.encoders[0].possibleCRTCs = 0b1111
    hardware.sockets[0].connector.modes = modes([(48, 16), (40, 16), (32, 16), (24, 12), (16, 8)])
    let card = FakeKMS(hardware)
    card.refusal = { $0.contains { $0.area > 24 * 12 } ? .noMemory : nil }
    var time = Duration.zero
    let search = OutputSearch(
      on: card, OutputSelection(), DriverQuirks(of: "fake"), DisplayMemory(),
      now: {
        time += .milliseconds(900)
        return time
      })
    let snapshot = try DeviceSnapshot(of: card)
    for _ in 0..<5 {
      let error = #expect(throws: KMSError.self) { try search.run(snapshot) { _ in false } }
      #expect(search.pause(after: try #require(error)) == .milliseconds(100))
    }
    let before = tests(card)
    let found = try search.run(snapshot) { _ in false }
    #expect(found.candidates.map { $0.output.size } == [PixelSize(width: 24, height: 12)])
    #expect(found.candidates.map { $0.isLegacy } == [false])
    #expect(tests(card) - before <= 6)
    let count = tests(card)
    _ = try search.run(snapshot) { _ in false }
    #expect(tests(card) - count == 2)
  }

  /// Two displays, for whose best modes together memory does not suffice.
  @Test func memoryOfTheCard_isSharedByItsDisplays() throws {
    let card = FakeKMS(.displays([(32, 16), (16, 8)]))
    card.hardware.sockets[0].connector.modes = modes([(32, 16), (24, 12), (16, 8)])
    card.refusal = { $0.reduce(0) { $0 + $1.area } > 24 * 12 + 16 * 8 ? .noMemory : nil }
    let session = DRMSession(card, wait: nil)
    for _ in 0..<1_000 where !session.isReady { try session.step() }
    try session.light()
    try settle(session)
    expectShown(session, [0xCC, 0xCD])
    #expect(session.outputs.map { $0.size.width } == [24, 16])
  }

  /// Only their modesets find out. The small display has one mode.
  @Test func memoryOfTheCard_isLeftToTheSmallDisplay() throws {
    let card = FakeKMS(.displays([(32, 16), (16, 8)]))
    card.hardware.sockets[0].connector.modes = modes([(32, 16), (24, 12), (16, 8)])
    card.refusal = { [unowned card] running in
      if card.commits.last?.flags.contains(.testOnly) ?? true { return nil }
      return running.reduce(0) { $0 + $1.area } > 24 * 12 + 16 * 8 ? .noMemory : nil
    }
    let session = DRMSession(card, wait: nil)
    try session.light()
    for _ in 0..<2_000 {
      try session.step()
      for output in session.outputs where output.isReady {
        try session.presentAnything(on: output)
      }
    }
    for _ in 0..<8 { try session.step() }
    expectShown(session, [0xCC, 0xCD])
    #expect(session.outputs.map { $0.size.width } == [24, 16])
  }

  /// Failures of the link are followed by a lack of memory that passes.
  @Test func otherFailures_leadToNoSmallerMode() throws {
    let card = FakeKMS()
    card.hardware.sockets[0].connector.modes = modes([(32, 16), (16, 8)])
    var attempts = 0
    card.refusal = { [unowned card] _ in
      if card.commits.last?.flags.contains(.testOnly) ?? true { return nil }
      attempts += 1
      return attempts > 10 ? nil : attempts > 8 ? .noMemory : ErrorCode(rawValue: 5)
    }
    let session = DRMSession(card, wait: nil)
    try session.light()
    for _ in 0..<60_000 where attempts < 12 {
      try session.step()
      if session.isReady { try session.presentAnything() }
    }
    #expect(session.size == PixelSize(width: 32, height: 16))
  }

  /// Video memory has no room for a large picture; only its modeset finds out.
  @Test(arguments: [true, false]) func modesetThatLacksMemory_endsInASmallerMode(
    isAtomic: Bool
  ) throws {
    let card = FakeKMS()
    card.lacksAtomic = !isAtomic
    card.hardware.sockets[0].connector.modes = modes([(32, 16), (24, 12), (16, 8)])
    card.refusal = { [unowned card] running in
      if isAtomic, card.commits.last?.flags.contains(.testOnly) ?? true { return nil }
      return running.contains { $0.area > 16 * 8 } ? .noMemory : nil
    }
    let session = DRMSession(card, wait: nil)
    try session.light()
    for _ in 0..<2_000 {
      try session.step()
      if session.isReady { try session.presentAnything() }
    }
    for _ in 0..<8 { try session.step() }
    expectShown(session, [0xCC])
    #expect(session.size == PixelSize(width: 16, height: 8))
    #expect(card.leftovers.buffers == 2)
    #expect(session.reports.filter { $0.contains("HDMI-A-1") }.count < 6, "\(session.reports)")
  }

  @Test(arguments: [[UInt8](1...128), []]) func whatWorked_isRemembered(edid: [UInt8]) throws {
    let card = FakeKMS()
    card.hardware.sockets[0].edid = edid
    card.hardware.sockets[0].connector.modes = modes([(32, 16), (24, 12), (16, 8)])
    card.refusal = { $0.contains { $0.area > 16 * 8 } ? Self.noSpace : nil }
    let session = DRMSession(card)
    try session.light()
    #expect(tests(card) > 2)
    for _ in 0..<3 {
      // News of nothing do not touch the display.
      let before = card.commits.count
      try session.hear(all: true)
      #expect(card.commits.count == before)
      card.hardware.sockets[0].connector.connection = .disconnected
      try session.hear(all: true)
      #expect(session.outputs.isEmpty)
      card.hardware.sockets[0].connector.connection = .connected
      let old = tests(card)
      try session.hear(all: true)
      try settle(session)
      #expect(tests(card) - old <= 2)
      expectShown(session, [0xCC])
    }
    // Another display is asked anew.
    card.hardware.sockets[0].edid = [7]
    card.refusal = nil
    card.hardware.sockets[0].connector.modes[0] = FakeHardware.mode(40, 16, type: 8)
    try session.hear(all: true)
    #expect(session.size == PixelSize(width: 40, height: 16))
  }

  /// Monitors of one sort mostly have the same EDID.
  @Test(arguments: [2, 3], [true, false])
  func identicalMonitors_keepTheirOwnConfigurations(count: Int, failsAtModeset: Bool) throws {
    for refused in 0..<count {
      let card = FakeKMS(.displays(Array(repeating: (32, 16), count: count)))
      let broken = ObjectID(0xC0 + refused)
      for socket in 0..<count {
        card.hardware.sockets[socket].edid = [UInt8](1...128)
        card.hardware.sockets[socket].connector.modes = modes([(32, 16), (16, 8)])
      }
      card.refusal = { [unowned card] running in
        let isTest = card.commits.last?.flags.contains(.testOnly) ?? false
        if failsAtModeset && isTest { return nil }
        let isRefused = running.contains { $0.connectors.contains(broken) && $0.area > 16 * 8 }
        return isRefused ? .invalid : nil
      }
      let session = DRMSession(card)
      try session.light()
      try settle(session)
      try session.hear(all: true)
      try settle(session)
      for crtc in 0..<count {
        let fed = card.hardware.sockets.first { $0.crtc == 0xCC + ObjectID(crtc) }?.connector.id
        #expect(card.hardware.crtcs[crtc].mode?.hdisplay == (fed == broken ? 16 : 32))
      }
    }
  }

  @Test func modeset_thatFailsAfterItsTest_isFollowedByAnotherConfiguration() throws {
    let card = FakeKMS()
    card.hardware.sockets[0].connector.modes = modes([(32, 16), (16, 8)])
    card.failing(.commit, nth: 3, with: .invalid)
    let session = DRMSession(card)
    try session.light()
    try settle(session)
    expectShown(session, [0xCC])
    #expect(session.size == PixelSize(width: 16, height: 8))
    #expect(card.leftovers.buffers == 2)
  }

  // MARK: - What others left

  /// CRTCs and connectors that no output uses are turned off, if the driver lets them be.
  @Test(arguments: [(false, true), (true, true), (false, false)])
  func unusedObjects_areTurnedOff(refusesThat: Bool, isAtomic: Bool) throws {
    var hardware = FakeHardware.displays([(16, 8), (8, 8)])
    hardware.sockets[1].connector.connection = .disconnected
    hardware.sockets[1].crtc = 0xCD
    hardware.crtcs[1].mode = hardware.sockets[1].connector.modes[0]
    let card = FakeKMS(hardware)
    card.lacksAtomic = !isAtomic
    if refusesThat { card.refusal = { $0.contains { $0.crtc == 0xCD } ? nil : .invalid } }
    let session = DRMSession(card)
    try session.light()
    try settle(session)
    expectShown(session, [0xCC])
    #expect((card.hardware.crtcs[1].mode == nil) == !refusesThat)
    #expect((card.hardware.sockets[1].crtc == 0) == !refusesThat)
  }

  @Test func connectorProperties_areReset_whereTheyShrinkOrColorThePicture() throws {
    let card = FakeKMS()
    card.hardware.sockets[0].others = [
      .maxBPC: 6, .underscan: 1, .broadcastRGB: 2, .scalingMode: 2,
    ]
    try DRMSession(card).light()
    let commit = try #require(card.commits.last)
    #expect(commit.value(0xC0, .maxBPC) == 8)
    #expect(commit.value(0xC0, .underscan) == 0)
    #expect(commit.value(0xC0, .broadcastRGB) == 0)
    #expect(commit.value(0xC0, .scalingMode) == 3)
  }

  @Test func connectorDefaults_ofDrivers_stay() throws {
    let card = FakeKMS()
    card.hardware.sockets[0].others = [
      .maxBPC: 10, .underscan: 2, .broadcastRGB: 0, .scalingMode: 0,
    ]
    try DRMSession(card).light()
    let commit = try #require(card.commits.last)
    for name in [PropertyName.maxBPC, .underscan, .broadcastRGB, .scalingMode] {
      #expect(commit.value(0xC0, name) == nil)
    }
  }

  @Test func resets_thatAreRefused_areLeftOut() throws {
    let card = FakeKMS()
    card.hardware.sockets[0].others = [.maxBPC: 6]
    card.refusedProperty = .maxBPC
    let session = DRMSession(card)
    try session.light()
    try settle(session)
    expectShown(session, [0xCC])
    #expect(!session.reports.contains { $0.contains("legacy") })
  }

  /// ACTIVE = 0 is refused: wlroots#1889.
  @Test func black_isABlackFrame_whereTheDisplayCannotBeTurnedOff() throws {
    let card = FakeKMS()
    let session = DRMSession(card)
    try session.light()
    card.refusal = { $0.isEmpty ? .invalid : nil }
    try session.finish(.black)
    #expect(card.glass == [UInt32](repeating: 0, count: 16 * 8))
  }

  @Test func driverWithFrozenFlips_getsLegacyCalls() throws {
    let card = FakeKMS()
    card.driver = "vmwgfx"
    card.ignoresFlips = true
    card.uploads = true
    let session = DRMSession(card)
    try session.light()
    try settle(session)
    expectShown(session, [0xCC])
    #expect(card.commits.isEmpty)
    #expect(!session.reports.contains { $0.contains("refused") })
  }

  /// The event of each flip has the number of the first one.
  @Test func flipsWithoutEffect_areFollowedByLegacyCalls() throws {
    let card = FakeKMS()
    let session = DRMSession(card)
    try session.light()
    card.ignoresFlips = true
    try settle(session, frames: 30)
    expectShown(session, [0xCC])
    #expect(
      session.reports.contains("HDMI-A-1: page flips have no effect; using legacy calls"))
  }
}
