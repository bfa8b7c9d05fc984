import Base

// The phases and the outcome of a run.
extension ProgressState {
  mutating func enter(_ phase: ProgressPhase, at time: Duration) {
    if activeBegan == nil, phase != .cancelled { activeBegan = time }
    self.phase = phase
    phaseBegan = time
  }

  /// Ends the run with the outcome that an event reports.
  mutating func conclude(_ event: ProgressEvent, at time: Duration) {
    switch event {
    case .done(let text): finish(.done, text, at: time)
    case .fail(let text): finish(.failed, text, at: time)
    case .cancel: finish(.cancelled, .empty, at: time)
    default: finish(.interrupted, .empty, at: time)
    }
  }

  /// Announces a restart of the system. A feed may count down itself, with a record each second. A
  /// record of the same or an earlier time continues the countdown.
  mutating func announceRestart(after delay: Duration, at time: Duration) {
    let end = time + delay
    let former = restartsAt ?? time
    if former <= time || end - former > .seconds(1) { restartAnnounced = time }
    restartsAt = end
  }

  private mutating func finish(_ outcome: ProgressPhase, _ text: SanitizedText, at time: Duration) {
    pausedAt = nil
    enter(outcome, at: time)
    var texts = texts
    texts.pauseReason = .empty
    if outcome == .done { texts.steps.end(at: time) }
    // The outcome's message replaces the current activity.
    texts.message = text
    self.texts = texts
    // A failure or an interruption of unknown progress leaves the progress unknown.
    if outcome == .done || outcome == .cancelled { endIndeterminacy(at: time) }
    switch outcome {
    case .done: move(to: .whole, at: time)
    case .cancelled where time < introEnd:
      (shown, indeterminacy) = (EasedValue(0, at: time), EasedValue(0, at: time))
    case .cancelled: shown.move(to: 0, at: time)
    // An outcome before the end of the intro still shows the last fraction, but no part of an
    // earlier outcome.
    case .failed where time < introEnd, .interrupted where time < introEnd:
      move(to: min(fraction ?? .zero, Self.ceiling), at: time)
    case .failed: shown.freeze(at: time)
    default: break
    }
  }
}
