extension FeedProtocol {
  /// What is written to fbsplash's FIFO.
  public static let fbsplash = FeedProtocol(
    name: "fbsplash", summary: "fbsplash: a percentage a line, exit",
    makeDecoder: {
      TableDecoder(
        """
        . %p
        q exit
        """)
    })
}
