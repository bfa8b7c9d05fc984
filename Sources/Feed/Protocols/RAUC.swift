extension FeedProtocol {
  /// What `rauc install` prints to a pipe.
  public static let rauc = FeedProtocol(
    name: "rauc", summary: "the lines of rauc install",
    makeDecoder: {
      TableDecoder(
        """
        - installing
        - idle
        m %p%% %s
        f LastError: %S
        - LastError:
        d Installing `%*` succeeded
        f Installing `%*` failed
        f %<RAUC service disappeared%>
        """)
    })
}
