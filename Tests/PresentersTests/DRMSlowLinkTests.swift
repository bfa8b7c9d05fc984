import Base
import FakeCards
import KMS
import LinuxSystem
import Pixels
import TestSupport
import Testing

@testable import Presenters

/// Displays behind a slow wire: the time of an upload sets the frame rate.
@Suite struct DRMSlowLinkTests {
  private func card(hasClips: Bool, _ pixelTime: Duration) -> FakeKMS {
    let card = FakeKMS()
    (card.driver, card.uploads, card.mergesDamage) = ("panel-mipi-dbi", true, true)
    card.hardware.layers[0].takesDamage = hasClips
    card.pixelTime = pixelTime
    return card
  }

  /// Presents a rectangle over and over, and waits for each to be shown.
  private func show(_ rect: PixelRect, times: Int, on session: DRMSession) throws {
    for _ in 0..<times {
      try session.present(rect)
      // The first event comes after its deadline, when the display is ready again.
      for _ in 0..<2_000 where !session.isReady || !session.isShown { try session.step() }
      #expect(session.isShown)
    }
  }

  /// 128 pixels of 1 ms. The display's mode has 60 frames a second.
  @Test(arguments: [true, false]) func period_isThatOfTheLink(hasClips: Bool) throws {
    let session = DRMSession(card(hasClips: hasClips, .milliseconds(1)))
    try session.light()
    let output = try #require(session.outputs.first)
    let usual = output.refreshPeriod
    #expect(usual < .milliseconds(20))
    try show(PixelRect(output.size), times: 8, on: session)
    #expect(output.refreshPeriod >= .milliseconds(128 * 4 / 3))
    #expect(output.refreshPeriod <= .milliseconds(200))
    // Less damage takes less time.
    try show(PixelRect(left: 0, top: 0, right: 2, bottom: 2), times: 20, on: session)
    #expect(output.refreshPeriod < .milliseconds(40))
  }

  /// Distant pieces are commits of their own, and a frame takes the time of all.
  @Test func piecesOfAFrame_areMeasuredTogether() throws {
    let session = DRMSession(card(hasClips: true, .milliseconds(10)))
    try session.light()
    let output = try #require(session.outputs.first)
    for _ in 0..<12 {
      try session.present(
        PixelRect(left: 0, top: 0, right: 2, bottom: 2),
        PixelRect(left: 12, top: 6, right: 16, bottom: 8))
      for _ in 0..<400 where !session.isReady { try session.step() }
    }
    #expect(output.refreshPeriod >= .milliseconds(120))
  }

  /// An upload of 1.5 s looks like a lost event at first.
  @Test func uploadOfSeconds_isNoFailure() throws {
    let session = DRMSession(card(hasClips: true, .milliseconds(12)))
    try session.light()
    let output = try #require(session.outputs.first)
    for _ in 0..<4_000 {
      try session.step()
      if session.isReady { try session.present(PixelRect(output.size)) }
    }
    let reports = session.reports.joined(separator: "\n")
    #expect(!reports.contains("no effect") && !reports.contains("keep failing"))
    #expect(!session.card.calls.contains(.setCRTC))
    // From the second frame on, the event is waited for.
    #expect(session.reports.count { $0.contains("no page-flip event") } <= 1)
    for _ in 0..<400 where !session.isReady { try session.step() }
    #expect(session.isShown)
  }

  /// A lost event, and a pause until the next frame, are no slow upload.
  @Test(arguments: [true, false]) func lostEvent_isNoSlowLink(hasClips: Bool) throws {
    let session = DRMSession(card(hasClips: hasClips, .microseconds(10)))
    try session.light()
    let output = try #require(session.outputs.first)
    try show(PixelRect(output.size), times: 4, on: session)
    session.card.eventsToLose = 1
    try session.present(PixelRect(output.size))
    for _ in 0..<2_000 { try session.step() }
    try show(PixelRect(output.size), times: 2, on: session)
    #expect(output.refreshPeriod < .milliseconds(40))
  }

  /// 128 pixels of 3 ms: the fourth upload shows that motion is out of reach, and no quick one
  /// changes that.
  @Test func linkThatIsTooSlowForMotion_isKnown() throws {
    let session = DRMSession(card(hasClips: true, .milliseconds(3)))
    try session.light()
    let output = try #require(session.outputs.first)
    let whole = PixelRect(output.size)
    let corner = PixelRect(left: 0, top: 0, right: 2, bottom: 2)
    // One that is late for another reason does not count with those before a quick one.
    try show(whole, times: 3, on: session)
    try show(corner, times: 1, on: session)
    try show(whole, times: 3, on: session)
    #expect(!output.isSlow)
    try show(whole, times: 1, on: session)
    #expect(output.isSlow)
    try show(corner, times: 20, on: session)
    #expect(output.isSlow)
  }

  /// gud gives an upload up after seconds, and reports nothing. The whole picture is sent again
  /// until the device takes it, and then no more.
  @Test(arguments: [true, false]) func uploadThatTheDriverGaveUp_isSentAgain(hasClips: Bool) throws
  {
    let card = card(hasClips: hasClips, .microseconds(10))
    card.driver = "gud"
    let session = DRMSession(card)
    try session.light()
    let output = try #require(session.outputs.first)
    let corner = PixelRect(left: 0, top: 0, right: 2, bottom: 2)
    try show(corner, times: 4, on: session)
    card.uploadFailure = .seconds(5)
    try session.present(corner)
    for _ in 0..<4_000 { try session.step() }
    #expect(!session.isShown)
    card.uploadFailure = nil
    for _ in 0..<1_600 where !session.isShown { try session.step() }
    #expect(session.isShown)
    for _ in 0..<400 { try session.step() }
    let count = card.copiedPixels
    for _ in 0..<1_000 { try session.step() }
    #expect(card.copiedPixels == count)
    try show(corner, times: 4, on: session)
    // What was lost tells nothing about the link.
    #expect(!output.isSlow && output.refreshPeriod < .milliseconds(40))
    #expect(!session.reports.contains { $0.contains("no page-flip event") })
  }

  /// Six frames a second show motion.
  @Test func linkOfSomeFramesASecond_isNotTooSlow() throws {
    let session = DRMSession(card(hasClips: true, .milliseconds(1)))
    try session.light()
    let output = try #require(session.outputs.first)
    try show(PixelRect(output.size), times: 20, on: session)
    #expect(!output.isSlow)
  }

  /// Scan-out hardware has vertical blanks; nothing is measured.
  @Test func otherDrivers_keepTheirMode() throws {
    let session = DRMSession(FakeKMS())
    try session.light()
    let output = try #require(session.outputs.first)
    let usual = output.refreshPeriod
    for _ in 0..<30 {
      try session.present(PixelRect(output.size))
      for _ in 0..<30 where !session.isReady { try session.step() }
    }
    #expect(output.refreshPeriod == usual)
  }
}
