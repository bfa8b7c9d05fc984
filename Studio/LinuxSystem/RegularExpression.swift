public import Base

/// A POSIX extended regular expression, for which a browser has no C library.
public struct RegularExpression: Sendable {
  /// The error of an expression.
  public struct PatternError: Error {
    /// The error text, one line without a line feed.
    public let text: ByteString
  }

  /// Throws: there are none here.
  public init(_ pattern: ByteString) throws(PatternError) {
    throw PatternError(text: "the studio has no regular expressions; test this one on a board")
  }

  /// Returns no match.
  public func firstMatch(in line: Span<UInt8>) -> [Range<Int>] { [] }
}
