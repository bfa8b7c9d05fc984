import Base
import Feed
import FeedProcess
import ProgressModel

/// A replayed script: the state at any time.
struct Replay {
  private let script: Script
  private let options: Options

  init(_ script: Script, _ options: Options) {
    (self.script, self.options) = (script, options)
  }

  /// The state after all events up to a session time.
  func state(at time: Duration) -> ProgressState {
    var state = options.feed.newState
    for entry in script.entries where entry.time <= time {
      state.apply(entry.event, at: entry.time)
      options.feed.adapt(&state, to: entry.event)
    }
    return state
  }

  /// The session time of the last event.
  var end: Duration { script.entries.last?.time ?? .zero }
}
