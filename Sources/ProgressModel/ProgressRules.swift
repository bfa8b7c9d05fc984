public import Base

/// How a session wants to be shown what feeds say.
public struct ProgressRules: Equatable, Sendable {
  /// Whether a fraction of 1 is an outcome. Otherwise only `done` is.
  public var finishesAtFull = false
  /// Whether what is shown never gets less within a run.
  public var isMonotonic = false
  /// Whether the shown fraction moves by at most the whole in a second, so that a jump can be seen.
  public var limitsSpeed = false
  /// How long there may be no news before a run counts as stalled; longer where news are usually further apart.
  public var patience = Duration.seconds(10)
  /// Whether the style shows how fast it goes. Where none does, `ProgressState.sway` is not kept: each second of it takes 240 steps.
  public var followsSpeed = true
  /// How long the style takes to begin a run. What is said of progress until then shows after it.
  public var intro = Duration.zero

  /// Creates the usual rules.
  public init() {}
}
