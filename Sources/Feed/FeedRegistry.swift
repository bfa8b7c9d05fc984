extension FeedProtocol {
  /// Every protocol, the default first. A new one is a file in `Protocols/` and a line here. Where a record says
  /// something in several, the earlier is recognised.
  public static let all: [FeedProtocol] = [
    .native, .gauge, .psplash, .human,
  ]
}
