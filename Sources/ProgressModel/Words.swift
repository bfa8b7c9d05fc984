import Base

/// The words of a state when others replaced them, with the figures beside them.
struct Words: Equatable, Sendable {
  var phase = ProgressPhase.idle
  var pausedAt: Duration?
  // The plan's `place`.
  var step: UInt64 = 0
  var totalBytes: UInt64?
  var figures = HeldFigures()
  // `RunTexts.words`, clipped.
  var texts = RunTexts().words

  /// The longest text that is kept, bytes: more than a screen shows.
  static let capacity = 256

  init() {}

  init(_ state: ProgressState, at time: Duration) {
    (phase, pausedAt, step) = (state.phase, state.pausedAt, state.steps.place)
    totalBytes = state.totalBytes
    figures =
      state.heldFigures.isOver(at: time.seconds)
      ? HeldFigures(state.figures(at: time), at: time) : state.heldFigures
    // They are held from then on.
    figures.values[0] = time.seconds
    texts = state.texts.words.map { $0.clipped(to: Self.capacity) }
  }

  /// Codes words; those of an unknown phase become idle.
  mutating func code(_ coder: inout WireCoder) {
    var kind = phase.rawValue
    coder.code(&kind)
    phase = ProgressPhase(rawValue: kind) ?? .idle
    coder.code(&pausedAt)
    coder.code(&step)
    coder.code(&totalBytes)
    coder.code(&figures.values)
    for index in texts.indices { coder.code(&texts[index]) }
  }
}

// The former words, from which texts cross-fade.
extension ProgressState {
  /// The least time between changes of the words that cross-fade. Between more frequent ones texts
  /// are cut, so that they stay legible.
  private static let leastStay = Duration.milliseconds(500)

  /// Keeps the words of the state before an event, if the event replaced them. The first words of
  /// a session replace no visible ones. An outcome always replaces.
  mutating func keepWords(of before: ProgressState, at time: Duration) {
    // Figures are no words.
    if phase == before.phase, steps.place == before.steps.place,
      (pausedAt == nil) == (before.pausedAt == nil),
      sharedTexts === before.sharedTexts || texts.words == before.texts.words
    {
      return
    }
    let stays = time - wordsChanged < Self.leastStay
    wordsChanged = time
    if stays, before.phase.isOutcome || !phase.isOutcome { return }
    texts.formerWords = Words(before, at: time)
    formerUntil = time
  }

  /// A state with the words that this state's words replaced, for those words alone.
  public var beforeWords: ProgressState {
    guard let words = texts.formerWords else { return self }
    var (state, texts) = (self, texts)
    (state.phase, state.pausedAt) = (words.phase, words.pausedAt)
    (state.totalBytes, state.heldFigures) = (words.totalBytes, words.figures)
    var shown = texts.words
    // A text that is only clipped stays.
    for index in shown.indices where shown[index].clipped(to: Words.capacity) != words.texts[index]
    {
      shown[index] = words.texts[index]
    }
    texts.words = shown
    texts.steps.place = words.step
    state.texts = texts
    return state
  }
}
