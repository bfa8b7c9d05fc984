import Base

extension FeedProtocol {
  /// The commands of psplash's FIFO.
  public static let psplash = FeedProtocol(
    name: "psplash",
    summary: "psplash's FIFO, as swupdate-progress, bmaptool and psplash-write fill it",
    place: .fifo, usualPath: "/run/psplash_fifo",
    rows: """
      s MSG step %k of %n
      d MSG SUCCESS
      f MSG FAILURE
      m MSG %s
      . PROGRESS -%p
      . PROGRESS %p
      . PROGRESS %p%%%*
      q QUIT
      n FIFO %s
      """)
}
