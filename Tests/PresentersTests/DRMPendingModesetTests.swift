import Base
import FakeCards
import KMS
import LinuxSystem
import Pixels
import TestSupport
import Testing

@testable import Presenters

/// Displays beside the modesets of others, and modesets that are tried again.
@Suite struct DRMPendingModesetTests {
  private let errorOfLink = ErrorCode(rawValue: 5)

  /// Presents frames on all displays, for a time or until a condition is met. None may block the
  /// program.
  private func presentEverywhere(
    _ session: DRMSession, for time: Duration, until isDone: () -> Bool = { false }
  ) throws {
    let end = session.now + time
    while session.now < end, !isDone() {
      let before = session.now
      try session.step()
      for output in session.outputs where output.isReady {
        try session.presentAnything(on: output)
      }
      #expect(max(session.now, session.card.now) - before < .milliseconds(50))
    }
    for _ in 0..<8 { try session.step() }
  }

  private func expectAllShown(_ session: DRMSession) {
    for (index, output) in session.outputs.enumerated() {
      #expect(
        session.card.glass(of: 0xCC + UInt32(index)) == session.pixels(of: output),
        "\(session.reports)")
    }
  }

  private func display(_ session: DRMSession, _ index: Int) throws -> DRMDisplay {
    try #require(session.outputs[index] as? DRMDisplay)
  }

  private func lit() throws -> DRMSession {
    let session = DRMSession(FakeKMS(.displays([(16, 8), (8, 16)])))
    try session.light()
    try presentEverywhere(session, for: .seconds(1))
    return session
  }

  /// A driver that refuses flips shows each frame by a modeset.
  @Test func driverWithoutFlips_showsFramesOnBoth() throws {
    let card = FakeKMS(.displays([(16, 8), (8, 16)]))
    card.alwaysSetsMode = true
    let session = DRMSession(card)
    try session.light()
    try presentEverywhere(session, for: .seconds(2))
    let count = session.presentedCount
    try presentEverywhere(session, for: .seconds(2))
    #expect(session.presentedCount > count + 50)
    expectAllShown(session)
  }

  /// The firmware lit one display. The link of the other one takes seconds.
  @Test func firstFrame_waitsForNoOtherLink() throws {
    let card = FakeKMS(.displays([(16, 8), (8, 16)]))
    card.hardware.sockets[0].crtc = 0xCC
    card.hardware.crtcs[0].mode = card.hardware.sockets[0].connector.modes[0]
    card.hardware.layers[0].plane.crtc = 0xCC
    card.modesetTime = .seconds(3)
    let session = DRMSession(card)
    try session.light()
    #expect(card.now - session.now < .milliseconds(50))
    #expect(card.glass == session.pixels(of: session.outputs[0]))
    try presentEverywhere(session, for: .seconds(4))
    expectAllShown(session)
  }

  /// Another program turned the second display off.
  @Test func return_waitsForNoOtherLink() throws {
    let session = try lit()
    let card = session.card
    session.pause()
    card.wipe()
    (card.hardware.sockets[1].crtc, card.hardware.crtcs[1].mode) = (0, nil)
    card.modesetTime = .seconds(3)
    try session.resume()
    #expect(card.now - session.now < .milliseconds(50))
    #expect(card.glass == session.pixels(of: session.outputs[0]))
    try presentEverywhere(session, for: .seconds(4))
    expectAllShown(session)
  }

  /// While the kernel is busy, a modeset is tried with each refresh period.
  @Test func busyModeset_isPreparedOnce() throws {
    let session = try lit()
    let card = session.card
    card.refusal = { [unowned card] _ in
      card.commits.last?.flags == [.allowModeset, .nonblock] ? .busy : nil
    }
    card.hardware.sockets[1].isLinkBad = true
    let (calls, tries) = (card.calls.count { $0 == .hideCursor }, card.commits.count)
    try session.hear(connectors: [0xC1])
    try presentEverywhere(session, for: .milliseconds(500))
    #expect(card.commits[tries...].count { $0.flags == [.allowModeset, .nonblock] } > 10)
    #expect(card.calls.count { $0 == .hideCursor } == calls + 1)
    card.refusal = nil
    try presentEverywhere(session, for: .seconds(1))
    expectAllShown(session)
  }

  /// A flip lacks memory. Its modeset is tried again, and lacks memory, too, but for the buffer
  /// that is visible.
  @Test func busyModeset_mayUseTheVisibleBuffer() throws {
    let session = try lit()
    let card = session.card
    let display = try display(session, 1)
    var isBusy = true
    card.refusal = { [unowned card, unowned display] _ in
      guard let commit = card.commits.last,
        let shown = commit.value(card.hardware.layers[1].plane.id, .framebufferID),
        ObjectID(shown) != display.framebuffer
      else { return nil }
      if commit.flags != [.allowModeset, .nonblock] { return .noMemory }
      defer { isBusy = false }
      return isBusy ? .busy : .noMemory
    }
    for _ in 0..<20 {
      try session.step()
      if display.isReady { try session.presentAnything(on: display) }
      #expect(!display.isFailing)
    }
    for _ in 0..<8 { try session.step() }
    expectAllShown(session)
  }

  /// The display's flips failed before, or its frames are shown by `drmModeDirtyFB`.
  @Test(arguments: [true, false]) func pendingModeset_isProbedWithoutBlocking(
    uploads: Bool
  ) throws {
    let card = FakeKMS(.displays([(16, 8), (8, 16)]))
    if uploads { (card.driver, card.uploads) = ("gud", true) }
    for index in card.hardware.layers.indices where uploads {
      card.hardware.layers[index].takesDamage = false
    }
    let session = DRMSession(card)
    try session.light()
    try presentEverywhere(session, for: .seconds(1))
    try display(session, 1).flips.isWaitedFor = !uploads
    card.modesetTime = .seconds(3)
    card.hardware.sockets[1].isLinkBad = true
    try session.hear(connectors: [0xC1])
    try presentEverywhere(session, for: .seconds(5))
    #expect(!card.hardware.sockets[1].isLinkBad)
    expectAllShown(session)
  }

  /// A display that waits for its flips, as the driver refuses others.
  @Test func refusedProbe_isFollowedByOneThatBlocks() throws {
    let session = try lit()
    let card = session.card
    try display(session, 1).flips.isWaitedFor = true
    card.refusal = { [unowned card] _ in
      guard let commit = card.commits.last, commit.flags == [.nonblock, .pageFlipEvent],
        commit.value(card.hardware.layers[1].plane.id, .framebufferID) != nil
      else { return nil }
      return .invalid
    }
    card.hardware.sockets[1].isLinkBad = true
    let before = card.commits.count
    try session.hear(connectors: [0xC1])
    for _ in 0..<100 {
      try session.step()
      for output in session.outputs where output.isReady {
        try session.presentAnything(on: output)
      }
    }
    #expect(card.commits[before...].count { $0.isTaken && $0.flags.contains(.allowModeset) } == 1)
    for _ in 0..<8 { try session.step() }
    expectAllShown(session)
  }

  /// Of two animated displays, one always has a flip pending. The driver makes all CRTCs part of
  /// each modeset. Another modeset may have been made before.
  @Test(arguments: [false, true]) func modesetBesideAnimatedDisplays_getsItsTurn(
    isSecond: Bool
  ) throws {
    let hardware = FakeHardware.displays([(16, 8), (8, 16), (12, 12), (8, 8)])
    for index in 2...3 { hardware.sockets[index].connector.connection = .disconnected }
    let card = FakeKMS(hardware)
    (card.blanksInTurn, card.joinsModesets) = (true, true)
    let session = DRMSession(card)
    try session.light()
    try presentEverywhere(session, for: .seconds(1))
    card.modesetTime = .milliseconds(300)
    for index in isSecond ? 2...3 : 2...2 {
      card.hardware.sockets[index].connector.connection = .connected
      try session.hear(connectors: [0xC0 + UInt32(index)])
      var isLit = false
      try presentEverywhere(session, for: .milliseconds(index == 3 ? 500 : 200)) {
        isLit = card.hardware.crtcs[index].mode != nil
        return isLit
      }
      #expect(isLit, "\(index)")
    }
    let before = session.presentedCount
    try presentEverywhere(session, for: .seconds(1))
    #expect(session.presentedCount > before + 40)
    for _ in 0..<8 { try session.step() }
    expectAllShown(session)
    // The display is turned off as soon.
    card.hardware.sockets[2].connector.connection = .disconnected
    try session.hear(connectors: [0xC2])
    var isOff = false
    try presentEverywhere(session, for: .milliseconds(200)) {
      isOff = card.hardware.crtcs[2].mode == nil
      return isOff
    }
    #expect(isOff)
    #expect(card.commits.allSatisfy { !$0.isTaken || $0.flags != .allowModeset })
  }

  /// The link of a display is trained, and fails again. Another one is plugged meanwhile.
  @Test func pluggedDisplay_waitsForNoBusyOne() throws {
    let hardware = FakeHardware.displays([(16, 8), (8, 16), (12, 12)])
    hardware.sockets[2].connector.connection = .disconnected
    let card = FakeKMS(hardware)
    let session = DRMSession(card)
    try session.light()
    try presentEverywhere(session, for: .seconds(1))
    card.modesetTime = .seconds(3)
    for _ in 0..<2 {
      card.hardware.sockets[1].isLinkBad = true
      try session.hear(connectors: [0xC1])
      try presentEverywhere(session, for: .milliseconds(100))
    }
    card.hardware.sockets[2].connector.connection = .connected
    try session.hear(connectors: [0xC2])
    try presentEverywhere(session, for: .milliseconds(100))
    #expect(card.hardware.crtcs[2].mode != nil)
    #expect(card.hardware.sockets[1].isLinkBad)
    try presentEverywhere(session, for: .seconds(8))
    #expect(!card.hardware.sockets[1].isLinkBad)
    expectAllShown(session)
  }

  /// Another program used the CRTC of a display that is unplugged and comes back.
  @Test func displayThatComesBack_isShownByAModeset() throws {
    var hardware = FakeHardware.displays([(16, 8), (8, 16), (12, 12)])
    hardware.sockets[2].connector.connection = .disconnected
    hardware.encoders[2].possibleCRTCs = 0b010
    let card = FakeKMS(hardware)
    let session = DRMSession(card)
    try session.light()
    try presentEverywhere(session, for: .seconds(1))
    let display = try display(session, 1)
    card.hardware.sockets[1].connector.connection = .disconnected
    card.hardware.sockets[2].connector.connection = .connected
    try session.hear(all: true)
    #expect(!session.outputs.contains { $0 === display })
    session.pause()
    card.wipe()
    card.hardware.sockets[1].connector.connection = .connected
    card.hardware.sockets[2].connector.connection = .disconnected
    try session.resume()
    for _ in 0..<8 { try session.step() }
    #expect(session.outputs.contains { $0 === display })
    #expect(!card.glass(of: 0xCD).contains(0xBAD))
    try presentEverywhere(session, for: .seconds(1))
    expectAllShown(session)
  }

  /// `drmModeDirtyFB` waits for a modeset, so an update is tested only after it.
  @Test(arguments: [false, true]) func pluggedDisplay_isUpdatedAfterItsModeset(
    isRefused: Bool
  ) throws {
    var hardware = FakeHardware.displays([(16, 8), (8, 16)])
    hardware.sockets[1].connector.connection = .disconnected
    for index in hardware.layers.indices { hardware.layers[index].takesDamage = false }
    let card = FakeKMS(hardware)
    (card.driver, card.uploads) = ("mgag200", true)
    let session = DRMSession(card)
    try session.light()
    try presentEverywhere(session, for: .seconds(1))
    card.modesetTime = .seconds(3)
    card.hardware.sockets[1].connector.connection = .connected
    try session.hear(connectors: [0xC1])
    let plugged = try display(session, 1)
    let count = card.calls.count { $0 == .markDirty }
    if isRefused { card.failing(.markDirty, with: .noSystemCall) }
    try session.presentAnything(on: plugged)
    for _ in 0..<300 {
      let before = session.now
      try session.step()
      #expect(max(session.now, card.now) - before < .milliseconds(50))
    }
    #expect(plugged.isLit && card.calls.count { $0 == .markDirty } == count)
    for _ in 0..<400 { try session.step() }
    #expect(card.calls.count { $0 == .markDirty } == count + 1)
    try presentEverywhere(session, for: .seconds(3))
    #expect(card.leftovers.buffers == (isRefused ? 3 : 2))
    expectAllShown(session)
  }

  /// The modeset left the former CRTC. The next search fails for another display.
  @Test func displayBesideAFailedSearch_isFollowed() throws {
    var hardware = FakeHardware.displays([(16, 8), (8, 16)])
    hardware.sockets[1].connector.connection = .disconnected
    hardware.sockets[0].crtc = 0xCD
    hardware.crtcs[1].mode = hardware.sockets[0].connector.modes[0]
    let card = FakeKMS(hardware)
    let session = DRMSession(card)
    try session.light()
    let display = try display(session, 0)
    #expect(display.output.pipes[0].others.crtcs.map { $0.id } == [0xCD])
    card.hardware.sockets[1].connector.connection = .connected
    card.failing(.createDumbBuffer, with: errorOfLink)
    try session.hear(connectors: [0xC1])
    #expect(session.outputs.count == 1)
    #expect(display.output.pipes[0].others.crtcs.isEmpty)
  }

  /// A display is unplugged, its CRTC is for another one without a frame, and is then turned off.
  @Test func formerDisplayThatIsOff_hasNoBuffers() throws {
    var hardware = FakeHardware.displays([(16, 8), (8, 16), (12, 12)])
    hardware.sockets[2].connector.connection = .disconnected
    hardware.encoders[2].possibleCRTCs = 0b010
    let card = FakeKMS(hardware)
    let session = DRMSession(card)
    try session.light()
    try presentEverywhere(session, for: .seconds(1))
    #expect(card.leftovers.buffers == 4)
    card.hardware.sockets[1].connector.connection = .disconnected
    card.hardware.sockets[2].connector.connection = .connected
    try session.hear(all: true)
    for _ in 0..<4 { try session.step() }
    #expect(card.leftovers.buffers == 5)
    (card.hardware.sockets[1].crtc, card.hardware.crtcs[1].mode) = (0, nil)
    try session.hear(all: true)
    for _ in 0..<4 { try session.step() }
    #expect(card.leftovers.buffers == 3)
  }

  /// Another display may have left room for the best mode meanwhile.
  @Test func smallerMode_isForgottenWithItsDisplay() throws {
    let card = FakeKMS()
    card.hardware.sockets[0].connector.modes = [(32, 16), (16, 8)].enumerated().map {
      FakeHardware.mode($1.0, $1.1, type: $0 == 0 ? 8 : 0)
    }
    card.refusal = { $0.contains { $0.area > 16 * 8 } ? .noMemory : nil }
    let session = DRMSession(card, wait: nil)
    try session.light()
    for _ in 0..<400 {
      try session.step()
      if session.isReady { try session.presentAnything() }
    }
    #expect(session.size?.width == 16)
    card.refusal = nil
    for (connection, width) in [(Connector.Connection.disconnected, nil), (.connected, 32)] {
      card.hardware.sockets[0].connector.connection = connection
      try session.hear(connectors: [0xC0])
      for _ in 0..<400 { try session.step() }
      #expect(session.size?.width == width)
    }
  }

  /// The card wakes up by itself for the first frame of another configuration.
  @Test func replacedDisplay_isDueAtOnce() throws {
    let session = try lit()
    let display = try display(session, 1)
    display.discard()
    try display.card.replace([display], at: session.now)
    #expect(try #require(session.presenter?.deadline) <= session.now)
    #expect(session.isUnused(session.outputs[1]))
  }

  /// After a suspension, frames precede the slow reading of the card.
  @Test func frames_areShownBeforeTheCardIsRead() throws {
    let session = try lit()
    let count = session.card.calls.count
    session.suspendedTime = .seconds(60)
    try session.stepOnce()
    let calls = session.card.calls[count...]
    let first = try #require(calls.firstIndex(of: .commit))
    #expect(!calls[..<first].contains(.resources))
  }
}
