import Base

/// The part of a state that is not plain numbers: texts and lists.
struct RunTexts: Equatable, Sendable {
  var steps = StepPlan()
  var title = SanitizedText.empty
  var detail = SanitizedText.empty
  var message = SanitizedText.empty
  var pauseReason = SanitizedText.empty
  var next = SanitizedText.empty
  var code = SanitizedText.empty
  var style = SanitizedText.empty
  var picture = SanitizedText.empty
  var jobs: [Job] = []
  var log = RunLog()
  var identity: [IdentityFact] = []

  /// Returns whether the words of both are the same. The log and the lists are no words.
  func hasSameWords(as other: RunTexts) -> Bool {
    title == other.title && message == other.message && detail == other.detail
      && steps.name == other.steps.name && pauseReason == other.pauseReason && next == other.next
      && code == other.code
  }
}

extension ProgressState {
  /// Returns whether the words of both states are the same. Figures are no words.
  public func hasSameWords(as other: ProgressState) -> Bool {
    phase == other.phase && steps.place == other.steps.place
      && (pausedAt == nil) == (other.pausedAt == nil)
      && (sharedTexts === other.sharedTexts || texts.hasSameWords(as: other.texts))
  }
}

/// Texts that a state shares with its copies.
final class SharedTexts: Equatable, Sendable {
  let texts: RunTexts

  init(_ texts: RunTexts) { self.texts = texts }

  static func == (one: SharedTexts, other: SharedTexts) -> Bool {
    one === other || one.texts == other.texts
  }
}
