import Base
import FakeCards
import KMS
import LinuxSystem
import Pixels
import TestSupport
import Testing

@testable import Presenters

/// The first frames of all displays, and each change of routes, are the commit that was tested.
@Suite struct DRMJointModesetTests {
  /// The CRTCs, by index, that feed three displays when the program starts; nil for a dark one.
  private static let routes: [[Int?]] = {
    let places: [Int?] = [nil, 0, 1, 2]
    return places.flatMap { one in
      places.flatMap { two in places.map { three in [one, two, three] } }
    }.filter { route in
      let lit = route.compactMap { $0 }
      return Set(lit).count == lit.count
    }
  }()

  /// Three displays, each of which only its own CRTC can feed now; the firmware fed them by others.
  private func card(_ routes: [Int?]) -> FakeKMS {
    var hardware = FakeHardware.displays([(16, 8), (8, 16), (12, 12)])
    for (index, route) in routes.enumerated() {
      guard let route else { continue }
      hardware.sockets[index].crtc = 0xCC + ObjectID(route)
      hardware.crtcs[route].mode = hardware.sockets[index].connector.modes[0]
      hardware.layers[route].plane.crtc = 0xCC + ObjectID(route)
    }
    return FakeKMS(hardware)
  }

  private func expectAllShown(_ session: DRMSession, _ note: String) {
    #expect(session.outputs.count == 3, "\(note)")
    for (index, output) in session.outputs.enumerated() {
      #expect(
        session.card.glass(of: 0xCC + UInt32(index)) == session.pixels(of: output),
        "\(note): \(index) \(session.reports)")
    }
  }

  /// The properties that a commit sets, apart from the framebuffers.
  private func settings(_ commit: FakeKMS.Commit?) -> [PropertyAssignment] {
    commit?.assignments.filter { $0.property != FakeKMS.propertyID(.framebufferID) } ?? []
  }

  @Test func firstFrames_areTheTestedCommit_inAnyPermutation() throws {
    for route in Self.routes {
      let card = card(route)
      let session = DRMSession(card)
      try session.light()
      let shown = card.commits.filter { $0.isTaken && !$0.flags.contains(.testOnly) }
      let kept = route.indices.count { route[$0] == $0 }
      // Displays that keep their modes are shown first, each by its own commit.
      #expect(shown.count == (kept == 3 ? 1 : kept + 1), "\(route): \(session.reports)")
      let tested = card.commits.last { $0.flags.contains(.testOnly) && $0.isTaken }
      if shown.count == 1 { #expect(settings(shown.first) == settings(tested), "\(route)") }
      for _ in 0..<8 { try session.step() }
      expectAllShown(session, "\(route)")
    }
  }

  /// The driver takes the test of all, and then refuses a commit of more than one display.
  @Test func driverThatRefusesTheWhole_isLitOneByOne() throws {
    for route in Self.routes {
      let card = card(route)
      card.refusal = { [unowned card] _ in
        guard let commit = card.commits.last, !commit.flags.contains(.testOnly) else { return nil }
        let lit = card.hardware.crtcs.count { commit.value($0.id, .modeID) ?? 0 != 0 }
        return lit > 1 ? .invalid : nil
      }
      let session = DRMSession(card)
      let start = session.now
      try session.light()
      for _ in 0..<8 { try session.step() }
      expectAllShown(session, "\(route)")
      #expect(session.now - start < .milliseconds(100))
      #expect(!session.reports.contains { $0.contains("not shown") }, "\(session.reports)")
      #expect(card.hardware.sockets.map { $0.crtc } == [0xCC, 0xCD, 0xCE])
    }
  }

  /// A display is plugged that needs the CRTC of a lit one; a third display is not concerned.
  @Test(arguments: [Duration.zero, .seconds(3)], [true, false])
  func newRoutes_areOneCommit_andNothingIsDark(modesetTime: Duration, refusesWhole: Bool) throws {
    var hardware = FakeHardware.displays([(16, 8), (8, 16), (12, 12)])
    hardware.sockets[2].connector.connection = .disconnected
    for index in 0...1 { hardware.encoders[index].possibleCRTCs = 0b111 }
    hardware.encoders[2].possibleCRTCs = 0b001
    let card = FakeKMS(hardware)
    let session = DRMSession(card)
    try session.light()
    for _ in 0..<30 {
      try session.step()
      for output in session.outputs where output.isReady {
        try session.presentAnything(on: output)
      }
    }
    for _ in 0..<8 { try session.step() }
    #expect(card.hardware.sockets.map { $0.crtc } == [0xCC, 0xCD, 0])
    card.modesetTime = modesetTime
    if refusesWhole {
      card.refusal = { [unowned card] _ in
        guard let commit = card.commits.last, !commit.flags.contains(.testOnly) else { return nil }
        let lit = card.hardware.crtcs.count { commit.value($0.id, .modeID) ?? 0 != 0 }
        return lit > 1 ? .invalid : nil
      }
    }
    let before = card.commits.count
    card.hardware.sockets[2].connector.connection = .connected
    try session.hear(connectors: [0xC2])
    let untouched = session.outputs[1]
    let start = session.now
    var (last, longest, lit) = (start, Duration.zero, Duration?.none)
    for _ in 0..<1_600 {
      try session.step()
      for output in session.outputs where output.isReady {
        try session.presentAnything(on: output)
        if output !== untouched { continue }
        longest = max(longest, session.now - last)
        last = session.now
      }
      #expect(!card.glass(of: 0xCD).isEmpty)
      let isLit = [0xCC, 0xCE].allSatisfy { !card.glass(of: $0).isEmpty }
      if isLit, lit == nil { lit = session.now - start }
    }
    for _ in 0..<8 { try session.step() }
    #expect(longest < .milliseconds(100))
    #expect(try #require(lit) < modesetTime * (refusesWhole ? 2 : 1) + .milliseconds(50))
    #expect(card.hardware.sockets.map { $0.crtc } == [0xCE, 0xCD, 0xCC])
    for (output, crtc) in zip(session.outputs, [0xCE, 0xCD, 0xCC] as [ObjectID]) {
      #expect(card.glass(of: crtc) == session.pixels(of: output))
    }
    let modesets = card.commits[before...].filter {
      $0.isTaken && $0.flags.contains(.allowModeset) && !$0.flags.contains(.testOnly)
    }
    if !refusesWhole { #expect(modesets.count == 1) }
    #expect(!session.reports.contains { $0.contains("not shown") }, "\(session.reports)")
  }

  /// A display whose frame is late keeps no other one dark.
  @Test func firstFrame_waitsForNoLaterTurn() throws {
    let session = DRMSession(card([nil, nil, nil]))
    try session.step()
    let outputs = session.outputs
    try session.present([PixelRect(outputs[0].size)], on: outputs[0])
    #expect(session.card.glass.isEmpty && !outputs[0].isReady)
    for _ in 0..<4 { try session.step() }
    #expect(session.card.glass == session.pixels(of: outputs[0]))
    for output in outputs.dropFirst() { try session.present([PixelRect(output.size)], on: output) }
    for _ in 0..<8 { try session.step() }
    expectAllShown(session, "late")
  }

  /// The firmware fed two displays by each other's CRTC. The frame of one is late.
  @Test func displayThatIsLitLater_turnsNoOtherOff() throws {
    let card = card([1, 0, nil])
    card.hardware.sockets[2].connector.connection = .disconnected
    let session = DRMSession(card)
    try session.step()
    for output in session.outputs {
      try session.present([PixelRect(output.size)], on: output)
      for _ in 0..<3 { try session.step() }
    }
    for (index, output) in session.outputs.enumerated() {
      #expect(card.glass(of: 0xCC + UInt32(index)) == session.pixels(of: output))
    }
    let modesets = card.commits.filter { $0.isTaken && $0.flags == [.allowModeset, .nonblock] }
    #expect(modesets.count == 2)
  }

  /// A frame that is painted, and not lit, is not shown.
  @Test func displaysThatFail_haveShownNothing() throws {
    let card = card([nil, nil, nil])
    card.refusal = { [unowned card] _ in
      card.commits.last?.flags.contains(.testOnly) ?? true ? nil : ErrorCode(rawValue: 5)
    }
    let session = DRMSession(card)
    for step in 0..<800 {
      try session.step()
      if step == 100 { card.refusal = nil }
      for output in session.outputs where output.isReady {
        let isShown = try output.present(session.frames(of: output), for: session.now)
        #expect(!isShown || step > 100)
      }
    }
    for output in session.outputs {
      #expect(try output.present(session.frames(of: output), for: session.now))
    }
    expectAllShown(session, "EIO")
  }

  /// No display of a card that is gone is tried.
  @Test func cardThatGoes_isLeftAtOnce() throws {
    let card = card([nil, nil, nil])
    card.lacksAtomic = true
    card.failing(.setCRTC, with: .noDevice)
    let session = DRMSession(card)
    try session.light()
    #expect(card.calls.count { $0 == .setCRTC } == 1)
    #expect(session.reports.last == "gone")
  }

  /// One commit also turns off the planes that another program left on all displays.
  @Test func return_isOneCommit() throws {
    let card = card([0, 1, 2])
    let session = DRMSession(card)
    try session.light()
    session.pause()
    card.wipe()
    let before = card.commits.count
    try session.resume()
    #expect(card.commits.count == before + 1)
    expectAllShown(session, "return")
  }
}
