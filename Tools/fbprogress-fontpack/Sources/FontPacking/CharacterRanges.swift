/// Characters as the command line names them: `U+0020-007E,U+2190`.
struct CharacterRanges: Equatable {
  /// In the order in which they were asked for.
  private(set) var ranges: [ClosedRange<UInt32>] = []

  /// - Parameter text: code points and ranges of them, in hexadecimal after `U+`, with commas between.
  mutating func add(_ text: String) throws(PackingError) {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard part.hasPrefix("U+") || part.hasPrefix("u+") else { throw Self.wrong(part) }
      let ends = part.dropFirst(2).split(separator: "-", omittingEmptySubsequences: false)
      guard ends.count <= 2, let first = Self.codePoint(ends[0]),
        let last = Self.codePoint(ends[ends.count - 1]), first <= last
      else { throw Self.wrong(part) }
      ranges.append(first...last)
    }
  }

  /// All of them that may be characters: without surrogates.
  var scalars: [Unicode.Scalar] { ranges.flatMap { $0.compactMap(Unicode.Scalar.init) } }

  private static func codePoint(_ text: Substring) -> UInt32? {
    let digits = text.hasPrefix("U+") ? text.dropFirst(2) : text
    guard (1...6).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit),
      let value = UInt32(digits, radix: 16), value <= 0x10_ffff
    else { return nil }
    return value
  }

  private static func wrong(_ part: Substring) -> PackingError {
    PackingError(arguments: "--characters '\(part)' is no range like U+0020-007E")
  }
}
