/// Where a run stands.
public enum ProgressPhase: UInt8, Equatable, Sendable {
  /// Nothing has been said about progress yet.
  case idle
  /// It runs.
  case active
  /// It ended well.
  case done
  /// It ended badly.
  case failed
  /// It was called off.
  case cancelled
  /// The feed ended without an outcome.
  case interrupted

  /// Whether only `reset` is heard from now on.
  public var isOutcome: Bool { self != .idle && self != .active }
}
