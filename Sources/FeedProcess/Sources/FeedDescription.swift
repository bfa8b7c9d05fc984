package import Base
package import Feed
import LinuxSystem

/// A feed's description in settings: `[WEIGHT*][PROTOCOL:]PLACE`.
package final class FeedDescription: Sendable {
  /// The kinds of places that bytes come from.
  package enum Kind {
    /// An open descriptor; 0 is standard input.
    case descriptor
    /// A FIFO that the service manager opened and keeps open; for a protocol of servers, a
    /// listening socket. The path is its name in `LISTEN_FDNAMES`, or empty.
    case inherited
    /// A FIFO that this program makes if it does not exist, and removes at the end.
    case fifo
    /// A file, FIFO or socket of another program.
    case path
    /// A program with the feed as its output.
    case program
    /// A listening socket of this program, or a datagram socket of it.
    case server, datagrams
  }

  /// The FIFO that is used if a feed names no path.
  static let defaultFIFO: ByteString = "/run/fbprogress/feed"

  /// The feed's share of the whole, relative to the other weights; nil if none is given.
  let weight: UInt32?
  /// The protocol; nil to recognize it.
  let namedProtocol: FeedProtocol?
  /// The kind of place.
  package let kind: Kind
  /// The path; empty for a descriptor, the command line of a program.
  package let path: ByteString
  /// More paths of a peer's socket, in the order in which they are tried.
  let otherPaths: [ByteString]
  /// The user IDs of trusted sockets, besides root's and this process's own.
  let trustedUsers: [UInt64]
  /// The descriptor's number.
  let number: Int32
  /// The user's patterns for lines of a feed without a named protocol.
  package let matchers: [LineMatcher]

  /// Parses a feed's text; nil if it names no place.
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
    let namedProtocol = FeedProtocol.named(rest[0..<colon])
    if namedProtocol != nil { rest = rest[min(colon + 1, rest.count)..<rest.count] }
    var kind = Kind.path
    var otherPaths: [ByteString] = []
    var number: UInt64 = 0
    if rest == "-" {
      (kind, rest) = (.descriptor, "")
    } else if rest.hasPrefix("fd:") {
      guard let given = rest[3..<rest.count].wholeNumber, given < 65_536 else { return nil }
      (kind, rest, number) = (.descriptor, "", given)
    } else if rest == "listen" {
      (kind, rest) = (.inherited, "")
    } else if rest.hasPrefix("listen:") {
      (kind, rest) = (.inherited, rest[7..<rest.count])
    } else if rest == "fifo" {
      (kind, rest) = (.fifo, Self.defaultFIFO)
    } else if rest.hasPrefix("fifo:") {
      (kind, rest) = (.fifo, rest[5..<rest.count])
      if rest.isEmpty { return nil }
    } else {
      let isUsual = rest.isEmpty
      if isUsual, let namedProtocol { rest = Self.usualPath(of: namedProtocol) }
      if isUsual, namedProtocol?.place == .peer {
        otherPaths = rest.split(at: UInt8(ascii: ":"))
        rest = otherPaths.removeFirst()
      }
      switch namedProtocol?.place {
      case .program? where isUsual: kind = .program
      case .fifo?: kind = .fifo
      case .server?: kind = .server
      case .datagrams?: kind = .datagrams
      default: break
      }
      if rest.isEmpty { return nil }
      // Any user may send to a socket without a file.
      if kind == .datagrams, rest[0] == UInt8(ascii: "@") { return nil }
    }
    (self.weight, self.namedProtocol, self.kind, path) = (weight, namedProtocol, kind, rest)
    (self.number, self.otherPaths) = (Int32(number), otherPaths)
    self.trustedUsers = trustedUsers
  }

  /// The protocol that a feed's text names though this build is without it, or though none has
  /// the name; nil for none.
  static func absentProtocol(of text: ByteString) -> ByteString? {
    let star = text.firstIndex(of: UInt8(ascii: "*")).map { $0 + 1 } ?? 0
    let rest = text[star..<text.count]
    let end = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.count
    let name = rest[0..<end]
    if FeedProtocol.named(name) != nil { return nil }
    if Traits.lacks(name) { return name }
    let isWord = end > 1 && name.bytes.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
    let isPlace = name == "fd" || name == "fifo" || name == "listen"
    return end < rest.count && isWord && !isPlace ? name : nil
  }

  /// The default path of a protocol's feed. psplash's clients read it from the environment.
  private static func usualPath(of feed: FeedProtocol) -> ByteString {
    if feed.name == "psplash", let folder = Environment.value("PSPLASH_FIFO_DIR") {
      return folder + "/psplash_fifo"
    }
    return ByteString(feed.usualPath)
  }

  /// Parses the texts of the setting `feed`, one a line. Empty if any of them names no place.
  static func plans(
    _ texts: ByteString, trusting users: [UInt64], matchers: [LineMatcher]
  ) -> [FeedDescription] {
    var plans: [FeedDescription] = []
    for text in texts.split(at: UInt8(ascii: "\n")) {
      guard let plan = FeedDescription(text, trusting: users, matchers: matchers) else { return [] }
      plans.append(plan)
    }
    return plans
  }

  /// The place in the syntax of settings.
  var place: ByteString {
    switch kind {
    case .descriptor: number == 0 ? "-" : "fd:" + ByteString(number)
    case .inherited: path.isEmpty ? "listen" : "listen:" + path
    case .fifo: "fifo:" + path
    default: path
    }
  }

  /// Makes a decoder of the feed's protocol.
  func makeDecoder() -> any FeedDecoder {
    namedProtocol?.makeDecoder() ?? FeedRecognizer(matchers: matchers)
  }
}
