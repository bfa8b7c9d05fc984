import Base
import Feed
import FeedProcess
import ProgressModel

/// A script played: the state at any of its times.
struct Replay {
  private let script: Script
  private let options: Options

  init(_ script: Script, _ options: Options) {
    (self.script, self.options) = (script, options)
  }

  /// What is known at a time, all that was said up to then heard.
  func state(at time: Duration) -> ProgressState {
    var state = options.feed.newState
    for entry in script.entries where entry.time <= time {
      state.apply(entry.event, at: entry.time)
      options.feed.adapt(&state, to: entry.event)
    }
    return state
  }

  /// The times at which something is said.
  var end: Duration { script.entries.last?.time ?? .zero }
}
