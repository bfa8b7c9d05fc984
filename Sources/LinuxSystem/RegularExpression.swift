public import Base

/// An extended regular expression of POSIX, as the C library matches it. It is kept until the process ends.
public struct RegularExpression: Sendable {
  /// What is wrong with an expression, in the C library's words.
  public struct PatternError: Error {
    /// One line without its end.
    public let text: ByteString
  }

  private let handle: UInt

  /// The most groups of which a match tells.
  private static let groupLimit = 16

  /// Compiles an expression.
  public init(_ pattern: ByteString) throws(PatternError) {
    let compiled = SystemCall.compileExpression(pattern)
    if compiled.handle == 0 { throw PatternError(text: compiled.error) }
    handle = compiled.handle
  }

  /// Finds the first match in a line, which holds no NUL.
  ///
  /// - Returns: the range of the match, then one for each group, empty for one that has no part in it; none without a match.
  public func firstMatch(in line: Span<UInt8>) -> [Range<Int>] {
    var places = [Int32](repeating: -1, count: 2 * (Self.groupLimit + 1))
    let count = SystemCall.matchExpression(handle, ByteString(line), into: &places)
    var ranges: [Range<Int>] = []
    for index in stride(from: 0, to: count, by: 2) {
      let start = max(0, Int(places[index]))
      ranges.append(start..<max(start, Int(places[index + 1])))
    }
    return ranges
  }
}
