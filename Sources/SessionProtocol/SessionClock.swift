package import Base
import LinuxSystem

/// The session's time: 0 when the program started, and still once it is held.
package struct SessionClock: Sendable {
  /// When the session began, on the system's clock.
  package let start: Duration
  /// The session's time at which it stops; nil for never.
  package let hold: Duration?

  package init(start: Duration, hold: Duration?) { (self.start, self.hold) = (start, hold) }

  /// The session's time at a moment of the system's clock.
  package func time(at moment: Duration) -> Duration {
    let time = max(moment - start, .zero)
    return hold.map { min($0, time) } ?? time
  }

  /// The session's time now.
  package var now: Duration { time(at: MonotonicClock.now) }
}
