import Base
import Feed
import FeedProcess
import ProgressModel
import RenderProcess
import Scenes

/// A replayed script: the state at any time.
final class Replay {
  private let script: Script
  private let options: Options
  // The state of the latest call, and the number of events that led to it.
  private var shared: SharedState
  private var count = 0

  init(_ script: Script, _ options: Options) {
    (self.script, self.options) = (script, options)
    shared = SharedState(options.feed.newState)
  }

  /// The state after all events up to a session time. Asked for in order of time, it takes each
  /// event once.
  ///
  /// - Parameter followsSpeed: whether the screen shows the speed.
  func state(at time: Duration, followsSpeed: Bool = true) -> SharedState {
    if count > 0, script.entries[count - 1].time > time {
      (shared, count) = (SharedState(options.feed.newState), 0)
    }
    while let next, next <= time {
      let entry = script.entries[count]
      var state = shared.state
      state.apply(entry.event, at: entry.time)
      options.feed.adapt(&state, to: entry.event)
      shared = SharedState(state, after: shared, followsSpeed: followsSpeed)
      count += 1
    }
    return shared
  }

  /// The session time of the next event; nil after the last one.
  var next: Duration? { count < script.entries.count ? script.entries[count].time : nil }

  /// The session time of the last event.
  var end: Duration { script.entries.last?.time ?? .zero }

  /// The session time at which the outcome has been shown for the time of the settings.
  func end(of painter: FramePainter) -> Duration {
    let last = state(at: end)
    painter.setState(last, loadsPicture: true)
    let outcome = last.state.phase.isOutcome ? painter.outcomeEnd : .zero
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
