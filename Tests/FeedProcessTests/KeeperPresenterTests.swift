import Base
import Feed
import Foundation
import LinuxSystem
import ProgressModel
import SessionProtocol
import TestSupport
import Testing

@testable import FeedProcess

/// Presenters that die, hang and come back, and those of further cards, in memory.
@Suite struct KeeperPresenterTests {
  private let system = SystemInMemory()

  private static func part(_ percent: Int64) -> ProgressEvent {
    .fraction(Fraction(billionths: percent * 10_000_000))
  }

  /// Kills the newest presenter a moment after the start of each.
  private func killPresenters(_ count: Int, from seconds: Double) {
    for number in 0..<count {
      system.at(seconds + 6 * Double(number)) { [system] in
        system.end(system.last, .killed(9))
      }
    }
  }

  // MARK: - Restarts

  /// The next presenter gets the state, the picture's buffers and the card.
  @Test func presenterThatDies_isReplaced_andThePictureStays() throws {
    let keeper = try system.keeper()
    let null = try FileDescriptor.open("/dev/null", for: .reading)
    let buffers = [PresentedBuffer(framebuffer: 7, handle: 1)]
    system.at(1) { [system] in
      system.last.report(.init(.card, text: "/dev/dri/card0"), descriptor: null.rawValue)
      system.last.report(.init(.buffers, buffers: buffers), .init(.firstPicture))
      system.last.report(.init(.displays, text: "DP-1 8x8@60", isTrue: true))
      system.tell(Self.part(30))
    }
    system.at(20) { [system] in
      #expect("\(StatusReport.object(of: keeper))".contains("\"displays\":\"DP-1 8x8@60\""))
      #expect(system.last.task.card == nil && system.last.task.path == nil)
      system.end(system.last, .killed(11))
    }
    system.at(20) { [system] in system.tell(Self.part(60)) }
    system.at(30) { [system] in system.send(.terminate) }
    _ = keeper.live()
    #expect(system.presenters.count == 2)
    let task = system.last.task
    #expect(task.path == "/dev/dri/card0" && task.card != nil && task.buffers == buffers)
    #expect(task.state.fraction == Fraction(billionths: 300_000_000) && !task.isSafe)
    #expect(system.last.states.map { $0.fraction?.billionths } == [600_000_000])
    // The new presenter keeps its own card.
    #expect(system.presenters.map { $0.task.card == nil } == [true, false])
  }

  @Test func cardThatGoes_isClosed() throws {
    let keeper = try system.keeper()
    let null = try FileDescriptor.open("/dev/null", for: .reading)
    system.at(1) { [system] in
      system.last.report(.init(.card, text: "/dev/dri/card0"), descriptor: null.rawValue)
      let buffers = [PresentedBuffer(framebuffer: 7, handle: 1)]
      system.last.report(.init(.buffers, buffers: buffers), .init(.cardGone))
    }
    killPresenters(1, from: 2)
    system.at(9) { [system] in system.send(.terminate) }
    _ = keeper.live()
    let task = system.last.task
    #expect(task.card == nil && task.path == nil && task.buffers.isEmpty)
  }

  @Test func fourthCrash_leadsToTheSafeScreen_andAResetBack() throws {
    let keeper = try system.keeper()
    killPresenters(4, from: 1)
    system.at(40) { [system] in
      #expect(system.presenters.map(\.task.isSafe) == [false, false, false, false, true])
      system.tell(.reset)
    }
    system.at(50) { [system] in system.send(.terminate) }
    _ = keeper.live()
    // The safe presenter is killed, so that its picture stays until the next one.
    #expect(system.presenters.count == 6 && system.presenters[4].isKilled)
    #expect(!system.last.task.isSafe)
  }

  @Test func presenterThatDiesTooOften_isGivenUp_untilAReset() throws {
    let keeper = try system.keeper()
    killPresenters(7, from: 1)
    system.at(100) { [system] in
      #expect(system.presenters.count == 7)
      system.tell(.reset)
    }
    system.at(101) { [system] in
      #expect(system.presenters.count == 8 && !system.last.task.isSafe)
      system.send(.terminate)
    }
    #expect(keeper.live() == .signal(15))
  }

  /// The feed is read on, and its outcome ends the session.
  @Test func presenterThatHasNoDisplay_isNotRestarted() throws {
    let keeper = try system.keeper()
    system.at(1) { [system] in system.end(system.last, .exited(3)) }
    system.at(2) { [system] in system.tell(.reset) }
    system.at(8) { [system] in system.tell(.done(.empty)) }
    #expect(keeper.live() == .cannotPresent)
    #expect(system.presenters.count == 1 && system.seconds == 8)
  }

