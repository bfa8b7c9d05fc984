public import Base
public import ProgressModel

/// A recorded session: a feed's events and their times.
///
/// Each line is `@SECONDS WORDS` in the words of the native protocol, or with the word `end` for
/// EOF without an outcome. Blank lines and lines that begin with `#` are ignored. Unlike a feed, a
/// script has an author at hand, so an invalid line is an error.
public struct Script: Equatable, Sendable {
  /// An event and its time.
  public struct Entry: Equatable, Sendable {
    /// The time since the start of the session.
    public let time: Duration
    /// The event.
    public let event: ProgressEvent

    /// Creates an entry.
    public init(time: Duration, event: ProgressEvent) { (self.time, self.event) = (time, event) }
  }

  /// An invalid line.
  public struct LineError: Error {
    /// The number of the line, from 1.
    public let line: Int
    /// The error, and how to correct it.
    public let reason: StaticBytes
    /// The text of the line.
    public let text: SanitizedText
  }

  /// The events in order of time.
  public private(set) var entries: [Entry] = []

  /// Parses a whole script.
  public init(_ bytes: Span<UInt8>) throws(LineError) {
    var line = 1
    var start = 0
    for position in 0...bytes.count
    where position == bytes.count || bytes[position] == UInt8(ascii: "\n") {
      let end =
        position > start && bytes[position - 1] == UInt8(ascii: "\r") ? position - 1 : position
      try append(bytes.extracting(start..<end), line: line)
      line += 1
      start = position + 1
    }
  }

  private mutating func append(_ record: Span<UInt8>, line: Int) throws(LineError) {
    func wrong(_ reason: StaticBytes) -> LineError {
      LineError(line: line, reason: reason, text: SanitizedText(record))
    }
    guard let first = record.word(from: 0), record[first.lowerBound] != UInt8(ascii: "#") else {
      return
    }
    guard record[first.lowerBound] == UInt8(ascii: "@"),
      let nanoseconds = record.extracting((first.lowerBound + 1)..<first.upperBound)
        .scaledNumber(places: 9), (0..<Int64.max).contains(nanoseconds)
    else { throw wrong("has no time; write @SECONDS RECORD") }
    let time = Duration.nanoseconds(nanoseconds)
    if let last = entries.last, time < last.time {
      throw wrong("is earlier than the line before it")
    }
    let words = record.extracting(first.upperBound...)
    let events = Self.events(words)
    if events.isEmpty { throw wrong("is not a record") }
    for event in events { entries.append(Entry(time: time, event: event)) }
  }

  private static func events(_ words: Span<UInt8>) -> [ProgressEvent] {
    if let first = words.word(from: 0), words.extracting(first) == "end",
      words.word(from: first.upperBound) == nil
    {
      return [.interruption]
    }
    return NativeLines.events(words)
  }

  /// Returns an event as a line of a script, with its line feed. Parsing it yields the same event
  /// and time.
  ///
  /// - Parameter time: since the start of the session, at least 0; written to the nanosecond.
  public static func line(_ event: ProgressEvent, at time: Duration) -> ByteString {
    "@" + billionths(time.nanoseconds) + " " + record(event) + "\n"
  }

  private static func weights(_ weights: [UInt8]) -> ByteString {
    var words = ByteString(StaticBytes("weights"))
    for weight in weights { words += " " + ByteString(weight) }
    return words
  }

  /// Returns an event as a native record, without a line feed. Parsing it yields the same event.
  public static func record(_ event: ProgressEvent) -> ByteString {
    switch event {
    case .fraction(let fraction): "progress " + billionths(fraction.billionths)
    case .bytes(let completed, let total?):
      "bytes " + ByteString(completed) + " " + ByteString(total)
    case .bytes(let completed, nil): "bytes " + ByteString(completed)
    case .step(let number, let count, let name):
      "step " + ByteString(number) + "/" + ByteString(count)
        + (name.isEmpty ? "" : " " + name.utf8)
    case .plan(let names): "plan " + names.utf8
    case .weights(let weights): self.weights(weights)
    case .units(let units): units == .binary ? "units MiB" : "units MB"
    case .expect(let silence): "expect " + billionths(silence.nanoseconds)
    case .usual(let duration): "usual " + billionths(max(duration, .zero).nanoseconds)
    case .speed(let speed): "speed " + ByteString(speed)
    case .title(let text): "title " + text.utf8
    case .message(let text): "message " + text.utf8
    case .detail(let text): "detail " + text.utf8
    case .paused(let reason): reason.isEmpty ? "paused" : "paused " + reason.utf8
    case .resumed: "resume"
    case .next(let text): "next " + text.utf8
    case .restart(let delay): "restart " + billionths(delay.nanoseconds)
    case .code(let text): "code " + text.utf8
    case .job(let id, let event): "job " + id.utf8 + " " + record(event)
    case .logLine(let line): "log " + line.utf8
    case .identity(let fact): "identity " + fact.key.utf8 + " " + fact.value.utf8
    case .done(let text): text.isEmpty ? "done" : "done " + text.utf8
    case .fail(let text): text.isEmpty ? "fail" : "fail " + text.utf8
    case .cancel: "cancel"
    case .interruption: "end"
    case .reset: "reset"
    case .style(let name): "style " + name.utf8
    case .picture(let path): "image " + path.utf8
    }
  }

  static func billionths(_ number: Int64) -> ByteString {
    DecimalNumber(significand: UInt64(number), exponent: -9).text
  }
}
