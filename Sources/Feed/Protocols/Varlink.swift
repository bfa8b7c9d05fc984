import Base

extension FeedProtocol {
  /// The progress of systemd's Varlink services, as `varlinkctl --more call` prints it.
  ///
  /// Source: systemd, `src/repart/repart.c` and `src/sysinstall/sysinstall.c`, method Run:
  /// `{"phase":"copying_partition","object":"root","progress":42}`, percent.
  public static let varlink = FeedProtocol(
    name: "varlink", summary: "systemd's progress over Varlink, varlinkctl --more call",
    form: .chatty,
    jsonRows: """
      phase!>message &phase
      phase!>detail $object
      phase!>$progress
      """)
}
