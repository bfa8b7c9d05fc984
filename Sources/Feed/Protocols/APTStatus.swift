extension FeedProtocol {
  /// What apt and dpkg write to their status descriptors.
  public static let apt = FeedProtocol(
    name: "apt", summary: "apt's APT::Status-Fd and dpkg's --status-fd",
    makeDecoder: {
      TableDecoder(
        """
        m@1/2 dlstatus:%*:%p:%s
        m@2/2 pmstatus:%*:%p:%s
        m pmerror:%*:%p:%s
        - pmconffile:%s
        m media-change: %s
        m status: %<%w : error%> : %s
        - status: %s
        x processing: %s
        """)
    })
}
