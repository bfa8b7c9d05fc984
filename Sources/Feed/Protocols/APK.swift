import Base

extension FeedProtocol {
  /// The output of apk to the descriptor of its `--progress-fd`.
  ///
  /// Source: apk-tools 2, `src/print.c`, apk_print_progress: `"%zu/%zu\n"`; apk-tools 3 adds a
  /// text, `"%llu/%llu %s\n"`. The numbers are sums of bytes and packages, so they are no byte
  /// counts.
  public static let apk = FeedProtocol(
    name: "apk", summary: "apk --progress-fd: DONE/TOTAL TEXT",
    // Other programs print "3/10 tests passed".
    form: .unrecognizable,
    rows: """
      . %a/%A
      m %a/%A %S
      """)
}
