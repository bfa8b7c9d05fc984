import Base

extension FeedProtocol {
  /// The commands of fbsplash's FIFO.
  public static let fbsplash = FeedProtocol(
    name: "fbsplash", summary: "fbsplash: a percentage a line, message=TEXT; percent=N, exit",
    rows: """
      . %p
      m message=%<%*%>; percent=%p
      q exit
      """)
}
