import ByteStrings
import Durations
import ProgressModel

/// Counts records that say nothing, and tells of them at most once a second.
struct JunkCounter: Sendable {
  private var untold = 0
  private var told: Duration?
  private var example = ProgressText.empty

  /// Counts a record.
  mutating func count(_ record: ProgressText) {
    if untold == 0 { example = record }
    untold += 1
  }

  /// What to say now, if anything.
  mutating func report(at time: Duration) -> ByteString? {
    if untold == 0 { return nil }
    if let told, time - told < .seconds(1) { return nil }
    told = time
    return rest()
  }

  /// What was not said yet, if anything.
  mutating func rest() -> ByteString? {
    if untold == 0 { return nil }
    defer { untold = 0 }
    let text = ProgressText(example.utf8.bytes.span.extracting(first: 60)).utf8
    return untold == 1
      ? "feed: '" + text + "' says nothing that is known"
      : "feed: " + ByteString(untold) + " records say nothing that is known, such as '" + text + "'"
  }
}
