import Base

extension FeedProtocol {
  /// The notifications of services, with this program in place of the service manager.
  public static let notify = FeedProtocol(
    name: "notify", summary: "sd_notify datagrams, at the socket that NOTIFY_SOCKET names",
    place: .datagrams,
    rows: """
      . X_SYSUPDATE_PROGRESS=%p
      . X_IMPORT_PROGRESS=%p%%
      . X_IMPORT_PROGRESS=%p
      m STATUS=%<%*(%p%%%*%>
      m STATUS=%<%*%>
      - ERRNO=0
      f ERRNO=%S
      - %w=%*
      """)
}
