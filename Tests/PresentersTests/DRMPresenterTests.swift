import Base
import FakeCards
import KMS
import LinuxSystem
import Pixels
import Presenters
import TestSupport
import Testing

@Suite struct DRMPresenterTests {
  let card = FakeKMS()

  /// The flags of all commits.
  private var flags: [CommitFlags] { card.commits.map { $0.flags } }

  @Test func firstFrame_isRehearsed_thenWaitedFor() throws {
    let session = DRMSession(card)
    try session.light()
    #expect(flags == [.testOnly, [.testOnly, .allowModeset], .allowModeset])
    #expect(session.isShown)
    #expect(session.isReady)
  }

  @Test func reports_comeInOrder_withTheConsolePutAsideLast() throws {
    let session = DRMSession(card)
    try session.light()
    // Two commits, the rehearsals, were made when the console was put aside.
    #expect(session.reports == ["card 77", "buffers fb00 fb01", "graphics 2"])
  }

  @Test func flip_isNotWaitedFor_andTellsExactDamage() throws {
    let session = DRMSession(card)
    try session.light()
    let (one, two) = (
      PixelRect(left: 1, top: 1, right: 3, bottom: 2),
      PixelRect(left: 8, top: 4, right: 16, bottom: 8)
    )
    // The second frame is the first one in its buffer, and whole.
    try session.present(one)
    for _ in 0..<3 { try session.step() }
    try session.present(one, two)
    #expect(!session.isReady)
    #expect(card.commits.last?.flags == [.nonblock, .pageFlipEvent])
    #expect(card.commits.last?.clips == [one, two])
    for _ in 0..<3 { try session.step() }
    #expect(session.isReady)
    #expect(session.isShown)
    #expect(card.leftovers.blobs == 1)
  }

  @Test func flip_onAPlaneWithoutDamage_tellsNone() throws {
    card.hardware.layers[0].takesDamage = false
    let session = DRMSession(card)
    try session.run(frames: 20)
    #expect(card.commits.allSatisfy { $0.clips == nil })
    #expect(session.isShown)
  }

  @Test func emptyDamage_isNoCommit() throws {
    let session = DRMSession(card)
    try session.light()
    try session.present()
    #expect(card.commits.count == 3)
    #expect(session.isReady)
  }

  @Test(arguments: [true, false], [true, false])
  func partialDamage_addsUpToTheWholeFrame(takesDamage: Bool, hasBlank: Bool) throws {
    card.hardware.layers[0].takesDamage = takesDamage
    card.lacksVerticalBlank = !hasBlank
    let session = DRMSession(card)
    try session.light()
    for _ in 0..<200 {
      while !session.isReady { try session.step() }
      #expect(session.isShown)
      try session.presentAnything()
    }
    #expect(card.tornFrames == 0)
  }

  // MARK: - What goes wrong with flips

  @Test func refusedFlip_isTriedAgain_withoutTheLoop() throws {
    let session = DRMSession(card)
    try session.light()
    card.refusals = 3
    try session.present(PixelRect(left: 0, top: 0, right: 2, bottom: 2))
    #expect(!session.isReady)
    for _ in 0..<30 { try session.step() }
    #expect(session.isShown)
    #expect(session.isReady)
    #expect(card.commits.suffix(4).map { $0.isTaken } == [false, false, false, true])
  }

  @Test func endlessRefusal_isBrokenByAWait() throws {
    let session = DRMSession(card)
    try session.light()
    card.refusals = .max
    try session.present(PixelRect(left: 0, top: 0, right: 2, bottom: 2))
    for _ in 0..<250 { try session.step() }
    #expect(session.isShown)
    #expect(card.commits.last?.flags == [])
    #expect(card.commits.count < 80)
  }

  @Test func refusedFrame_isShownByFinish() throws {
    let session = DRMSession(card)
    try session.light()
    card.refusals = 1
    try session.present(PixelRect(left: 0, top: 0, right: 2, bottom: 2))
    try session.finish()
    #expect(session.isShown)
  }

  @Test func lostEvent_countsAsCome_after100Milliseconds() throws {
    let session = DRMSession(card)
    try session.light()
    card.eventsToLose = 2
    for _ in 0..<2 {
      try session.present(PixelRect(left: 0, top: 0, right: 2, bottom: 2))
      for _ in 0..<19 { try session.step() }
      #expect(!session.isReady)
      try session.step()
      #expect(session.isReady)
    }
    // Said once, not twice, within 10 s.
    #expect(session.reports.count { $0.contains("no page-flip event") } == 1)
    try session.present(PixelRect(left: 4, top: 0, right: 9, bottom: 2))
    for _ in 0..<3 { try session.step() }
    #expect(session.isShown)
  }

  @Test func lateEvent_saysNothingOfTheNextFlip() throws {
    let session = DRMSession(card)
    try session.light()
    card.eventsToLose = 1
    try session.present(PixelRect(left: 0, top: 0, right: 2, bottom: 2))
    let late = try #require(card.commits.last?.userData)
    for _ in 0..<20 { try session.step() }
    try session.present(PixelRect(left: 0, top: 0, right: 3, bottom: 3))
    card.sendEvent(userData: UInt64(late), at: session.now, sequence: 5)
    try session.step(blanks: false)
    #expect(!session.isReady)
    for _ in 0..<3 { try session.step() }
    #expect(session.isReady)
  }

  // MARK: - Time

  @Test func verticalBlank_isTheEventsTime() throws {
    let session = DRMSession(card)
    try session.light()
    #expect(session.outputs.first?.lastVerticalBlank == nil)
    #expect(session.outputs.first?.refreshPeriod == .nanoseconds(16_666_666))
    try session.present(PixelRect(left: 0, top: 0, right: 2, bottom: 2))
    while !session.isReady { try session.step() }
    #expect(session.outputs.first?.lastVerticalBlank == session.now)
  }

  @Test func verticalBlank_ofADriverWithout_isNil() throws {
    card.lacksVerticalBlank = true
    let session = DRMSession(card)
    try session.run(frames: 5)
    #expect(session.outputs.first?.lastVerticalBlank == nil)
    #expect(session.isShown)
  }

  // MARK: - Everything fails once

  /// Calls of a whole session, counted on one without failures.
  static let callCount: Int = {
    let card = FakeKMS()
    try? DRMSession(card).run(frames: 12)
    return card.calls.count
  }()

  static let codes: [ErrorCode] = [.noDevice, .busy, .invalid, .noMemory, .accessDenied]

  @Test(arguments: codes) func anyCallFailing_endsInAnError_orTheRightPicture(_ code: ErrorCode) {
    #expect(Self.callCount > 100)
    for nth in 1...Self.callCount {
      let card = FakeKMS()
      card.failing(nth: nth, with: code)
      let session = DRMSession(card)
      do {
        try session.run(frames: 12)
        #expect(
          session.presentedCount >= 12 && session.isShown, "call \(nth): \(card.calls[nth - 1])")
      } catch {
        #expect((error as? PresenterError)?.message.isEmpty == false, "call \(nth)")
      }
    }
  }

  @Test(arguments: [.createDumbBuffer, .map, .addFramebuffer] as [FakeKMS.Call])
  func failedSetup_leavesNothingBehind_andIsTriedAgain(call: FakeKMS.Call) throws {
    card.failing(call, with: .noMemory)
    let session = DRMSession(card)
    try session.light()
    #expect(!session.isReady)
    #expect(card.leftovers == (0, 0, 0))
    for _ in 0..<210 { try session.step() }
    try session.light()
    #expect(session.isShown)
    #expect(card.leftovers == (1, 2, 2))
  }
}
