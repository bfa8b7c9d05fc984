import Base
import Feed
import LinuxSystem
import ProgressModel
import SessionProtocol
import TestSupport
import Testing

@testable import FeedProcess

/// Sessions of a keeper in memory: the feed, the outcome and the end.
@Suite struct KeeperTests {
  typealias Status = SessionProtocol.ExitStatus

  private let system = SystemInMemory()

  private static func part(_ percent: Int64) -> ProgressEvent {
    .fraction(Fraction(billionths: percent * 10_000_000))
  }

  /// Shows the outcome as soon as the presenter has it.
  private func showOutcome(after seconds: Double) {
    system.at(seconds) { [system] in
      system.last.report(.init(.outcomeShown, received: UInt32(system.last.states.count)))
    }
  }

  @Test func states_goToThePresenter_andTheOutcomeEndsTheSession() throws {
    let keeper = try system.keeper(("outcome-time", "3"))
    system.at(1) { [system] in
      system.last.report(.init(.displays, isTrue: true), .init(.firstPicture))
      system.tell(Self.part(40), .message(SanitizedText("one")))
    }
    system.at(2) { [system] in system.tell(.done(.empty)) }
    showOutcome(after: 4)
    #expect(keeper.live() == .success)
    let presenter = system.presenters[0]
    #expect(system.presenters.count == 1 && presenter.hasConsole && !presenter.isKilled)
    #expect(presenter.task.state.phase == .idle && !presenter.task.isFurther)
    // Several events of one read are one state.
    #expect(presenter.states.map(\.phase) == [.active, .done])
    #expect(presenter.states[0].message.utf8 == "one")
    #expect(presenter.states[0].fraction == Fraction(billionths: 400_000_000))
    #expect(system.seconds == 7)
    #expect(system.feed.isClosed)
  }

  @Test(
    arguments: [
      (.done(.empty), .success), (.fail(SanitizedText("disk full")), .failed),
      (.cancel, .cancelled),
    ] as [(ProgressEvent, Status)])
  func outcome_isTheStatus(event: ProgressEvent, status: Status) throws {
    let keeper = try system.keeper(("outcome-time", "0"))
    system.at(1) { [system] in
      system.last.report(.init(.firstPicture))
      system.tell(event)
    }
    showOutcome(after: 2)
    #expect(keeper.live() == status)
  }

  /// Jobs have one outcome together.
  @Test(
    arguments: [
      (.done(.empty), .success), (.fail(SanitizedText("disk full")), .failed),
      (.cancel, .cancelled), (.reset, .failed),
    ] as [(ProgressEvent, Status)])
  func outcomeOfAllJobs_isTheStatus(event: ProgressEvent, status: Status) throws {
    let keeper = try system.keeper(("outcome-time", "0"), ("at-eof", "fail"))
    keeper.state.rules.endsWithJobs = true
    let (a, b) = (SanitizedText("a"), SanitizedText("b"))
    system.at(1) { [system] in
      system.last.report(.init(.firstPicture))
      system.tell(.job(a, Self.part(1)), .job(b, Self.part(5)), .job(b, .done(.empty)))
      system.tell(.job(a, event))
    }
    system.at(2) { [system] in system.tell(.end) }
    showOutcome(after: 3)
    #expect(keeper.live() == status)
  }

  /// A protocol's end mark has the effect of EOF.
  @Test(
    arguments: [("stay", .interrupted), ("done", .done), ("fail", .failed)]
      as [(ByteString, ProgressPhase)], [false, true])
  func endOfTheFeed_isTheOutcomeOfTheSetting(
    outcome: (setting: ByteString, phase: ProgressPhase), isMark: Bool
  ) throws {
    let keeper = try system.keeper(("at-eof", outcome.setting), ("after-outcome", "stay"))
    system.at(1) { [system] in system.tell(Self.part(50)) }
    system.at(2) { [system] in
      if isMark { system.tell(.end) } else { system.feed.endsNext = true }
    }
    system.at(3) { [system] in system.send(.terminate) }
    #expect(keeper.live() == .signal(15))
    #expect(system.last.states.map(\.phase) == [.active, outcome.phase])
  }

