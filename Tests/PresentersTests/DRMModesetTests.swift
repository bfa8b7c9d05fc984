import Base
import FakeCards
import KMS
import LinuxSystem
import Pixels
import TestSupport
import Testing

@testable import Presenters

/// Modesets that take seconds, and devices that lose their memory.
@Suite struct DRMModesetTests {
  /// A card with one lit display and one that was plugged just now.
  private func plugged(modesetTime: Duration) throws -> DRMSession {
    let hardware = FakeHardware.displays([(16, 8), (8, 16)])
    hardware.sockets[1].connector.connection = .disconnected
    let card = FakeKMS(hardware)
    let session = DRMSession(card)
    try session.light()
    try presentEverywhere(session, for: .seconds(1))
    card.modesetTime = modesetTime
    card.hardware.sockets[1].connector.connection = .connected
    try session.hear(connectors: [card.hardware.sockets[1].connector.id])
    return session
  }

  /// Presents frames on all displays.
  ///
  /// - Returns: the longest time between two frames of the first display.
  @discardableResult
  private func presentEverywhere(
    _ session: DRMSession, for time: Duration
  ) throws -> Duration {
    let end = session.now + time
    var (last, longest) = (session.now, Duration.zero)
    while session.now < end {
      try session.step()
      for (index, output) in session.outputs.enumerated() where output.isReady {
        try session.presentAnything(on: output)
        if index > 0 { continue }
        longest = max(longest, session.now - last)
        last = session.now
      }
    }
    longest = max(longest, session.now - last)
    for _ in 0..<8 { try session.step() }
    return longest
  }

  private func expectAllShown(_ session: DRMSession) {
    #expect(session.outputs.count == 2)
    for (index, output) in session.outputs.enumerated() {
      #expect(session.card.glass(of: 0xCC + UInt32(index)) == session.pixels(of: output))
    }
  }

  @Test func modesetOfSeconds_delaysNoOtherDisplay() throws {
    let session = try plugged(modesetTime: .seconds(3))
    #expect(try presentEverywhere(session, for: .seconds(5)) < .milliseconds(100))
    expectAllShown(session)
    #expect(session.card.tornFrames == 0)
    #expect(!session.reports.contains { $0.contains("no page-flip event") })
  }

  @Test func linkThatIsTrainedAnew_delaysNoOtherDisplay() throws {
    let session = try plugged(modesetTime: .zero)
    try presentEverywhere(session, for: .seconds(1))
    session.card.modesetTime = .seconds(3)
    session.card.hardware.sockets[1].isLinkBad = true
    try session.hear(connectors: [session.card.hardware.sockets[1].connector.id])
    #expect(try presentEverywhere(session, for: .seconds(5)) < .milliseconds(100))
    #expect(!session.card.hardware.sockets[1].isLinkBad)
    expectAllShown(session)
  }

  /// Some drivers make modesets only while the caller waits.
  @Test func driverThatRefusesIt_isWaitedFor() throws {
    let session = try plugged(modesetTime: .milliseconds(300))
    session.card.waitsForModesets = true
    #expect(try presentEverywhere(session, for: .seconds(2)) >= .milliseconds(300))
    expectAllShown(session)
  }

  /// The plugged display was on a CRTC that has no plane for us. The kernel sends an event when
  /// that CRTC is turned off, and refuses one if it was not active.
  @Test(arguments: [true, false]) func formerCRTC_hasItsOwnEvent(isActive: Bool) throws {
    var hardware = FakeHardware.displays([(16, 8), (8, 16), (8, 16)])
    hardware.sockets[1].connector.connection = .disconnected
    hardware.sockets[2].connector.connection = .disconnected
    hardware.encoders[1].possibleCRTCs = 0b110
    hardware.layers[2].plane.formats = [FakeHardware.c8]
    let card = FakeKMS(hardware)
    let session = DRMSession(card)
    try session.light()
    try presentEverywhere(session, for: .seconds(1))
    card.modesetTime = .seconds(3)
    card.hardware.sockets[1].connector.connection = .connected
    card.hardware.sockets[1].crtc = 0xCE
    card.hardware.crtcs[2].mode = card.hardware.sockets[1].connector.modes[0]
    if !isActive { card.hardware.inactive = [0xCE] }
    try session.hear(connectors: [0xC1])
    let plugged = try #require(session.outputs.last)
    try session.present([PixelRect(plugged.size)], on: plugged)
    for _ in 0..<6 { try session.step() }
    #expect(!plugged.isReady)
    #expect(try presentEverywhere(session, for: .seconds(5)) < .milliseconds(100))
    expectAllShown(session)
    #expect(card.hardware.crtcs[2].mode == nil)
    #expect(session.reports.allSatisfy { !$0.contains("HDMI-A-") })
  }

