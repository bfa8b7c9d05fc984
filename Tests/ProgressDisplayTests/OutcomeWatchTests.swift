import Testing

@testable import ProgressDisplay

@Suite struct OutcomeWatchTests {
  @Test func report_ofTheOutcomeSent_counts() {
    var watch = OutcomeWatch()
    watch.stateChanged(isOutcome: false)
    watch.stateSent()
    watch.stateChanged(isOutcome: true)
    watch.outcomeShown(received: 1, at: .seconds(1))
    #expect(watch.seenAt == nil)
    watch.stateSent()
    watch.outcomeShown(received: 2, at: .seconds(2))
    #expect(watch.seenAt == .seconds(2))
  }

  @Test func report_onItsWayAcrossAReset_doesNotCount() {
    var watch = OutcomeWatch()
    watch.stateChanged(isOutcome: true)
    watch.stateSent()
    watch.stateChanged(isOutcome: false)
    watch.stateSent()
    watch.stateChanged(isOutcome: true)
    watch.stateSent()
    watch.outcomeShown(received: 1, at: .seconds(1))
    #expect(watch.seenAt == nil)
    watch.outcomeShown(received: 3, at: .seconds(2))
    #expect(watch.seenAt == .seconds(2))
  }

  @Test func wordsAfterTheOutcome_changeNothing() {
    var watch = OutcomeWatch()
    watch.stateChanged(isOutcome: true)
    watch.stateSent()
    watch.stateChanged(isOutcome: true)
    watch.outcomeShown(received: 1, at: .seconds(1))
    watch.outcomeShown(received: 2, at: .seconds(5))
    #expect(watch.seenAt == .seconds(1))
  }

  @Test func anotherPresenter_beginsWithTheOutcome() {
    var watch = OutcomeWatch()
    for _ in 0..<9 { watch.stateSent() }
    watch.stateChanged(isOutcome: true)
    watch.presenterStarted()
    watch.outcomeShown(received: 0, at: .seconds(1))
    #expect(watch.seenAt == .seconds(1))
  }
}
