import Base

/// The words of a state at a time, with the figures beside them.
struct Words: Equatable, Sendable {
  var phase = ProgressPhase.idle
  var title = SanitizedText.empty
  var message = SanitizedText.empty
  var detail = SanitizedText.empty
  var stepName = SanitizedText.empty
  var pauseReason = SanitizedText.empty
  var next = SanitizedText.empty
  var code = SanitizedText.empty
  var pausedAt: Duration?
  // The plan's `place`.
  var step: UInt64 = 0
  var totalBytes: UInt64?
  var figures = HeldFigures()

  /// The longest text that is kept, bytes: more than a screen shows.
  private static let capacity = 256

  init() {}

  init(_ state: ProgressState, at time: Duration) {
    phase = state.phase
    (title, message, detail) = (state.title, state.message, state.detail)
    (stepName, pauseReason) = (state.steps.name, state.pauseReason)
    (next, code) = (state.next, state.code)
    pausedAt = state.pausedAt
    step = state.steps.place
    totalBytes = state.totalBytes
    figures =
      state.heldFigures.isOver(at: time.seconds)
      ? HeldFigures(state.figures(at: time), at: time) : state.heldFigures
  }

  /// Whether the words are those of a state, regardless of its figures.
  func areThose(of state: ProgressState) -> Bool {
    phase == state.phase && step == state.steps.place
      && (pausedAt == nil) == (state.pausedAt == nil)
      && title == state.title && message == state.message && detail == state.detail
      && stepName == state.steps.name && pauseReason == state.pauseReason
      && next == state.next && code == state.code
  }

  /// Calls a function with each text.
  mutating func forEachText(_ body: (inout SanitizedText) -> Void) {
    body(&title)
    body(&message)
    body(&detail)
    body(&stepName)
    body(&pauseReason)
    body(&next)
    body(&code)
  }

  /// The words with texts of limited length.
  var clipped: Words {
    var words = self
    words.forEachText { $0 = $0.clipped(to: Self.capacity) }
    return words
  }

  /// Sets a text of a state to a former one. A text that is only clipped stays.
  static func put(_ text: SanitizedText, in present: inout SanitizedText) {
    if text != present.clipped(to: capacity) { present = text }
  }
}

/// Words that a state shares with its copies: of a state, many copies are made for each frame.
final class KeptWords: Equatable, Sendable {
  let words: Words

  init(_ words: Words) { self.words = words }

  static func == (one: KeptWords, other: KeptWords) -> Bool {
    one === other || one.words == other.words
  }
}

// The former words, from which texts cross-fade.
extension ProgressState {
  /// The least time between changes of the words that cross-fade. Between more frequent ones texts
  /// are cut, so that they stay legible.
  private static let leastStay = Duration.milliseconds(500)

  /// Keeps the replaced words. The first words of a session replace no visible ones. An outcome
  /// always replaces.
  mutating func note(_ before: Words, at time: Duration) {
    if before.areThose(of: self) { return }
    let stays = time - wordsChanged < Self.leastStay
    wordsChanged = time
    if stays, before.phase.isOutcome || !phase.isOutcome { return }
    var kept = before.clipped
    // They are held from then on.
    kept.figures.values[0] = time.seconds
    (formerWords, formerUntil) = (KeptWords(kept), time)
  }

  /// A state with the words that this state's words replaced, for those words alone.
  public var beforeWords: ProgressState {
    var state = self
    guard let words = formerWords?.words else { return state }
    (state.phase, state.pausedAt) = (words.phase, words.pausedAt)
    Words.put(words.title, in: &state.title)
    Words.put(words.message, in: &state.message)
    Words.put(words.detail, in: &state.detail)
    Words.put(words.stepName, in: &state.steps.name)
    Words.put(words.pauseReason, in: &state.pauseReason)
    Words.put(words.next, in: &state.next)
    Words.put(words.code, in: &state.code)
    state.steps.place = words.step
    (state.totalBytes, state.heldFigures) = (words.totalBytes, words.figures)
    return state
  }
}

extension Words {
  /// Codes words; those of an unknown phase become idle.
  mutating func code(_ coder: inout WireCoder) {
    var kind = phase.rawValue
    coder.code(&kind)
    phase = ProgressPhase(rawValue: kind) ?? .idle
    coder.code(&pausedAt)
    coder.code(&step)
    coder.code(&totalBytes)
    coder.code(&figures.values)
    forEachText { coder.code(&$0) }
  }
}
