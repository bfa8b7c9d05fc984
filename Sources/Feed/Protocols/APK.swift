import Base

extension FeedProtocol {
  /// What apk writes to the descriptor of its `--progress-fd`.
  ///
  /// Source: apk-tools 2, `src/print.c`, apk_print_progress: `"%zu/%zu\n"`; apk-tools 3 adds a text,
  /// `"%llu/%llu %s\n"`. The numbers add bytes to packages, so they are no number of bytes.
  public static let apk = FeedProtocol(
    name: "apk", summary: "apk --progress-fd: DONE/TOTAL TEXT",
    // "3/10 tests passed" is no progress of apk's.
    manner: .unrecognizable,
    makeReader: {
      TableReader(
        """
        . %a/%A
        m %a/%A %S
        """)
    })
}