  /// Both tiles take the other's CRTC or their own, so none of them is turned off.
  @Test func tileOnTheOthersCRTC_hasOneEvent() throws {
    var hardware = FakeHardware.displays([(8, 8), (8, 8), (8, 16)])
    for index in 0...1 {
      hardware.sockets[index].tile = ByteString("7:1:2:1:\(index):0:8:8")
      hardware.sockets[index].connector.connection = .disconnected
    }
    hardware.encoders[0].possibleCRTCs = 0b011
    hardware.encoders[1].possibleCRTCs = 0b001
    let card = FakeKMS(hardware)
    let session = DRMSession(card)
    try session.light()
    try presentEverywhere(session, for: .seconds(1))
    card.modesetTime = .seconds(3)
    for index in 0...1 { card.hardware.sockets[index].connector.connection = .connected }
    card.hardware.sockets[0].crtc = 0xCC
    card.hardware.crtcs[0].mode = card.hardware.sockets[0].connector.modes[0]
    try session.hear(connectors: [0xC0, 0xC1])
    let tiled = try #require(session.outputs.first { $0.size.width == 16 })
    try session.present([PixelRect(tiled.size)], on: tiled)
    for _ in 0..<6 { try session.step() }
    #expect(!tiled.isReady)
    try presentEverywhere(session, for: .seconds(5))
    #expect(tiled.isReady)
    #expect(card.hardware.crtcs.prefix(2).map { $0.mode?.hdisplay } == [8, 8])
  }

  /// A display that is turned off takes a second. A flip of it is under way, or none.
  @Test(arguments: [true, false]) func unpluggedDisplay_delaysNoOtherDisplay(
    isMoving: Bool
  ) throws {
    let session = try plugged(modesetTime: .zero)
    try presentEverywhere(session, for: .seconds(1))
    session.card.modesetTime = .seconds(1)
    if isMoving { for output in session.outputs { try session.presentAnything(on: output) } }
    session.card.hardware.sockets[1].connector.connection = .disconnected
    let start = session.now
    try session.hear(connectors: [0xC1])
    #expect(try presentEverywhere(session, for: .seconds(3)) < .milliseconds(50))
    #expect(session.now - start < .milliseconds(3_200))
    #expect(session.card.hardware.crtcs[1].mode == nil)
    #expect(session.card.glass(of: 0xCC) == session.pixels(of: session.outputs[0]))
    #expect(session.card.leftovers == (1, 2, 2))
    // The display may come back while it is turned off.
    session.card.hardware.sockets[1].connector.connection = .connected
    try session.hear(connectors: [0xC1])
    #expect(try presentEverywhere(session, for: .seconds(5)) < .milliseconds(50))
    expectAllShown(session)
  }

  /// The display's own modeset is under way.
  @Test func displayThatIsUnpluggedDuringItsModeset_delaysNoOtherDisplay() throws {
    let session = try plugged(modesetTime: .seconds(3))
    try session.presentAnything()
    for _ in 0..<6 { try session.step() }
    #expect(session.outputs.allSatisfy { ($0 as? DRMDisplay)?.isLit ?? false })
    session.card.hardware.sockets[1].connector.connection = .disconnected
    try session.hear(connectors: [0xC1])
    #expect(try presentEverywhere(session, for: .seconds(5)) < .milliseconds(50))
    try presentEverywhere(session, for: .seconds(3))
    #expect(session.card.hardware.crtcs[1].mode == nil)
    #expect(session.card.leftovers == (1, 2, 2))
  }

