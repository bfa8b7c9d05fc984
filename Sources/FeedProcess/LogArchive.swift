import Base
import ProgressModel

/// The newest lines of a session's log with their times, for a dump. The state has only the few
/// that a screen can show.
struct LogArchive {
  /// A line and its time of the session.
  struct Line {
    let time: Duration
    let text: SanitizedText
  }

  /// The most lines kept. With `RunLog.lineCapacity` they take at most 48,000 bytes.
  static let capacity = 200

  // A ring: the oldest line is at `start`.
  private var ring: [Line] = []
  private var start = 0

  /// Adds a line in place of the oldest one.
  mutating func append(_ text: SanitizedText, at time: Duration) {
    if text.isEmpty { return }
    let line = Line(time: time, text: text.clipped(to: RunLog.lineCapacity))
    if ring.count < Self.capacity { return ring.append(line) }
    ring[start] = line
    start = (start + 1) % Self.capacity
  }

  /// The lines, the oldest first.
  var lines: [Line] {
    var lines: [Line] = []
    for index in ring.indices { lines.append(ring[(start + index) % ring.count]) }
    return lines
  }
}
