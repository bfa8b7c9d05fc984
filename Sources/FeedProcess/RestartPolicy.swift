import Base

/// The restarts of a presenter that died: at once, then after growing delays, then with the safe
/// screen, then none.
struct RestartPolicy: Sendable {
  /// A life of this length resets the count of deaths.
  private static let healthyLife = Duration.seconds(10)
  /// The most deaths in a row.
  private static let limit = 6
  /// The crashes in a row after which the presenter shows the safe screen.
  private static let safeLimit = 4

  // The start of the life that has not ended; nil without one.
  private var started: Duration?
  private var deaths = 0
  private var crashes = 0
  /// Whether the next presenter shows the safe screen. This is permanent: a recurring crash must
  /// not make the display flicker endlessly.
  private(set) var isSafe = false

  /// Records the start of a presenter.
  mutating func didStart(at time: Duration) { started = time }

  /// Records the death of a presenter. One that could not be started has died without a life, so it
  /// is no reason to forget the deaths before: the next start is later, not at once.
  ///
  /// - Parameter hasCrashed: whether a signal or a trap ended it, not an error of the display.
  /// - Returns: the time to wait before the next start; nil to give up.
  mutating func didDie(at time: Duration, hasCrashed: Bool) -> Duration? {
    if let started, time - started >= Self.healthyLife { (deaths, crashes) = (0, 0) }
    started = nil
    deaths += 1
    if hasCrashed { crashes += 1 }
    if crashes >= Self.safeLimit { isSafe = true }
    if deaths > Self.limit { return nil }
    return deaths == 1 ? .zero : .milliseconds(50) * (1 << deaths)
  }
}