  /// Descriptors, processes or memory may be short for a while.
  @Test func startThatFails_isTriedAgain() throws {
    let keeper = try system.keeper()
    system.startError = SystemError("fork", .noMemory)
    system.at(0.05) { [system] in
      #expect(system.presenters.isEmpty)
      system.startError = nil
    }
    system.at(9) { [system] in system.send(.terminate) }
    _ = keeper.live()
    #expect(system.presenters.count == 1)
  }

  // MARK: - Pictures

  @Test func pictureThatEndsThePresenter_isNotReadAgain_untilAReset() throws {
    let keeper = try system.keeper()
    system.at(1) { [system] in
      system.last.report(
        .init(.pictureBegun, text: "/a.png"), .init(.pictureEnded),
        .init(.pictureBegun, text: "/b.png"))
      system.end(system.last, .exited(3))
    }
    system.at(2) { [system] in
      #expect(system.last.task.refusedPictures == ["/b.png"])
      system.last.report(.init(.pictureRefused, text: "/c.png"))
    }
    killPresenters(1, from: 3)
    system.at(4) { [system] in
      #expect(system.last.task.refusedPictures == ["/b.png", "/c.png"])
      system.tell(.reset)
    }
    killPresenters(1, from: 5)
    system.at(9) { [system] in system.send(.terminate) }
    _ = keeper.live()
    #expect(system.presenters.count == 4 && system.presenters[2].orders == [.readPicturesAgain])
    #expect(system.last.task.refusedPictures.isEmpty)
  }

  // MARK: - Presenters that do not read

  /// A full channel holds no state back: the newest one follows once there is room.
  @Test func presenterThatHangs_getsTheNewestStateAfterwards() throws {
    let keeper = try system.keeper(("stall-after", "1000"))
    system.at(1) { [system] in system.last.isStuck = true }
    for number in 1...5_000 {
      system.at(1 + Double(number) / 1_000) { [system] in
        system.tell(.message(SanitizedText(ByteString(number))))
      }
    }
    system.at(10) { [system] in system.last.isStuck = false }
    system.at(11) { [system] in system.send(.terminate) }
    _ = keeper.live()
    let states = system.last.states
    #expect(states.count < 4_000 && states.last?.message.utf8 == "5000", "\(states.count)")
  }

  // MARK: - Further cards

  private func showTwoCards() throws -> Keeper {
    let keeper = try system.keeper(("outcome-time", "0"))
    system.at(1) { [system] in
      system.last.report(
        .init(.cards, paths: ["/dev/dri/card0", "/dev/dri/card1"]),
        .init(.displays, isTrue: true))
    }
    return keeper
  }

