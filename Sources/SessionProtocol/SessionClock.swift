package import Base
import LinuxSystem

/// The session's time: 0 at the session's start, constant from `hold` on.
package struct SessionClock: Sendable {
  /// The session's start, on the system's monotonic clock.
  package let start: Duration
  /// The session time at which the clock stops; nil for never.
  package let hold: Duration?

  /// Creates a clock.
  package init(start: Duration, hold: Duration?) { (self.start, self.hold) = (start, hold) }

  /// The session time at a moment of the system's monotonic clock; never negative.
  package func time(at moment: Duration) -> Duration {
    let time = max(moment - start, .zero)
    return hold.map { min($0, time) } ?? time
  }

  /// The session time now.
  package var now: Duration { time(at: MonotonicClock.now) }
}
