/// A short text from outside, made safe to keep, to show and to print: valid UTF-8 without controls, and without what turns the
/// direction of what is around it.
public struct SanitizedText: Equatable, Sendable {
  /// Valid UTF-8 without C0 controls, DEL, C1 controls, line and paragraph separators, and without the embeddings, overrides and
  /// isolates of bidirectional text.
  public let utf8: ByteString

  /// The longest text kept, in bytes.
  public static let capacity = 4_096

  /// No text.
  public static var empty: SanitizedText { SanitizedText(utf8: ByteString()) }

  private init(utf8: ByteString) { self.utf8 = utf8 }

  /// Creates a text from what a feed says: controls and separators become blanks, what is not UTF-8 and what turns the direction of
  /// text becomes U+FFFD, blanks at both ends and what is beyond `capacity` go.
  public init(_ bytes: Span<UInt8>) {
    var (start, end) = (0, bytes.count)
    while start < end, bytes[start] == 0x20 { start += 1 }
    while end > start, bytes[end - 1] == 0x20 { end -= 1 }
    if end - start <= Self.capacity, Self.isPlain(bytes, start..<end) {
      utf8 = ByteString(bytes.extracting(start..<end))
      return
    }
    var kept = ByteString()
    var position = 0
    while position < bytes.count {
      let length = Self.scalarLength(bytes, at: position)
      var isControl =
        length == 1
        ? bytes[position] < 0x20 || bytes[position] == 0x7f
        : length == 2 && bytes[position] == 0xc2 && bytes[position + 1] < 0xa0
      var isBad = length == 0
      if length == 3, bytes[position] == 0xe2 {
        // U+2028, 2029; U+202A to 202E, 2066 to 2069.
        let (second, third) = (bytes[position + 1], bytes[position + 2])
        isControl = second == 0x80 && third & 0xfe == 0xa8
        isBad =
          second == 0x80 && third >= 0xaa && third <= 0xae
          || second == 0x81 && third >= 0xa6 && third <= 0xa9
      }
      let piece = isBad ? 3 : isControl ? 1 : length
      if kept.count + piece > Self.capacity { break }
      if isBad {
        kept += "\u{fffd}"
      } else if isControl {
        kept.append(0x20)
      } else {
        for offset in 0..<length { kept.append(bytes[position + offset]) }
      }
      position += max(length, 1)
    }
    utf8 = kept.trimmed { $0 == 0x20 }
  }

  /// Whether bytes are printable ASCII: nothing of them has to be looked at twice.
  private static func isPlain(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var isPlain = true
    for index in range where bytes[index] &- 0x20 >= 0x5f { isPlain = false }
    return isPlain
  }

  /// Creates a text from the program's own words.
  public init(_ text: ByteString) { self.init(text.bytes.span) }

  /// Whether there is nothing to say.
  public var isEmpty: Bool { utf8.isEmpty }

  /// The number of bytes of the well-formed scalar at a position; 0 when there is none.
  /// Source: The Unicode Standard, table 3-7, "Well-Formed UTF-8 Byte Sequences".
  private static func scalarLength(_ bytes: Span<UInt8>, at position: Int) -> Int {
    let first = bytes[position]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xbf
    switch first {
    case 0x00...0x7f: return 1
    case 0xc2...0xdf: length = 2
    case 0xe0: (length, second) = (3, 0xa0...0xbf)
    case 0xe1...0xec, 0xee, 0xef: length = 3
    case 0xed: (length, second) = (3, 0x80...0x9f)
    case 0xf0: (length, second) = (4, 0x90...0xbf)
    case 0xf1...0xf3: length = 4
    case 0xf4: (length, second) = (4, 0x80...0x8f)
    default: return 0
    }
    guard position + length <= bytes.count, second.contains(bytes[position + 1]) else { return 0 }
    for offset in 2..<max(length, 2) where bytes[position + offset] & 0xc0 != 0x80 { return 0 }
    return length
  }
}
