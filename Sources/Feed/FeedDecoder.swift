public import Base
public import ProgressModel

/// What a decoder makes of a piece of a feed.
public enum FeedOutput: Equatable, Sendable {
  /// Something was said.
  case event(ProgressEvent)
  /// A record that says nothing in this protocol: its text, for the log.
  case malformed(SanitizedText)
  /// The feed says that it has ended, though its bytes may go on.
  case end
  /// The root file system is about to be another one.
  case newRoot
  /// Part of a record was dropped, since its rest never came.
  case dropped
  /// A byte to be sent back, where the protocol has answers.
  case answer(UInt8)
  /// The protocol has been recognised, or another than was thought: its name.
  case recognized(ByteString)
}

/// Turns the bytes of one feed into events, as they come.
///
/// A decoder is total: every byte sequence, cut into pieces anywhere, gives the same outputs, and none
/// traps, blocks or grows without bound. It sees bytes and no descriptors, so it can be fuzzed.
public protocol FeedDecoder: AnyObject {
  /// Takes in the next bytes; emits what they complete.
  func decode(_ bytes: Span<UInt8>, emit: (FeedOutput) -> Void)
  /// Takes note that no more bytes will come; emits what was waiting for its end. What comes after all is another
  /// feed's beginning.
  func finish(emit: (FeedOutput) -> Void)
  /// Whether part of a record is waiting for the rest, which is not late yet.
  var holdsPartialRecord: Bool { get }
  /// Whether part of a record waits for the rest, late or not.
  var hasUnfinishedRecord: Bool { get }
  /// Forgets the part of a record that is waiting for the rest.
  func dropPartialRecord()
  /// Takes note that the rest of a record is late: its writer died, or takes its time. What comes
  /// next is that rest if both together say something, and otherwise a record of its own. Emits what
  /// the part says by itself, or that it was dropped.
  func restIsLate(emit: (FeedOutput) -> Void)
  /// Whether its records are lines that are understood without those before: of several that differ in numbers only the
  /// last is enough.
  var recordsStandAlone: Bool { get }
}

extension FeedDecoder {
  /// Drops the part: nothing tells a record from half of one and half of another.
  public func restIsLate(emit: (FeedOutput) -> Void) {
    dropPartialRecord()
    emit(.dropped)
  }
  /// What is late is dropped.
  public var hasUnfinishedRecord: Bool { holdsPartialRecord }
  /// They do not, unless the decoder says so.
  public var recordsStandAlone: Bool { false }
}

/// A feed protocol: a name for the command line and a way to make a decoder.
public final class FeedProtocol: Sendable {
  /// Where a protocol's bytes come from, when it is named with a path or with none.
  public enum Place: Equatable, Sendable {
    /// A file or FIFO that is there, or whatever else is named.
    case path
    /// A FIFO of ours, made if it is not there.
    case fifo
    /// What a program prints: the words of a command stand for a path.
    case program
    /// A socket that somebody else listens at: connected to, and again whenever it ends.
    case peer
    /// A socket of ours that others connect to.
    case server
    /// A socket of ours that others send datagrams to.
    case datagrams
  }

  /// What the records of a protocol are like.
  public enum Manner: Equatable, Sendable {
    /// Lines, which it can be told by.
    case lines
    /// Lines for people, of which most say nothing.
    case chatty
    /// Lines or something else that it can't be told by from all others.
    case unrecognizable
    /// Something else than lines. Its first byte is 0, which no line begins with.
    case binary
  }

  /// The name, as written in settings.
  public let name: StaticBytes
  /// One line on what speaks it.
  public let summary: StaticBytes
  /// Where its bytes come from.
  public let place: Place
  /// Where it is when no path is named; empty when there is no such place. Of a peer's several paths,
  /// with colons between them, the first with a listener is used.
  public let usualPath: StaticBytes
  /// The first byte of a record that is read as native in every feed of lines: STX.
  public static let mark = LineSplitter.mark

  /// What its records are like.
  public let manner: Manner
  /// Makes a decoder for one feed.
  public let makeDecoder: @Sendable () -> any FeedDecoder
  /// Makes a reader of its records; nil for a protocol of no lines.
  let makeReader: (@Sendable () -> RecordReader)?

  /// Whether its records are lines.
  public var hasLines: Bool { makeReader != nil }

  /// Creates a protocol of lines.
  init(
    name: StaticBytes, summary: StaticBytes, place: Place = .path, usualPath: StaticBytes = "",
    manner: Manner = .lines, makeReader: @escaping @Sendable () -> RecordReader
  ) {
    (self.name, self.summary, self.place) = (name, summary, place)
    (self.usualPath, self.manner, self.makeReader) = (usualPath, manner, makeReader)
    makeDecoder = { LineDecoder(makeReader()) }
  }

  /// Creates a protocol of something else.
  init(
    name: StaticBytes, summary: StaticBytes, place: Place, usualPath: StaticBytes, manner: Manner,
    makeDecoder: @escaping @Sendable () -> any FeedDecoder
  ) {
    (self.name, self.summary, self.place) = (name, summary, place)
    (self.usualPath, self.manner, self.makeDecoder) = (usualPath, manner, makeDecoder)
    makeReader = nil
  }

  /// The protocol that a record may belong to: the first that makes events of it; nil for none.
  public static func guess(_ record: ByteString) -> FeedProtocol? {
    for feed in all {
      var saysSomething = false
      feed.makeReader?().read(record.bytes.span, isCut: false) {
        if case .malformed = $0 { return }
        saysSomething = true
      }
      if saysSomething { return feed }
    }
    return nil
  }

  /// The protocol of a name; nil for none.
  public static func named(_ name: ByteString) -> FeedProtocol? {
    for feed in all where name == feed.name { return feed }
    return nil
  }
}
