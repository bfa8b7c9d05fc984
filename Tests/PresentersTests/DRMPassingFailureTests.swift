import FakeCards
import KMS
import LinuxSystem
import Pixels
import Testing

@testable import Presenters

/// Failures that pass by themselves, such as those of a USB link or of memory that is short for a
/// moment: they cost time, and no pixel.
@Suite struct DRMPassingFailureTests {
  /// EIO, ENOMEM, EBUSY, EPIPE, EPROTO, ETIMEDOUT, EREMOTEIO.
  private static let codes = [5, 12, 16, 32, 71, 110, 121].map { ErrorCode(rawValue: $0) }
  private static let calls: [FakeKMS.Call] = [
    .resources, .connector, .connectorCurrent, .encoder, .crtc, .planes, .plane, .properties,
    .createBlob, .createDumbBuffer, .map, .addFramebuffer, .commit, .setCRTC,
  ]

  private func card(isAtomic: Bool = true) -> FakeKMS {
    let card = FakeKMS()
    card.lacksAtomic = !isAtomic
    card.hardware.sockets[0].connector.modes = [(32, 16), (24, 12), (16, 8)].enumerated().map {
      FakeHardware.mode($1.0, $1.1, type: $0 == 0 ? 8 : 0)
    }
    return card
  }

  /// Presents up to 12 frames in the given time, and waits until the last one is shown.
  private func show(_ session: DRMSession, seconds: Int = 8) throws {
    var (steps, frames) = (0, 0)
    while steps < 200 * seconds, frames < 12 {
      try session.step()
      steps += 1
      if !session.isReady { continue }
      try session.presentAnything()
      frames += 1
    }
    for _ in 0..<8 { try session.step() }
  }

  @Test(arguments: codes, [true, false])
  func passingFailure_costsNoPixel(code: ErrorCode, isAtomic: Bool) throws {
    for call in Self.calls {
      for (first, count) in [(1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (1, 5)] {
        let card = card(isAtomic: isAtomic)
        for nth in first..<(first + count) { card.failing(call, nth: nth, with: code) }
        let session = DRMSession(card, wait: nil)
        try show(session)
        let failure = "\(call) \(first)...\(first + count - 1): \(session.reports)"
        #expect(session.isShown, "\(failure)")
        #expect(session.size == PixelSize(width: 32, height: 16), "\(failure)")
        #expect(card.hardware.crtcs[0].mode?.hdisplay == 32, "\(failure)")
        #expect(!session.reports.contains { $0.contains("legacy") }, "\(failure)")
      }
    }
  }

  /// A device that stays stuck for a minute, as a USB display under load.
  @Test(arguments: codes) func longFailure_endsAtThePreferredMode(code: ErrorCode) throws {
    let card = card()
    card.commitFailure = code
    let session = DRMSession(card, wait: nil)
    for count in 0..<12_000 {
      try session.step()
      if count % 20 == 0, session.isReady { try session.presentAnything() }
    }
    card.commitFailure = nil
    try show(session, seconds: 62)
    #expect(session.isShown && session.size == PixelSize(width: 32, height: 16))
    #expect(session.reports.count < 12, "\(session.reports)")
  }

  /// A probe that fails leaves a display without modes, and the kernel announces no change.
  @Test(arguments: [Connector.Connection.connected, .unknown], [false, true])
  func displayWithoutModes_isProbedAgain(connection: Connector.Connection, isLater: Bool) throws {
    let card = card()
    let session = DRMSession(card, wait: nil)
    if isLater { try show(session) }
    let modes = card.hardware.sockets[0].connector.modes
    card.hardware.sockets[0].connector.modes = []
    card.hardware.sockets[0].connector.connection = connection
    if isLater { try session.hear(all: true) }
    let probes = card.calls.count { $0 == .connector }
    try show(session, seconds: 60)
    #expect((5...7).contains(card.calls.count { $0 == .connector } - probes))
    #expect(!session.isReady && session.reports.count < 12, "\(session.reports)")
    card.hardware.sockets[0].connector.modes = modes
    try show(session, seconds: 12)
    #expect(session.isShown && session.size == PixelSize(width: 32, height: 16))
  }

  @Test func refusal_isSaidOnce() throws {
    let card = card()
    card.refusal = { $0.contains { $0.mode.hdisplay > 24 } ? .invalid : nil }
    let session = DRMSession(card)
    try show(session)
    for _ in 0..<3 { try session.hear(all: true) }
    #expect(session.size == PixelSize(width: 24, height: 12))
    #expect(
      session.reports.count { $0.contains("32x16") && $0.contains("Invalid argument") } == 1,
      "\(session.reports)")
  }
}
