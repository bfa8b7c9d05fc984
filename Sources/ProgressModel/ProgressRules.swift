public import Base

/// The session's rules for how the state follows a feed.
public struct ProgressRules: Equatable, Sendable {
  /// Whether a fraction of 1 counts as success. Otherwise only `done` does.
  public var finishesAtFull = false
  /// Whether the displayed fraction never decreases within a run.
  public var isMonotonic = false
  /// Whether the displayed fraction moves by at most 1 per second, so that a jump remains visible.
  public var limitsSpeed = false
  /// Whether the displayed fraction moves evenly from record to record, instead of at each.
  public var isSteady = false
  /// The least silence after which a run counts as stalled; longer if events are usually rare.
  public var stallTimeout = Duration.seconds(10)
  /// The duration of the style's intro. Progress of that time is displayed after it.
  public var intro = Duration.zero

  /// Whether the outcomes of all jobs are the outcome of the run. Not where a command's exit status
  /// decides.
  public var endsWithJobs = true

  /// Creates the default rules.
  public init() {}
}
