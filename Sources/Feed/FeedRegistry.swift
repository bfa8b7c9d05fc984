extension FeedProtocol {
  /// Every protocol, the default first. A new one is a file in `Protocols/` and a line here.
  public static let all: [FeedProtocol] = [
    .native
  ]
}