  @Test func furtherCard_getsAPresenter_afterASecond() throws {
    let keeper = try showTwoCards()
    system.at(1.9) { [system] in #expect(system.presenters.count == 1) }
    system.at(3) { [system] in
      #expect(system.presenters.count == 2 && !system.last.hasConsole)
      #expect(system.last.task.isFurther && system.last.task.path == "/dev/dri/card1")
      system.presenters[0].report(.init(.away, isTrue: true))
    }
    system.at(4) { [system] in system.tell(Self.part(50)) }
    system.at(5) { [system] in
      #expect(system.presenters.map(\.orders) == [[], [.leaveDisplays]])
      #expect(system.presenters.map(\.states.count) == [1, 1])
      system.presenters[0].report(.init(.away, isTrue: false))
      system.tell(.displays(areOurs: false))
    }
    system.at(6) { [system] in system.tell(.displays(areOurs: true)) }
    system.at(7) { [system] in system.send(.terminate) }
    _ = keeper.live()
    #expect(system.presenters[0].orders.prefix(2) == [.leaveDisplays, .takeDisplays])
    #expect(!system.presenters[1].isKilled)
  }

  /// The session waits for each card that shows something, but two seconds at most.
  @Test(arguments: [(true, 6.0), (false, 7.0)])
  func outcome_isShownOnAllCards(isInTime: Bool, end: Double) throws {
    let keeper = try showTwoCards()
    system.at(3) { [system] in
      for presenter in system.presenters { presenter.report(.init(.firstPicture)) }
    }
    system.at(4) { [system] in system.tell(.done(.empty)) }
    system.at(5) { [system] in system.presenters[0].report(.init(.outcomeShown, received: 1)) }
    if isInTime {
      system.at(6) { [system] in system.presenters[1].report(.init(.outcomeShown, received: 1)) }
    }
    #expect(keeper.live() == .success)
    #expect(system.seconds == end)
    // The first presenter waits no longer for a display of its own.
    #expect(system.presenters[0].orders.first == .othersShow)
  }

  /// Another card shows the progress, so the session goes on. The first presenter comes back once
  /// that card is gone.
  @Test func firstPresenter_comesBack_whenNoOtherCardIsLeft() throws {
    let keeper = try showTwoCards()
    system.at(3) { [system] in system.last.report(.init(.firstPicture)) }
    system.at(4) { [system] in system.end(system.presenters[0], .exited(3)) }
    system.at(6) { [system] in
      #expect(system.presenters.count == 2)
      system.end(system.presenters[1], .exited(3))
    }
    system.at(9) { [system] in system.send(.terminate) }
    #expect(keeper.live() == .signal(15))
    #expect(system.presenters.map(\.hasConsole) == [true, false, true])
  }

  /// A reset has the effect that the log line promises, also while other cards show the progress.
  @Test func firstPresenterThatDiedTooOften_comesBackAfterAReset() throws {
    let keeper = try showTwoCards()
    system.at(3) { [system] in system.last.report(.init(.firstPicture)) }
    for number in 0..<7 {
      system.at(4 + 6 * Double(number)) { [system] in
        if let first = system.presenters.last(where: \.hasConsole) {
          system.end(first, .killed(6))
        }
      }
    }
    system.at(100) { [system] in
      #expect(system.presenters.count == 8)
      system.tell(.reset)
    }
    system.at(101) { [system] in system.send(.terminate) }
    #expect(keeper.live() == .signal(15))
    #expect(system.presenters.count == 9 && system.last.hasConsole)
  }

  @Test func furtherPresenter_hasItsOwnRestarts_andAResetReplacesItsSafeScreen() throws {
    let keeper = try showTwoCards()
    for number in 0..<4 {
      system.at(3 + 6 * Double(number)) { [system] in system.end(system.last, .killed(6)) }
    }
    system.at(40) { [system] in
      #expect(system.presenters.map(\.hasConsole) == [true, false, false, false, false, false])
      #expect(system.last.task.isSafe)
      system.tell(.reset)
    }
    system.at(50) { [system] in system.send(.terminate) }
    _ = keeper.live()
    #expect(system.presenters.count == 7 && !system.last.task.isSafe)
    #expect(!system.presenters[0].isKilled)
  }

  /// A picture may end the presenter of a further card, too: the card is used without it.
  @Test func pictureThatEndsAFurtherPresenter_isRefusedByAll() throws {
    let keeper = try showTwoCards()
    system.at(3) { [system] in
      system.last.report(.init(.pictureBegun, text: "/b.png"))
      system.end(system.last, .exited(3))
    }
    system.at(9) { [system] in system.send(.terminate) }
    _ = keeper.live()
    #expect(system.presenters.count == 3 && system.last.task.path == "/dev/dri/card1")
    #expect(system.last.task.refusedPictures == ["/b.png"])
  }

  /// A presenter keeps the descriptors of its own card alone.
  @Test func presenters_getNoDescriptorsOfEachOther() throws {
    let keeper = try showTwoCards()
    let null = try FileDescriptor.open("/dev/null", for: .reading)
    system.at(1.5) { [system] in
      system.last.report(.init(.card, text: "/dev/dri/card0"), descriptor: null.rawValue)
    }
    killPresenters(1, from: 4)
    system.at(9) { [system] in system.send(.terminate) }
    _ = keeper.live()
    #expect(system.presenters.map { $0.task.card } == [nil, nil, nil])
  }

  // MARK: - Reports

  /// Reports are untrusted: junk is ignored, and the descriptor of any other report is closed.
  @Test func junk_isIgnored_andItsDescriptorClosed() throws {
    let keeper = try system.keeper()
    let (from, to) = try FileDescriptor.makePipe()
    let reader = FileDescriptor(owning: from)
    system.at(1) { [system] in
      system.last.report(.init(.firstPicture), descriptor: to)
      FileDescriptor.close(to)
    }
    system.at(2) { [system] in
      var buffer: [UInt8] = [0]
      #expect((try? reader.read(into: &buffer)) == 0)
      system.send(.terminate)
    }
    #expect(keeper.live() == .signal(15))
    var (generator, otherCount) = (SeededGenerator(seed: 5), 0)
    for _ in 0..<20_000 {
      var bytes = PresenterReport(.cards, paths: ["/dev/dri/card0", "/dev/dri/card1"]).bytes
      bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
        in: 0...255, using: &generator)
      bytes.removeLast(Int.random(in: 0..<3, using: &generator))
      guard let report = PresenterReport(bytes.span) else { continue }
      if PresenterReport(report.bytes.span) != report { otherCount += 1 }
    }
    #expect(otherCount == 0)
  }
}
