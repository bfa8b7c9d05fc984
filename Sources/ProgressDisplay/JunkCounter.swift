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
  mutating func report(at time: Duration) -> String? {
    if untold == 0 { return nil }
    if let told, time - told < .seconds(1) { return nil }
    defer { (untold, told) = (0, time) }
    let text = String(decoding: example.utf8.prefix(60), as: UTF8.self)
    return untold == 1
      ? "feed: '" + text + "' says nothing that is known"
      : "feed: " + String(untold) + " records say nothing that is known, such as '" + text + "'"
  }
}
