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
  // The words before their last change that cross-fades; nil before the first.
  var formerWords: Words?

  /// The texts that a screen shows and that cross-fade.
  var words: [SanitizedText] {
    get { [title, message, detail, steps.name, pauseReason, next, code] }
    set {
      (title, message, detail, steps.name) = (newValue[0], newValue[1], newValue[2], newValue[3])
      (pauseReason, next, code) = (newValue[4], newValue[5], newValue[6])
    }
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
