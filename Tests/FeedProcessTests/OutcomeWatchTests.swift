import Base
import Testing

@testable import FeedProcess

@Suite struct OutcomeWatchTests {
  @Test func report_ofTheOutcomeSent_counts() {
    var watch = OutcomeWatch()
    watch.stateChanged(isOutcome: false, at: .zero)
    watch.stateSent()
    watch.stateChanged(isOutcome: true, at: .zero)
    watch.outcomeShown(received: 1, at: .seconds(1))
    #expect(watch.seenAt == nil)
    watch.stateSent()
    watch.outcomeShown(received: 2, at: .seconds(2))
    #expect(watch.seenAt == .seconds(2))
  }

  @Test func report_onItsWayAcrossAReset_doesNotCount() {
    var watch = OutcomeWatch()
    watch.stateChanged(isOutcome: true, at: .zero)
    watch.stateSent()
    watch.stateChanged(isOutcome: false, at: .zero)
    watch.stateSent()
    watch.stateChanged(isOutcome: true, at: .zero)
    watch.stateSent()
    watch.outcomeShown(received: 1, at: .seconds(1))
    #expect(watch.seenAt == nil)
    watch.outcomeShown(received: 3, at: .seconds(2))
    #expect(watch.seenAt == .seconds(2))
  }

  @Test func wordsAfterTheOutcome_changeNothing() {
    var watch = OutcomeWatch()
    watch.stateChanged(isOutcome: true, at: .zero)
    watch.stateSent()
    watch.stateChanged(isOutcome: true, at: .zero)
    watch.outcomeShown(received: 1, at: .seconds(1))
    watch.outcomeShown(received: 2, at: .seconds(5))
    #expect(watch.seenAt == .seconds(1))
  }

  @Test func anotherPresenter_beginsWithTheOutcome() {
    var watch = OutcomeWatch()
    for _ in 0..<9 { watch.stateSent() }
    watch.stateChanged(isOutcome: true, at: .zero)
    watch.presenterStarted()
    watch.outcomeShown(received: 0, at: .seconds(1))
    #expect(watch.seenAt == .seconds(1))
  }

  @Test func outcome_isKnownSinceItCame_notSinceItWasSaidAgain() {
    var watch = OutcomeWatch()
    #expect(watch.knownAt == nil)
    watch.stateChanged(isOutcome: true, at: .seconds(3))
    watch.stateSent()
    watch.presenterStarted()
    watch.stateChanged(isOutcome: true, at: .seconds(9))
    #expect(watch.knownAt == .seconds(3))
    watch.stateChanged(isOutcome: false, at: .seconds(10))
    #expect(watch.knownAt == nil)
  }

  /// The end of a session, seconds after the outcome: for a command or not, with a display or not,
  /// after a shown frame or not.
  @Test(
    arguments: [
      (false, nil, false, 60 + 7 + 3), (false, nil, true, 60 + 7 + 3),
      (false, true, true, 60 + 7 + 3), (false, false, true, 60 + 7 + 3), (false, false, false, 0),
      (true, nil, false, 2), (true, true, true, 10 + 3), (true, false, true, 0),
      (true, false, false, 0),
    ] as [(Bool, Bool?, Bool, Int)])
  func deadline_isThatOfTheTable(wraps: Bool, hasDisplay: Bool?, hasShown: Bool, seconds: Int) {
    let timing = OutcomeWatch.Timing(
      outcomeTime: .seconds(3), displayTimeout: .seconds(7), wraps: wraps, hasDisplay: hasDisplay,
      hasShown: hasShown)
    var watch = OutcomeWatch()
    #expect(watch.deadline(timing) == nil)
    watch.stateChanged(isOutcome: true, at: .seconds(100))
    #expect(watch.deadline(timing) == .seconds(100 + seconds))
    watch.stateSent()
    watch.outcomeShown(received: 1, at: .seconds(101))
    #expect(watch.deadline(timing) == .seconds(104))
  }
}
