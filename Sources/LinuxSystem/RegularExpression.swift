public import Base

/// A POSIX extended regular expression of the C library. Its memory is kept until the process
/// exits.
public struct RegularExpression: Sendable {
  /// The error of an invalid expression.
  public struct PatternError: Error {
    /// The error text, one line without a line feed.
    public let text: ByteString
  }

  private let handle: UInt

  /// The maximum number of groups reported per match.
  private static let groupLimit = 16

  /// Compiles an expression.
  public init(_ pattern: ByteString) throws(PatternError) {
    let compiled = SystemCall.compileExpression(pattern)
    if compiled.handle == 0 { throw PatternError(text: compiled.error) }
    handle = compiled.handle
  }

  /// Finds the first match in a line without NUL.
  ///
  /// - Returns: the range of the match, then one per group, empty if the group took no part; empty
  ///   without a match.
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
