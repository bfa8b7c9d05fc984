/// The phase of a run: before it, during it, or one of its outcomes.
public enum ProgressPhase: UInt8, Equatable, Sendable {
  /// No event about progress has arrived.
  case idle
  /// The run is in progress, possibly paused or stalled.
  case active
  /// The run succeeded.
  case done
  /// The run failed.
  case failed
  /// The run was cancelled.
  case cancelled
  /// The feed ended without an outcome.
  case interrupted

  /// Whether the run has ended. `ProgressState.apply(_:at:)` then ignores events about progress
  /// until `reset`.
  public var isOutcome: Bool { self != .idle && self != .active }
}