  /// Without a display an outcome waits for one as long as the setting says.
  @Test func outcomeThatIsNeverShown_endsTheSession() throws {
    let keeper = try system.keeper(("outcome-time", "1"), ("wait", "5"))
    system.at(2) { [system] in system.tell(.done(.empty)) }
    #expect(keeper.live() == .cannotPresent)
    #expect(system.seconds == 68)
  }

  @Test func noDisplay_endsTheSessionWithTheOutcome() throws {
    let keeper = try system.keeper(("wait", "5"))
    system.at(1) { [system] in system.last.report(.init(.displays, isTrue: false)) }
    system.at(2) { [system] in system.tell(.done(.empty)) }
    #expect(keeper.live() == .cannotPresent)
    #expect(system.seconds == 2)
  }

  /// A report about an earlier outcome does not count for the next one.
  @Test func outcomeAfterAReset_isShownAnew() throws {
    let keeper = try system.keeper(("outcome-time", "0"))
    system.at(1) { [system] in
      system.last.report(.init(.firstPicture))
      system.tell(.done(.empty))
    }
    system.at(2) { [system] in system.tell(.reset, .fail(.empty)) }
    system.at(3) { [system] in system.last.report(.init(.outcomeShown, received: 1)) }
    system.at(4) { [system] in system.last.report(.init(.outcomeShown, received: 2)) }
    #expect(keeper.live() == .failed)
    #expect(system.seconds == 4)
  }

  @Test func script_isPlayedInTime_andHeldWhereItShall() throws {
    let keeper = try system.keeper(("hold-at", "2.5"))
    keeper.feeds = nil
    keeper.scripted = [
      .init(time: .seconds(1), event: Self.part(10)),
      .init(time: .seconds(2), event: Self.part(20)),
      .init(time: .seconds(3), event: .done(.empty)),
    ]
    system.at(1.5) { [system] in #expect(system.last.states.count == 1) }
    system.at(9) { [system] in system.send(.interrupt) }
    #expect(keeper.live() == .signal(2))
    #expect(system.last.states.map { $0.fraction?.billionths } == [100_000_000, 200_000_000])
    #expect(system.last.task.clock.hold == .seconds(2.5))
  }

  /// No presenter can show a frame, and no event follows.
  @Test func heldScript_thatCannotBeShown_ends() throws {
    let keeper = try system.keeper(("hold-at", "0.1"))
    keeper.feeds = nil
    keeper.scripted = [.init(time: .seconds(3_600), event: .done(.empty))]
    system.at(0.5) { [system] in system.end(system.last, .exited(3)) }
    #expect(keeper.live() == .cannotPresent)
    #expect(system.presenters.count == 1)
  }

  @Test(
    arguments: [("keep", .endAndKeep), ("black", .endInBlack), ("restore", nil)]
      as [(ByteString, PresenterOrder?)])
  func end_leavesTheDisplaysAsTheSettingSays(setting: ByteString, order: PresenterOrder?) throws {
    let keeper = try system.keeper(("on-exit", setting))
    system.at(1) { [system] in system.send(.terminate) }
    #expect(keeper.live() == .signal(15))
    #expect(system.last.orders == (order.map { [$0] } ?? []))
    #expect(!system.last.isKilled && system.seconds == 1)
  }

  /// A presenter that a driver blocks is killed after two seconds.
  @Test func presenterThatDoesNotEnd_isKilled() throws {
    let keeper = try system.keeper()
    system.at(1) { [system] in
      system.last.isStuck = true
      system.send(.quit)
    }
    #expect(keeper.live() == .signal(3))
    #expect(system.last.isKilled && system.seconds == 3)
  }

  /// Without a guard, the console of a presenter that was killed would stay in graphics mode.
  @Test(arguments: [(true, false), (false, false), (true, true)])
  func consoleWithoutAGuard_isRestoredByTheKeeper(hasShown: Bool, isAway: Bool) throws {
    let keeper = try system.keeper()
    system.at(1) { [system] in
      if hasShown { system.last.report(.init(.firstPicture)) }
      if isAway { system.last.report(.init(.away, isTrue: true)) }
    }
    system.at(2) { [system] in
      system.last.isStuck = true
      system.send(.quit)
    }
    #expect(keeper.live() == .signal(3))
    #expect(system.restoredConsoles == (hasShown && !isAway ? 1 : 0))
  }
}
