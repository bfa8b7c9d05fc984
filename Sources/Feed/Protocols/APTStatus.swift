import Base

extension FeedProtocol {
  /// The status records of apt (`APT::Status-Fd`) and dpkg (`--status-fd`).
  public static let apt = FeedProtocol(
    name: "apt", summary: "apt's APT::Status-Fd and dpkg's --status-fd",
    makeReader: { APTStatus() })
}

/// A reader of both formats. dpkg alone reports no fraction, so its progress is of unknown extent.
final class APTStatus: TableReader {
  private var hasBegun = false

  init() {
    super.init(
      """
      m@1/2 dlstatus:%*:%p:%s
      m@2/2 pmstatus:%*:%p:%s
      f pmerror:%*:%p:%s
      - pmconffile:%s
      m media-change: %s
      m status: %<%w : error%> : %s
      - status: %s
      x processing: %s
      """)
  }

  override func interpret(_ letter: UInt8, _ facts: inout RecordFacts) -> Bool {
    if facts.fraction == nil, letter == UInt8(ascii: "x"), !hasBegun { facts.completed = 0 }
    if facts.fraction != nil || facts.completed != nil { hasBegun = true }
    return true
  }

  override func forget() {
    super.forget()
    hasBegun = false
  }
}
