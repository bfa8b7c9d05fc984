import ByteStrings
import ProgressModel

extension FeedProtocol {
  /// The program's own lines.
  public static let native = FeedProtocol(
    name: "native",
    summary: "lines of words: 42, progress 0.42, bytes 1234 5678, message TEXT, done",
    makeDecoder: { NativeLines() })
}

/// Decodes the program's own lines; see `docs/feed-protocols.md`.
public final class NativeLines: FeedDecoder {
  private var splitter = LineSplitter()

  /// Creates a decoder at the start of a feed.
  public init() {}

  /// Whether part of a line is waiting for its end.
  public var holdsPartialRecord: Bool { splitter.holdsPartialRecord }

  /// Takes in the next bytes.
  public func decode(_ bytes: Span<UInt8>, emit: (FeedOutput) -> Void) {
    splitter.split(bytes) { emit(Self.output($0, isCut: $1)) }
  }

  /// Takes what waits as a whole line.
  public func finish(emit: (FeedOutput) -> Void) {
    splitter.flush { emit(Self.output($0, isCut: $1)) }
  }

  /// Forgets the part of a line that waits.
  public func dropPartialRecord() { splitter.drop() }

  private static func output(_ record: Span<UInt8>, isCut: Bool) -> FeedOutput {
    if let event = event(record, isCut: isCut) { return .event(event) }
    return .malformed(ProgressText(record))
  }

  /// What one line says; nil when it says nothing.
  ///
  /// - Parameter isCut: whether its end is missing: then only texts are taken from it, since half a
  ///   number is another number.
  static func event(_ record: Span<UInt8>, isCut: Bool = false) -> ProgressEvent? {
    var reader = WordReader()
    guard let first = reader.word(record) else { return nil }
    let verb = record.extracting(first)
    if verb.says("message") { return .message(reader.rest(record)) }
    if verb.says("done") { return .done(reader.rest(record)) }
    if verb.says("fail") { return .fail(reader.rest(record)) }
    if isCut { return nil }
    if verb.says("progress") {
      guard let number = reader.word(record), reader.isAtEnd(record) else { return nil }
      return fraction(record.extracting(number)).map { .fraction($0) }
    }
    if verb.says("bytes") { return bytes(record, reader) }
    if verb.says("style") || verb.says("image") {
      let name = reader.rest(record)
      if name.isEmpty { return nil }
      return verb.says("style") ? .style(name) : .picture(name)
    }
    guard reader.isAtEnd(record) else { return nil }
    if verb.says("cancel") { return .cancel }
    if verb.says("reset") { return .reset }
    return percent(hasPercentSign(verb) ? verb.extracting(droppingLast: 1) : verb)
      .map { .fraction($0) }
  }

  /// `bytes COMPLETED [TOTAL]`.
  private static func bytes(_ record: Span<UInt8>, _ words: WordReader) -> ProgressEvent? {
    var reader = words
    guard let completed = reader.word(record) else { return nil }
    guard let count = record.extracting(completed).wholeNumber else { return nil }
    guard let total = reader.word(record) else { return .bytes(completed: count, total: nil) }
    guard let all = record.extracting(total).wholeNumber, reader.isAtEnd(record) else { return nil }
    return .bytes(completed: count, total: all == 0 ? nil : all)
  }

  /// `0.42` or `42%`.
  private static func fraction(_ word: Span<UInt8>) -> Fraction? {
    if hasPercentSign(word) { return percent(word.extracting(droppingLast: 1)) }
    // "progress 42" may mean 42 % or may be a bug; showing a full bar for it would be a lie.
    guard let billionths = word.scaledNumber(places: 9), (0...1_000_000_000).contains(billionths)
    else { return nil }
    return Fraction(billionths: billionths)
  }

  /// A number of hundredths, held within the whole as ANIMATIONS.md §1 asks.
  private static func percent(_ word: Span<UInt8>) -> Fraction? {
    word.scaledNumber(places: 7).map { Fraction(billionths: $0) }
  }

  private static func hasPercentSign(_ word: Span<UInt8>) -> Bool {
    word.count > 1 && word[word.count - 1] == UInt8(ascii: "%")
  }
}
