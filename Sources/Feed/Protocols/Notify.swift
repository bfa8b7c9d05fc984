import Base

extension FeedProtocol {
  /// What services tell their manager, with this program in its place.
  public static let notify = FeedProtocol(
    name: "notify", summary: "sd_notify datagrams, at the socket that NOTIFY_SOCKET names",
    place: .datagrams,
    makeReader: {
      TableReader(
        """
        . X_SYSUPDATE_PROGRESS=%p
        . X_IMPORT_PROGRESS=%p%%
        . X_IMPORT_PROGRESS=%p
        m STATUS=%<%*(%p%%%*%>
        m STATUS=%<%*%>
        - ERRNO=0
        f ERRNO=%S
        - %w=%*
        """)
    })
}
