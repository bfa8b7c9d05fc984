import Base

extension FeedProtocol {
  /// The events of curtin and subiquity, as curtin's reporter `print` writes them.
  ///
  /// Sources: curtin, `curtin/reporter/events.py`, as_string: `start: NAME: TEXT`, `finish: NAME:
  /// RESULT: TEXT`; `curtin/commands/install.py`: the stages, in this order.
  public static let curtin = FeedProtocol(
    name: "curtin", summary: "events of curtin and subiquity: start: NAME: TEXT",
    form: .chatty,
    rows: """
      s@1/7 start: cmd-install/stage-early: %s
      s@2/7 start: cmd-install/stage-partitioning: %s
      s@3/7 start: cmd-install/stage-network: %s
      s@4/7 start: cmd-install/stage-extract: %s
      s@5/7 start: cmd-install/stage-curthooks: %s
      s@6/7 start: cmd-install/stage-hook: %s
      s@7/7 start: cmd-install/stage-late: %s
      m start: %w: %s
      d finish: cmd-install: SUCCESS: %*
      f finish: cmd-install: FAIL: %s
      - finish: %w: SUCCESS: %*
      m finish: %w: WARN: %s
      m finish: %w: FAIL: %s
      """)
}
