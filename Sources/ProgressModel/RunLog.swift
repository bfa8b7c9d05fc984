public import Base

/// The newest lines of a run's log: as many as a screen can show.
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

  func write(to writer: inout WireWriter) {
    writer.append(count)
    writer.append(UInt8(lines.count))
    for line in lines { writer.append(line.utf8) }
  }

  /// Decodes a log. Reuses the lines of the last one.
  init(_ reader: inout WireReader, _ bytes: Span<UInt8>, after last: RunLog?) {
    count = reader.word(bytes)
    let lineCount = reader.count(bytes, atMost: Self.capacity)
    // Each new line moves the others up by one once the log is full.
    let known = last?.lines ?? []
    // Equal lines share the memory of the last ones.
    lines = known.count == lineCount ? known : []
    let moved = lineCount == known.count ? count &- (last?.count ?? 0) : 0
    for index in 0..<lineCount {
      let place = UInt64(index) &+ moved
      let line = place < known.count ? known[Int(place)] : nil
      let text = reader.text(bytes, unless: line).clipped(to: Self.lineCapacity)
      if index == lines.count {
        lines.append(text)
      } else if lines[index] != text {
        lines[index] = text
      }
    }
  }
}
