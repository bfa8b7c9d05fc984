import Base
import Feed
import LinuxSystem

extension FeedDescription {
  /// Opens the feed.
  func open() throws(SystemError) -> FeedSource {
    if kind == .program { return ProgramSource(self) }
    let isSocket =
      kind == .server || kind == .datagrams || kind == .inherited && namedProtocol?.place == .server
      || kind == .path
        && (path[0] == UInt8(ascii: "@") || namedProtocol?.place == .peer || isSocketThere)
    return isSocket ? try SocketSource(self) : try StreamSource(self)
  }

  private var isSocketThere: Bool { (try? FileSystem.status(path))??.isSocket == true }
}
