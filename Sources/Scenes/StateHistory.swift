import Base
public import ProgressModel

/// A state that all inputs of a frame share, with its history.
///
/// A frame is a pure function of this value and a time. A newer state makes a new value out of the
/// last one.
public final class SharedState {
  /// The state of the run.
  public let state: ProgressState
  /// The part of the earlier states that frames show.
  let history: StateHistory

  /// Creates a shared state.
  ///
  /// - Parameters:
  ///   - last: the state before it; nil if none is known.
  ///   - followsSpeed: whether the screen shows the speed. Each second of it takes 240 steps.
  public init(
    _ state: ProgressState, after last: SharedState? = nil, followsSpeed: Bool = false
  ) {
    self.state = state
    if let last, last.state.began == state.began {
      history = last.history.adding(state, to: last.state, followsSpeed: followsSpeed)
    } else {
      history = StateHistory(state)
    }
  }

  /// Creates a variant of a state with the same history.
  init(_ state: ProgressState, with history: StateHistory) {
    (self.state, self.history) = (state, history)
  }
}

/// The part of a run's earlier states that frames show: a fold over the states.
struct StateHistory {
  /// The lean of shapes that the displayed fraction pulls along, at the last event.
  private(set) var sway: Sway
  /// The state before the latest cross-fade of the words, and the time of that change. Before any
  /// cross-fade they are nil and the earliest time.
  private(set) var (former, formerUntil) = (SharedState?.none, Duration.nanoseconds(.min))
  // The time of the latest change of words, with or without a cross-fade.
  private var wordsChanged: Duration

  /// The least time between changes of the words that cross-fade. Between more frequent ones texts
  /// are cut, so that they stay legible.
  private static let leastStay = Duration.milliseconds(500)

  /// Creates the history of a run's first known state. Its words replace no visible ones.
  init(_ state: ProgressState) {
    (sway, wordsChanged) = (Sway(state), state.lastEvent)
  }

  /// Returns the history of the next state of the run. An outcome's words always cross-fade.
  func adding(
    _ state: ProgressState, to last: ProgressState, followsSpeed: Bool
  ) -> StateHistory {
    var next = self
    let time = state.lastEvent
    if Traits.looks, followsSpeed { next.sway.advance(to: time, along: last.shown) }
    if let fraction = state.fraction { next.sway.note(fraction.value, at: time.seconds) }
    if state.hasSameWords(as: last) { return next }
    next.wordsChanged = time
    let isOutcome = state.phase.isOutcome && !last.phase.isOutcome
    if isOutcome || time - wordsChanged >= Self.leastStay {
      (next.former, next.formerUntil) = (SharedState(last), time)
    }
    return next
  }
}
