import Base
import ProgressModel
import TestSupport
import Testing

@testable import Scenes

/// The history of a state: the words that fade out.
@Suite struct SharedStateTests {
  static func text(_ text: String) -> SanitizedText { SanitizedText(ByteString(text)) }

  /// A run with a title and a message, at a time when other words may follow.
  static func running() -> SharedState {
    SharedState(ProgressState()).applying(
      [.title(text("Update")), .message(text("Download")), .bytes(completed: 5, total: 9)],
      at: .zero)
  }

  @Test func replacedWords_areKept() throws {
    var shared = Self.running()
    #expect(shared.history.former == nil && shared.history.formerUntil < .zero)
    func apply(_ event: ProgressEvent, at seconds: Int) throws -> ProgressState {
      shared = shared.applying([event], at: .seconds(seconds))
      #expect(shared.history.formerUntil == .seconds(seconds))
      return try #require(shared.history.former?.state)
    }
    var former = try apply(.message(Self.text("Install")), at: 2)
    #expect(former.message.utf8 == "Download" && former.title.utf8 == "Update")
    former = try apply(.step(number: 2, count: 3, name: Self.text("Write")), at: 4)
    #expect(former.steps.count == 0 && former.message.utf8 == "Install")
    #expect(former.figures(at: .seconds(4)).bytes == 5)
    #expect(former.totalBytes == 9 && shared.state.totalBytes == nil)
    former = try apply(.paused(Self.text("no power")), at: 6)
    #expect(former.pausedAt == nil && shared.state.pausedAt == .seconds(6))
    former = try apply(.resumed, at: 8)
    #expect(former.pauseReason.utf8 == "no power" && former.pausedAt == .seconds(6))
    former = try apply(.done(Self.text("Restart it")), at: 10)
    #expect(former.phase == .active && shared.state.phase == .done)
    #expect(former.message.utf8 == "Install")
    #expect(former.steps.number == 2 && former.steps.count == 3)
    // A former state has no former one, so that memory stays constant.
    #expect(shared.history.former?.history.former == nil)
  }

  /// Figures count without a fade, and the same words change nothing.
  @Test func figures_areNoWords() {
    var shared = Self.running()
    for (second, event) in [
      (2, .message(Self.text("Install"))), (3, .bytes(completed: 6, total: 9)),
      (4, .message(Self.text("Install"))), (5, .speed(7)), (6, .logLine(Self.text("x"))),
    ] as [(Int, ProgressEvent)] {
      shared = shared.applying([event], at: .seconds(second))
    }
    #expect(shared.history.formerUntil == .seconds(2))
    #expect(shared.history.former?.state.message.utf8 == "Download")
  }

  /// Words that follow each other fast are cut, so that each can be read; an outcome is not.
  @Test func frequentWords_areCut() {
    var shared = Self.running().applying([.message(Self.text("a"))], at: .seconds(2))
    for step in 1...9 {
      shared = shared.applying(
        [.message(Self.text("b\(step)"))], at: .seconds(2) + .milliseconds(300 * step))
      #expect(shared.history.formerUntil == .seconds(2), "step \(step)")
      #expect(shared.history.former?.state.message.utf8 == "Download")
    }
    shared = shared.applying([.fail(Self.text("no space"))], at: .milliseconds(4_750))
    #expect(shared.history.formerUntil == .milliseconds(4_750))
    #expect(shared.history.former?.state.message.utf8 == "b9")
    // The code arrives with the failure, and fades in with it.
    shared = shared.applying([.code(Self.text("E7"))], at: .milliseconds(4_751))
    #expect(shared.history.formerUntil == .milliseconds(4_750))
  }

  /// Events of one time give the same history together and one by one.
  @Test func eventsOfOneTime_areOneChange() {
    let events: [ProgressEvent] = [
      .message(Self.text("Install")), .detail(Self.text("kernel")), Stage.fraction(0.7), .speed(7),
    ]
    let together = Self.running().applying(events, at: .seconds(2))
    let apart = events.reduce(Self.running()) { $0.applying([$1], at: .seconds(2)) }
    #expect(together.state == apart.state)
    #expect(together.history.formerUntil == apart.history.formerUntil)
    #expect(together.history.former?.state == apart.history.former?.state)
    #expect(together.history.sway == apart.history.sway)
  }

  /// The first words of a run, and of a presenter that starts during it, replace no visible ones.
  @Test func firstState_hasNoFormerWords() {
    let shared = Self.running().applying([.message(Self.text("Install"))], at: .seconds(2))
    let restarted = SharedState(shared.state)
    #expect(restarted.history.former == nil)
    let soon = restarted.applying([.message(Self.text("Write"))], at: .milliseconds(2_400))
    #expect(soon.history.former == nil)
    let later = restarted.applying([.message(Self.text("Write"))], at: .seconds(3))
    #expect(later.history.former?.state.message.utf8 == "Install")
    #expect(shared.applying([.reset], at: .seconds(4)).history.former == nil)
  }
}
