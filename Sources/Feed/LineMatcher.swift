public import Base
import ProgressModel

/// A user's pattern for lines: an extended regular expression with a named group for each value.
///
/// The caller does the matching, since this module imports no regular expression library.
public final class LineMatcher: Sendable {
  /// Searches a line for an expression. The first range is the whole match; then one follows per
  /// group, empty if the group took no part. Empty without a match.
  public typealias Search = @Sendable (_ line: Span<UInt8>) -> [Range<Int>]

  /// The names that groups may have, as a list for messages.
  public static let names: StaticBytes = "percent, current, total, message, speed, done, fail"

  // The name of each group; empty if unnamed.
  private let groups: [ByteString]
  private let search: Search

  /// Creates a matcher.
  ///
  /// - Parameters:
  ///   - pattern: the parsed expression.
  ///   - search: searches a line for `pattern.plain`.
  public init(_ pattern: Pattern, search: @escaping Search) {
    (groups, self.search) = (pattern.groups, search)
  }

  /// An expression in the syntax of the C library, and the names of its groups.
  public struct Pattern: Sendable {
    /// The expression with unnamed groups in place of named ones.
    public let plain: ByteString
    /// The name of each group in order; empty if unnamed.
    public let groups: [ByteString]

    /// Parses an expression with groups `(?<NAME>...)`; nil if no group is named or a name is
    /// unknown.
    public init?(_ text: ByteString) {
      var plain = ByteString()
      var groups: [ByteString] = []
      var place = 0
      while place < text.count {
        let start = place
        place += 1
        switch text[start] {
        case UInt8(ascii: "\\"): place = min(place + 1, text.count)
        case UInt8(ascii: "["):
          place = Self.bracketEnd(text, place)
        case UInt8(ascii: "("):
          let rest = text[place..<text.count]
          var name = ByteString()
          if rest.hasPrefix("?<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
            name = rest[2..<end]
            if !ByteString(LineMatcher.names).split(at: 0x20).contains(where: {
              $0 == name || $0 == name + ","
            }) {
              return nil
            }
            place += end + 1
          } else if rest.hasPrefix("?:") {
            // POSIX has no non-capturing groups.
            place += 2
          }
          groups.append(name)
          plain += "("
          continue
        default: break
        }
        plain += text[start..<place]
      }
      var isNamed = false
      for name in groups where !name.isEmpty { isNamed = true }
      if !isNamed { return nil }
      (self.plain, self.groups) = (plain, groups)
    }

    /// Returns the end of the bracket expression whose "[" precedes `start`.
    private static func bracketEnd(_ text: ByteString, _ start: Int) -> Int {
      var place = start
      if place < text.count, text[place] == UInt8(ascii: "^") { place += 1 }
      // A leading "]" belongs to the set.
      if place < text.count, text[place] == UInt8(ascii: "]") { place += 1 }
      while place < text.count, text[place] != UInt8(ascii: "]") {
        let isClass =
          text[place] == UInt8(ascii: "[") && place + 1 < text.count
          && text[place + 1] == UInt8(ascii: ":")
        place += 1
        if !isClass { continue }
        // [:digit:]
        while place < text.count, text[place] != UInt8(ascii: "]") { place += 1 }
        place += 1
      }
      return min(place + 1, text.count)
    }
  }

  /// Returns the values of a line; nil unless the pattern matches and a named group has text.
  func facts(of line: Span<UInt8>) -> RecordFacts? {
    let ranges = search(line)
    if ranges.isEmpty { return nil }
    var facts = RecordFacts()
    var isSaid = false
    for index in 0..<min(groups.count, ranges.count - 1) {
      let range = ranges[index + 1]
      if range.isEmpty || groups[index].isEmpty { continue }
      let part = line.extracting(range)
      isSaid = true
      switch groups[index][0] {
      case UInt8(ascii: "p"): _ = LineTable.number(UInt8(ascii: "p"), part, 0, &facts)
      case UInt8(ascii: "c"):
        _ = LineTable.number(UInt8(ascii: "b"), part, 0, blankLimit: 4, &facts)
      case UInt8(ascii: "t"):
        _ = LineTable.number(UInt8(ascii: "t"), part, 0, blankLimit: 4, &facts)
      case UInt8(ascii: "s"):
        facts.speed = ByteCount(part, from: 0, kilo: 1_000, blankLimit: 0)?.count
      case UInt8(ascii: "d"): facts.words = .done(.empty)
      case UInt8(ascii: "f"): facts.words = .fail(SanitizedText(part))
      default: facts.words = facts.words ?? .message(SanitizedText(part))
      }
    }
    // Without a unit the counts are of any items: files, blocks, packages.
    if facts.units == nil, let current = facts.completed, let total = facts.total {
      if current <= total { facts.fraction = Fraction(current, of: total) }
      (facts.completed, facts.total) = (nil, nil)
    }
    return isSaid ? facts : nil
  }
}

/// A reader of lines by the user's patterns.
final class MatchReader: RecordReader {
  private let matchers: [LineMatcher]

  init(_ matchers: [LineMatcher]) { self.matchers = matchers }

  override func read(_ record: Span<UInt8>, isCut: Bool, emit: (FeedOutput) -> Void) {
    for matcher in matchers where !isCut {
      if let facts = matcher.facts(of: record), facts.emit(emit) { return }
    }
    emit(.unknown)
  }
}
