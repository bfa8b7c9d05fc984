public import Base

/// The newest lines of a run's log, up to the maximum that a screen can show.
public struct RunLog: Equatable, Sendable {
  /// The newest lines, the oldest first: at most `capacity`, each of at most `lineCapacity` bytes.
  public private(set) var lines: [SanitizedText] = []
  /// The number of lines since the run began.
  public private(set) var count: UInt64 = 0

  /// The most lines kept.
  public static let capacity = 8
  /// The longest line kept, bytes.
  public static let lineCapacity = 240

  /// Creates an empty log.
  init() {}

  /// Adds a line, cut to `lineCapacity`. Ignores an empty one.
  mutating func append(_ line: SanitizedText) {
    if line.isEmpty { return }
    count &+= 1
    let line = line.clipped(to: Self.lineCapacity)
    if lines.count < Self.capacity { return lines.append(line) }
    for index in 1..<Self.capacity { lines[index - 1] = lines[index] }
    lines[Self.capacity - 1] = line
  }

  mutating func code(_ coder: inout WireCoder) {
    let before = count
    coder.code(&count)
    // In a full log each new line has moved the others up by one.
    let moved = Int(clamping: count &- before)
    if moved < lines.count, lines.count == Self.capacity, coder.isReading {
      for index in moved..<lines.count { lines[index - moved] = lines[index] }
    }
    coder.code(&lines, atMost: Self.capacity, .empty) { $0.code(&$1, atMost: Self.lineCapacity) }
  }
}
