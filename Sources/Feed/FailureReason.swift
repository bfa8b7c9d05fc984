public import Base

/// The last lines of an output, one of which may tell why its command failed.
///
/// A line with a word for an error ranks highest, best after the name of a tool: `cp: cannot stat
/// 'x'`. Trailers, which follow a reason, and headings rank lowest. Of equals the last line counts.
public struct FailureReason {
  /// Beginnings of words that trailers have, in lower case.
  private static let trailers: StaticBytes = """
    records in|records out|copied,|exiting|skipping to next header|child returned status|] error\
    |previous error|may have more information|subprocess returned|failed with code|--help|usage:\
    |try '|try `|for more information|complete log|debug-|hint:|note:|info:|debug:|warning|w:\
    |aborting due to|compilation terminated|build stopped|fix-missing|no images defined\
    |no decode delegate|core dumped|exit status |1 exit status|exit code|npm error path\
    |npm error command|npm err! path|npm err! command|in most cases|this is probably not\
    |a package version that|not ok|errors occurred|(could not satisfy|(conflicting \
    |conflicts detected
    """
  /// Beginnings of words for errors, in lower case.
  private static let errors: StaticBytes = """
    error|err!|e:|cannot|can't|could not|couldn't|unable|fail|fatal|no such|no rule|no space\
    |not found|not permitted|not recognized|not supported|not a|not in|did not|does not|doesn't\
    |do not exist|already exists|denied|refused|invalid|illegal|unknown|unrecogni|unsupported\
    |read-only|busy|bad |corrupt|damaged|mismatch|missing|timed out|timeout|too |out of memory\
    |exceeded|unexpected|panic|exception|abort|killed|segmentation fault|malformed|expired\
    |in conflict|exists in|nothing provides|breaks dependency
    """
  /// Enough for a reason that the usage of a tool follows.
  private static let capacity = 256
  /// The length to which lines are cut, bytes.
  private static let length = 256

  private var lines: [SanitizedText] = []
  // The place of the next line in the ring.
  private var next = 0

  /// Creates a reason without lines.
  public init() {}

  /// Adds a line; only the last ones count.
  public mutating func append(_ line: SanitizedText) {
    let isLong = line.utf8.count > Self.length
    let line =
      isLong ? SanitizedText(line.utf8.bytes.span.extracting(first: Self.length)) : line
    if next == lines.count { lines.append(line) } else { lines[next] = line }
    next = (next + 1) % Self.capacity
  }

  /// The line of the highest rank, and whether it has a word for an error; empty without lines.
  public var best: (line: SanitizedText, isError: Bool) {
    let trailers = ByteString(Self.trailers).split(at: UInt8(ascii: "|"))
    let errors = ByteString(Self.errors).split(at: UInt8(ascii: "|"))
    var (best, highest) = (SanitizedText.empty, 0)
    for age in 1..<(lines.count + 1) {
      let line = lines[(next + lines.count - age) % lines.count]
      let rank = Self.rank(line.utf8, trailers, errors)
      if rank > highest { (best, highest) = (line, rank) }
    }
    return (best, highest > 3)
  }

  private static func rank(
    _ text: ByteString, _ trailers: [ByteString], _ errors: [ByteString]
  ) -> Int {
    if text.isEmpty { return 0 }
    var lower = ByteString(text.bytes.map { isLetter($0) ? $0 | 0x20 : $0 })
    let isName = isLetter(text[0]) ? text[0] == lower[0] : text[0] == UInt8(ascii: "/")
    let colon = text.firstIndex(of: UInt8(ascii: ":")) ?? text.count
    var namesTool = isName && colon < text.firstIndex(of: 0x20) ?? 0
    if lower.hasSuffix(":") || has(lower, trailers) { return 1 }
    for label in ["npm error", "npm err!"] as [StaticBytes] where lower.hasPrefix(label) {
      lower = lower[label.count..<lower.count]
      namesTool = true
    }
    if lower.isEmpty { return 0 }
    return (has(lower, errors) ? 4 : 2) + (namesTool ? 1 : 0)
  }

  /// Returns whether words of a text begin with one of some phrases.
  private static func has(_ text: ByteString, _ phrases: [ByteString]) -> Bool {
    for phrase in phrases {
      for start in 0..<text.count where text[start] == phrase[0] && text.has(phrase, at: start) {
        if start == 0 || !isLetter(text[start - 1]) || !isLetter(phrase[0]) { return true }
      }
    }
    return false
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a") <= byte | 0x20 && byte | 0x20 <= UInt8(ascii: "z")
  }
}
