package import Base
import Feed
import LinuxSystem

/// One feed, as settings name it: `[WEIGHT*][PROTOCOL:]PLACE`.
package final class FeedPlan: Sendable {
  /// What kind of place bytes come from.
  package enum Kind {
    /// A descriptor that is open already; 0 is standard input.
    case descriptor
    /// A FIFO that a service manager opened and keeps open, or a socket at which it listens for a
    /// protocol whose place is a server: the path is its name there, or empty.
    case handed
    /// A FIFO of ours: made if it is not there.
    case fifo
    /// A file, FIFO or socket of somebody else's.
    case path
    /// A program that prints what is read.
    case program
    /// A socket of ours.
    case server, datagrams
  }

  /// The form of a feed in settings.
  package static var forms: StaticBytes {
    "[WEIGHT*][PROTOCOL:]PLACE, the place being fifo, fifo:PATH, PATH, fd:N, listen, listen:NAME, -"
  }

  /// The FIFO when no other is named.
  static let defaultFIFO: ByteString = "/run/fbprogress/feed"

  /// What part of the whole it tells of, beside the others; nil where that is not said.
  let weight: UInt32?
  /// What it speaks; nil to find out.
  let speaks: FeedProtocol?
  package let kind: Kind
  /// Where it is; empty for a descriptor, the words of a program.
  package let path: ByteString
  /// Where else it may be, in order; for a peer's socket.
  let otherPaths: [ByteString]
  /// The users beside root and this process's own whose sockets are read.
  let trustedUsers: [UInt64]
  /// The descriptor's number.
  let number: Int32
  /// The user's patterns for lines of a feed whose protocol is not named.
  let matchers: [LineMatcher]

  /// Reads a text; nil when it names no place.
  init?(
    _ text: ByteString, trusting trustedUsers: [UInt64] = [], matchers: [LineMatcher] = []
  ) {
    self.matchers = matchers
    var rest = text
    var weight: UInt32?
    if let star = rest.firstIndex(of: UInt8(ascii: "*")),
      let number = rest[0..<star].wholeNumber, number <= 1_000_000
    {
      weight = UInt32(number)
      rest = rest[(star + 1)..<rest.count]
    }
    let colon = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.count
    let speaks = FeedProtocol.named(rest[0..<colon])
    if speaks != nil { rest = rest[min(colon + 1, rest.count)..<rest.count] }
    var kind = Kind.path
    var otherPaths: [ByteString] = []
    var number: UInt64 = 0
    if rest == "-" {
      (kind, rest) = (.descriptor, "")
    } else if rest.hasPrefix("fd:") {
      guard let given = rest[3..<rest.count].wholeNumber, given < 65_536 else { return nil }
      (kind, rest, number) = (.descriptor, "", given)
    } else if rest == "listen" {
      (kind, rest) = (.handed, "")
    } else if rest.hasPrefix("listen:") {
      (kind, rest) = (.handed, rest[7..<rest.count])
    } else if rest == "fifo" {
      (kind, rest) = (.fifo, Self.defaultFIFO)
    } else if rest.hasPrefix("fifo:") {
      (kind, rest) = (.fifo, rest[5..<rest.count])
      if rest.isEmpty { return nil }
    } else {
      let isUsual = rest.isEmpty
      if isUsual, let speaks { rest = Self.usualPath(of: speaks) }
      if isUsual, speaks?.place == .peer {
        otherPaths = rest.split(at: UInt8(ascii: ":"))
        rest = otherPaths.removeFirst()
      }
      switch speaks?.place {
      case .program? where isUsual: kind = .program
      case .fifo?: kind = .fifo
      case .server?: kind = .server
      case .datagrams?: kind = .datagrams
      default: break
      }
      if rest.isEmpty { return nil }
      // Anybody may send to a socket without a file.
      if kind == .datagrams, rest[0] == UInt8(ascii: "@") { return nil }
    }
    (self.weight, self.speaks, self.kind, path) = (weight, speaks, kind, rest)
    (self.number, self.otherPaths) = (Int32(number), otherPaths)
    self.trustedUsers = trustedUsers
  }

  /// Where a protocol's bytes come from when nobody says; psplash's writers ask the environment.
  private static func usualPath(of feed: FeedProtocol) -> ByteString {
    if ByteString(feed.name) == "psplash", let folder = Environment.value("PSPLASH_FIFO_DIR") {
      return folder + "/psplash_fifo"
    }
    return ByteString(feed.usualPath)
  }

  /// The settings' texts, one a line, read; none when one of them names no place.
  static func plans(
    _ texts: ByteString, trusting users: [UInt64], matchers: [LineMatcher]
  ) -> [FeedPlan] {
    var plans: [FeedPlan] = []
    for text in texts.split(at: UInt8(ascii: "\n")) {
      guard let plan = FeedPlan(text, trusting: users, matchers: matchers) else { return [] }
      plans.append(plan)
    }
    return plans
  }

  /// The place as settings name it.
  var place: ByteString {
    switch kind {
    case .descriptor: number == 0 ? "-" : "fd:" + ByteString(number)
    case .handed: path.isEmpty ? "listen" : "listen:" + path
    case .fifo: "fifo:" + path
    default: path
    }
  }

  /// Opens it.
  func open() throws(SystemError) -> FeedSource {
    if kind == .program { return ProgramSource(self) }
    let isSocket =
      kind == .server || kind == .datagrams || kind == .handed && speaks?.place == .server
      || kind == .path
        && (path[0] == UInt8(ascii: "@") || speaks?.place == .peer || isSocketThere)
    return isSocket ? try SocketSource(self) : try StreamSource(self)
  }

  private var isSocketThere: Bool { (try? FileSystem.status(path))??.isSocket == true }

  /// Makes its decoder.
  func makeDecoder() -> any FeedDecoder {
    speaks?.makeDecoder() ?? FeedRecognizer(matchers: matchers)
  }
}
