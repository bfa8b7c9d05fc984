import Base
import ProgressModel
import TestSupport
import Testing

/// The words that a state keeps while they fade out.
@Suite struct WordsTests {
  static func text(_ text: String) -> SanitizedText { SanitizedText(ByteString(text)) }

  /// A run with a title and a message, at a time when other words may follow.
  static func running() -> ProgressState {
    var state = ProgressState()
    state.apply(.title(text("Update")), at: .zero)
    state.apply(.message(text("Download")), at: .zero)
    state.apply(.bytes(completed: 5, total: 9), at: .zero)
    return state
  }

  @Test func replacedWords_areKept() {
    var state = Self.running()
    state.apply(.message(Self.text("Install")), at: .seconds(2))
    #expect(state.formerUntil == .seconds(2))
    #expect(state.beforeWords.message.utf8 == "Download" && state.message.utf8 == "Install")
    #expect(state.beforeWords.title.utf8 == "Update")
    state.apply(.step(number: 2, count: 3, name: Self.text("Write")), at: .seconds(4))
    #expect(state.formerUntil == .seconds(4))
    #expect(state.beforeWords.steps.count == 0 && state.beforeWords.message.utf8 == "Install")
    #expect(state.beforeWords.figures(at: .seconds(4)).bytes == 5)
    #expect(state.beforeWords.totalBytes == 9 && state.totalBytes == nil)
    state.apply(.paused(Self.text("no power")), at: .seconds(6))
    #expect(state.beforeWords.pausedAt == nil && state.pausedAt == .seconds(6))
    state.apply(.resumed, at: .seconds(8))
    #expect(state.beforeWords.pauseReason.utf8 == "no power")
    #expect(state.beforeWords.pausedAt == .seconds(6))
    state.apply(.done(Self.text("Restart it")), at: .seconds(10))
    #expect(state.beforeWords.phase == .active && state.phase == .done)
    #expect(state.beforeWords.message.utf8 == "Install")
    #expect(state.beforeWords.steps.number == 2 && state.beforeWords.steps.count == 3)
  }

  /// Figures count without a fade, and the same words change nothing.
  @Test func figures_areNoWords() {
    var state = Self.running()
    state.apply(.message(Self.text("Install")), at: .seconds(2))
    state.apply(.bytes(completed: 6, total: 9), at: .seconds(3))
    state.apply(.message(Self.text("Install")), at: .seconds(4))
    state.apply(.speed(7), at: .seconds(5))
    #expect(state.formerUntil == .seconds(2))
  }

  /// Words that follow each other fast are cut, so that each can be read; an outcome is not.
  @Test func frequentWords_areCut() {
    var state = Self.running()
    #expect(state.formerUntil < .zero)
    state.apply(.message(Self.text("a")), at: .seconds(2))
    for step in 1...9 {
      state.apply(.message(Self.text("b\(step)")), at: .seconds(2) + .milliseconds(300 * step))
    }
    #expect(state.formerUntil == .seconds(2) && state.beforeWords.message.utf8 == "Download")
    state.apply(.fail(Self.text("no space")), at: .milliseconds(4_750))
    #expect(state.formerUntil == .milliseconds(4_750))
    #expect(state.beforeWords.message.utf8 == "b9")
    // The code arrives with the failure, and fades in with it.
    state.apply(.code(Self.text("E7")), at: .milliseconds(4_751))
    #expect(state.formerUntil == .milliseconds(4_750))
  }

  /// Of a long text only a part is kept, and one that stays is no other.
  @Test func longTexts_areClipped() throws {
    var state = ProgressState()
    let long = String(repeating: "é", count: 900)
    state.apply(.title(Self.text(long)), at: .zero)
    state.apply(.message(Self.text(long + "a")), at: .zero)
    state.apply(.message(Self.text("b")), at: .seconds(2))
    #expect(state.beforeWords.title == state.title)
    #expect(state.beforeWords.message.utf8.count == 256)
    var bytes: [UInt8] = []
    state.write(to: &bytes)
    let read = ProgressState(wire: bytes.span)
    let again = try #require(read)
    #expect(again == state && again.beforeWords == state.beforeWords)
  }
}
