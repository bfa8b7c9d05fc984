import Base

/// The restart delays of a presenter that died: none, then growing ones, then no more restarts.
struct RestartPolicy: Sendable {
  /// A life of this length resets the count of deaths.
  private static let healthyLife = Duration.seconds(10)
  /// The most deaths in a row.
  private static let limit = 6

  private var started = Duration.zero
  private var deaths = 0

  /// Records the start of a presenter.
  mutating func didStart(at time: Duration) { started = time }

  /// Records the death of a presenter.
  ///
  /// - Returns: the time to wait before the next start; nil to give up.
  mutating func didDie(at time: Duration) -> Duration? {
    if time - started >= Self.healthyLife { deaths = 0 }
    deaths += 1
    if deaths > Self.limit { return nil }
    return deaths == 1 ? .zero : .milliseconds(50) * (1 << deaths)
  }
}
