import Base
import Feed
import FeedProcess
import ProgressModel
import RenderProcess

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

  /// The session time at which the outcome has been shown for the time of the settings.
  func end(of painter: FramePainter) -> Duration {
    let last = state(at: end)
    painter.setState(last, loadsPicture: true)
    let outcome = last.phase.isOutcome ? painter.outcomeEnd : .zero
    return max(end, outcome, .zero) + options.feed.outcomeTime
  }

  /// The number, from 0, of the first frame of an animation that does not begin before a session
  /// time.
  func frame(showing end: Duration, framesPerSecond: Int) -> Int {
    let (seconds, rest) = end.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let rate = Int64(framesPerSecond)
    return Int(min(seconds, 1_000_000) * rate + (rest * rate + 999_999_999) / 1_000_000_000)
  }
}