  /// The kernel refuses a nonblocking modeset of a CRTC that has a pending flip. The driver makes
  /// all CRTCs part of each modeset, so no flip is taken meanwhile.
  @Test func pendingFlip_isWaitedForWithoutBlocking() throws {
    let session = try plugged(modesetTime: .seconds(3))
    let card = session.card
    card.joinsModesets = true
    try session.presentAnything(on: session.outputs[0])
    let plugged = session.outputs[1]
    let (start, before) = (session.now, card.commits.count)
    try session.presentAnything(on: plugged)
    #expect(session.now == start && card.glass(of: 0xCD).isEmpty)
    try presentEverywhere(session, for: .seconds(6))
    expectAllShown(session)
    let modesets = card.commits[before...].filter {
      $0.isTaken && $0.flags.contains(.allowModeset) && !$0.flags.contains(.testOnly)
    }
    #expect(modesets.map { $0.flags } == [[.allowModeset, .nonblock]])
    // The flips that the other display's modeset refused are no failures.
    for output in session.outputs { #expect((output as? DRMDisplay)?.flips.failureCount == 0) }
    #expect(card.commits[before...].allSatisfy { $0.flags != [] })
    #expect(card.tornFrames == 0)
  }

  /// A driver may be busy for ever.
  @Test func modesetThatStaysBusy_blocksAfterASecond() throws {
    let session = try plugged(modesetTime: .zero)
    let card = session.card
    card.refusal = { [unowned card] _ in
      card.commits.last?.flags == [.allowModeset, .nonblock] ? .busy : nil
    }
    #expect(try presentEverywhere(session, for: .milliseconds(900)) < .milliseconds(50))
    #expect(card.glass(of: 0xCD).isEmpty)
    #expect(card.commits.count { $0.flags == [.allowModeset, .nonblock] } < 200)
    try presentEverywhere(session, for: .milliseconds(300))
    expectAllShown(session)
    #expect(session.reports.allSatisfy { !$0.contains("HDMI-A-") })
  }

  /// A tile is unplugged. The other one shows a picture of its own, on the same CRTC.
  @Test func displayThatShrinks_keepsItsNewPicture() throws {
    var hardware = FakeHardware.displays([(8, 8), (8, 8), (8, 16)])
    for index in 0...1 { hardware.sockets[index].tile = ByteString("7:1:2:1:\(index):0:8:8") }
    let card = FakeKMS(hardware)
    let session = DRMSession(card)
    try session.light()
    try presentEverywhere(session, for: .seconds(1))
    #expect(session.outputs.map { $0.size.width } == [16, 8])
    for output in session.outputs { try session.presentAnything(on: output) }
    card.hardware.sockets[1].connector.connection = .disconnected
    try session.hear(connectors: [0xC1])
    let heir = try #require(session.outputs.first { session.isUnused($0) })
    try session.presentAnything(on: heir)
    for _ in 0..<12 {
      try session.step()
      if (heir as? DRMDisplay)?.isLit ?? false, heir.isReady {
        #expect(card.glass(of: 0xCC) == session.pixels(of: heir))
      }
    }
    #expect(heir.isReady && card.hardware.crtcs[1].mode == nil)
    #expect(card.leftovers.buffers == 4)
  }

  @Test(arguments: [false, true]) func reset_drawsAllAnew(uploads: Bool) throws {
    let card = FakeKMS(.displays([(16, 8), (8, 16)]))
    if uploads { (card.driver, card.uploads) = ("mgag200", true) }
    let session = DRMSession(card)
    try session.light()
    try presentEverywhere(session, for: .seconds(1))
    card.loseMemory()
    try session.hear(reset: true)
    for _ in 0..<8 { try session.step() }
    expectAllShown(session)
    // Later frames are right, too.
    try presentEverywhere(session, for: .seconds(1))
    expectAllShown(session)
  }

  /// The kernel tells of no resume; the next frame finds out.
  @Test func resume_drawsAllAnew() throws {
    let card = FakeKMS()
    let session = DRMSession(card)
    try session.light()
    for _ in 0..<8 { try session.step() }
    card.loseMemory()
    session.suspendedTime = .seconds(5)
    try session.present(PixelRect(PixelSize(width: 2, height: 2)))
    for _ in 0..<8 { try session.step() }
    #expect(session.isShown)
    let count = card.commits.count
    for _ in 0..<100 { try session.step() }
    #expect(card.commits.count == count)
  }
}
