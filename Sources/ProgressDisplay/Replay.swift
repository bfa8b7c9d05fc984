import Feed
import ProgressModel

/// A script played: the state at any of its times.
struct Replay {
  private let script: Script
  private let finishesAtFull: Bool

  init(_ script: Script, finishesAtFull: Bool) {
    (self.script, self.finishesAtFull) = (script, finishesAtFull)
  }

  /// What is known at a time, all that was said up to then heard.
  func state(at time: Duration) -> ProgressState {
    var state = ProgressState(finishesAtFull: finishesAtFull)
    for entry in script.entries where entry.time <= time {
      state.apply(entry.event, at: entry.time)
    }
    return state
  }

  /// The times at which something is said.
  var end: Duration { script.entries.last?.time ?? .zero }
}
