import Durations
import LinuxSystem

/// The earlier of two times, either of which may be never. (An array of both would be made for each frame.)
@inline(never) func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}

/// The session's time: 0 when the program started, and still once it is held.
struct SessionClock: Sendable {
  /// When the session began, on the system's clock.
  let start: Duration
  /// The session's time at which it stops; nil for never.
  let hold: Duration?

  /// The session's time at a moment of the system's clock.
  func time(at moment: Duration) -> Duration {
    let time = max(moment - start, .zero)
    return hold.map { min($0, time) } ?? time
  }

  /// The session's time now.
  var now: Duration { time(at: MonotonicClock.now) }
}
