public import Base
public import ProgressModel

/// An output of a feed decoder.
public enum FeedOutput: Equatable, Sendable {
  /// An event of the run.
  case event(ProgressEvent)
  /// The text of a record that the protocol does not know, for the log; empty from a reader, which
  /// is given the record.
  case malformed(SanitizedText)
  /// The feed's own end mark. More bytes may follow.
  case end
  /// A switch to another root file system is imminent.
  case newRoot
  /// The displays shall be left to another program, or taken again.
  case displays(areOurs: Bool)
  /// Part of a record was dropped because its rest did not arrive.
  case dropped
  /// A byte to send back, for protocols with replies.
  case answer(UInt8)
  /// The name of the protocol that was recognized, the first time or instead of another.
  case recognized(ByteString)
}

/// A decoder that turns the bytes of one feed into events.
///
/// A decoder is total. A byte sequence gives the same outputs however it is split, and none makes
/// the decoder trap, block or grow without bound. It sees bytes and no descriptors, so it can be
/// fuzzed.
public protocol FeedDecoder: AnyObject {
  /// Decodes the next bytes and emits the outputs of the records that they complete.
  ///
  /// - Parameter isFlood: whether records come too fast to read all. Outcomes are read, and records
  ///   that a later one replaces may be skipped. The last ones are read before the next bytes that
  ///   are of no flood.
  func decode(_ bytes: Span<UInt8>, isFlood: Bool, emit: (FeedOutput) -> Void)
  /// Ends the feed: emits the record that was waiting for its end. Later bytes begin another feed.
  func finish(emit: (FeedOutput) -> Void)
  /// Whether a partial record waits for its rest, and the rest is not late.
  var holdsPartialRecord: Bool { get }
  /// Whether a partial record waits for its rest, late or not.
  var hasUnfinishedRecord: Bool { get }
  /// Discards the partial record.
  func dropPartialRecord()
  /// Marks the rest of the partial record as late: its writer died or is slow.
  ///
  /// Bytes that follow complete the record if both parts together have a meaning; otherwise they
  /// begin a record of their own. Emits the meaning of the first part alone, or `dropped`.
  func markRestLate(emit: (FeedOutput) -> Void)
}

extension FeedDecoder {
  /// Decodes bytes that are of no flood.
  public func decode(_ bytes: Span<UInt8>, emit: (FeedOutput) -> Void) {
    decode(bytes, isFlood: false, emit: emit)
  }
  /// Drops the partial record: the decoder cannot distinguish a record from the halves of two.
  public func markRestLate(emit: (FeedOutput) -> Void) {
    dropPartialRecord()
    emit(.dropped)
  }
  /// Equal to `holdsPartialRecord`, since the default drops a late record.
  public var hasUnfinishedRecord: Bool { holdsPartialRecord }
}

/// A feed protocol: its name for settings, the place of its feeds, and its decoder.
public final class FeedProtocol: Sendable {
  /// The kind of place that a protocol's feeds come from.
  public enum Place: Equatable, Sendable {
    /// An existing file or FIFO, or any other path given.
    case path
    /// A FIFO, created if missing.
    case fifo
    /// The standard output of a command; the command line stands in place of a path.
    case program
    /// A listening socket of another program. The keeper connects, and reconnects when it closes.
    case peer
    /// A stream socket of the keeper that writers connect to.
    case server
    /// A datagram socket of the keeper that writers send to.
    case datagrams
  }

  /// The form of a protocol's records, for recognition.
  public enum RecordForm: Equatable, Sendable {
    /// Lines that identify the protocol.
    case lines
    /// Lines for people, most of which carry no progress.
    case chatty
    /// Records that also occur in other feeds, so the protocol must be named.
    case unrecognizable
    /// Binary records. The first byte is 0, which begins no line.
    case binary
  }

  /// The name in settings.
  public let name: StaticBytes
  /// A line for the help text: the programs and records of the protocol.
  public let summary: StaticBytes
  /// The kind of place its feeds come from.
  public let place: Place
  /// The place if no path is given; empty for none. For a peer, several paths separated by colons:
  /// the first with a listener is used.
  public let usualPath: StaticBytes
  /// STX: the first byte of a record that every feed of lines reads as native.
  public static let mark = LineSplitter.mark

  /// The form of its records.
  public let form: RecordForm
  private let rows: StaticBytes?
  private let jsonRows: StaticBytes?
  private let ownReader: @Sendable () -> RecordReader
  private let ownDecoder: (@Sendable () -> any FeedDecoder)?

  /// The output that reports the protocol as recognized.
  @inline(never) var recognition: FeedOutput { .recognized(ByteString(name)) }

  /// Creates a protocol.
  ///
  /// - Parameters:
  ///   - rows: the rows of a `LineTable`, if that defines the protocol.
  ///   - jsonRows: the rows of a `JSONTable`, if that does.
  ///   - makeReader: creates a reader of lines, if code does.
  ///   - makeDecoder: creates a decoder for records other than lines.
  init(
    name: StaticBytes, summary: StaticBytes, place: Place = .path, usualPath: StaticBytes = "",
    form: RecordForm = .lines, rows: StaticBytes? = nil, jsonRows: StaticBytes? = nil,
    makeReader: @escaping @Sendable () -> RecordReader = { RecordReader() },
    makeDecoder: (@Sendable () -> any FeedDecoder)? = nil
  ) {
    (self.name, self.summary, self.place) = (name, summary, place)
    (self.usualPath, self.form, self.rows, self.jsonRows) = (usualPath, form, rows, jsonRows)
    (ownReader, ownDecoder) = (makeReader, makeDecoder)
  }

  /// Whether its records are lines.
  public var hasLines: Bool { ownDecoder == nil }

  /// Creates a reader of its records; nil for a protocol without lines.
  func makeReader() -> RecordReader? {
    if let jsonRows { return JSONTable(jsonRows) }
    let isChatty = form == .chatty
    guard let rows else { return hasLines ? ownReader() : nil }
    return TableReader(rows, isChatty: isChatty, guessesFractions: isChatty)
  }

  /// Creates a decoder for one feed.
  public func makeDecoder() -> any FeedDecoder {
    ownDecoder?() ?? LineDecoder(makeReader() ?? RecordReader())
  }

  /// Returns the protocol that a record may belong to: the first that knows it; nil for none.
  public static func guess(_ record: ByteString) -> FeedProtocol? {
    for feed in all {
      var saysSomething = false
      feed.makeReader()?.read(record.bytes.span, isCut: false) {
        if case .malformed = $0 { return }
        saysSomething = true
      }
      if saysSomething { return feed }
    }
    return nil
  }

  /// Returns the protocol with a name; nil for none.
  public static func named(_ name: ByteString) -> FeedProtocol? {
    for feed in all where name == feed.name { return feed }
    return nil
  }
}
