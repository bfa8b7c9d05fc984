import Base

/// When a presenter that died is started again: at once, then after growing pauses, then never.
struct RestartPolicy: Sendable {
  /// A presenter that lived so long had no part in the deaths before.
  private static let healthyLife = Duration.seconds(10)
  /// How often it may die before its life is healthy.
  private static let limit = 6

  private var started = Duration.zero
  private var deaths = 0

  /// Notes a start.
  mutating func didStart(at time: Duration) { started = time }

  /// Notes a death.
  ///
  /// - Returns: how long to wait before the next start; nil to give up.
  mutating func didDie(at time: Duration) -> Duration? {
    if time - started >= Self.healthyLife { deaths = 0 }
    deaths += 1
    if deaths > Self.limit { return nil }
    return deaths == 1 ? .zero : .milliseconds(50) * (1 << deaths)
  }
}
