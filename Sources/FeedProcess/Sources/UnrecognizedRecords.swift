import Base
import Feed
import LinuxSystem
import ProgressModel

/// Counts a feed's unrecognized records, and reports them at most once a second.
struct UnrecognizedRecords: Sendable {
  private var unreported = 0
  private var reportedAt: Duration?
  private var first = SanitizedText.empty

  /// Counts a record.
  mutating func count(_ record: SanitizedText) {
    if unreported == 0 { first = record }
    unreported += 1
  }

  /// The time of the next report, on the system's clock; nil for none.
  var deadline: Duration? { unreported > 0 ? (reportedAt ?? .zero) + .seconds(1) : nil }

  /// A feed as the log tells of it: its name, its place in the syntax of settings, the protocol
  /// that settings name, and the recognized one; empty for none.
  typealias Feed = (
    name: ByteString, place: ByteString, named: FeedProtocol?, recognized: ByteString
  )

  /// The log line that is due at a time; nil without new records, or within a second of the last
  /// line.
  mutating func report(at time: Duration, of feed: Feed) -> ByteString? {
    if let reportedAt, time - reportedAt < .seconds(1) { return nil }
    let line = remainder(of: feed)
    if line != nil { reportedAt = time }
    return line
  }

  /// A log line on the records that are not reported yet; nil for none.
  mutating func remainder(of feed: Feed) -> ByteString? {
    if unreported == 0 { return nil }
    defer { unreported = 0 }
    let text = SanitizedText(first.utf8.bytes.span.extracting(first: 60)).utf8
    let what =
      unreported == 1
      ? "unrecognized record '" + text + "'"
      : ByteString(unreported) + " unrecognized records, the first one '" + text + "'"
    return "feed " + feed.name + ": " + what + cure(of: feed)
  }

  private func cure(of feed: Feed) -> ByteString {
    if let named = feed.named {
      guard let guess = FeedProtocol.guess(first.utf8), guess !== named else {
        return "; the feed is named " + ByteString(named.name) + ", see fbprogress --help"
      }
      let name = ByteString(guess.name)
      return "; it looks like " + name + ": name that protocol, --feed " + name + ":" + feed.place
        + ", or none"
    }
    if !feed.recognized.isEmpty {
      return "; the feed looks like " + feed.recognized
        + ": to name another protocol, --feed PROTOCOL:" + feed.place
    }
    return "; fbprogress --help lists the protocols and the records"
  }
}

/// The lines of a command that reports no progress.
struct PlainLines {
  private var count = 0
  // The first line with a digit, which may mean progress; empty for none.
  private var sample = SanitizedText.empty
  /// Whether the command has reported progress.
  var hasProgress = false

  /// Counts a line.
  mutating func count(_ line: SanitizedText) {
    count += 1
    guard sample.isEmpty, !hasProgress, line.utf8.bytes.contains(where: { 0x30...0x39 ~= $0 })
    else { return }
    sample = SanitizedText(line.utf8.bytes.span.extracting(first: 60))
    Log.detail("wrap: no progress in '" + sample.utf8 + "'; see --match")
  }

  /// The log line at the end of the command; nil if it reported progress, or printed no numbers.
  var report: ByteString? {
    if hasProgress || sample.isEmpty || count < 2 { return nil }
    return "wrap: no progress in " + ByteString(count) + " lines such as '" + sample.utf8
      + "'; see --match"
  }
}
