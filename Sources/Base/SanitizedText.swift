/// A short text from outside, made safe to keep, to draw and to print: valid UTF-8 without control
/// characters and without bidirectional formatting that affects the text around it.
public struct SanitizedText: Equatable, Sendable {
  /// The bytes: valid UTF-8 without C0 controls, DEL, C1 controls, line and paragraph separators,
  /// and without bidirectional embeddings, overrides and isolates. At most `capacity` bytes.
  public let utf8: ByteString

  /// The longest text kept, in bytes.
  public static let capacity = 4_096

  /// The empty text.
  public static var empty: SanitizedText { SanitizedText(utf8: ByteString()) }

  private init(utf8: ByteString) { self.utf8 = utf8 }

  /// Creates a safe text from a feed's bytes. Controls and separators become blanks; invalid UTF-8
  /// and bidirectional formatting become U+FFFD. Drops blanks at both ends and everything beyond
  /// `capacity`.
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
        // U+2028 and U+2029 separate; U+202A…202E and U+2066…2069 format.
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

  /// Returns whether all bytes are printable ASCII, so that they can be copied unchanged.
  private static func isPlain(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var isPlain = true
    for index in range where bytes[index] &- 0x20 >= 0x5f { isPlain = false }
    return isPlain
  }

  /// Creates a safe text from a byte string, such as the program's own words.
  public init(_ text: ByteString) { self.init(text.bytes.span) }

  /// Returns the text without what exceeds `limit` bytes, cut between characters.
  public func clipped(to limit: Int) -> SanitizedText {
    if utf8.count <= limit { return self }
    var end = max(limit, 0)
    while end > 0, utf8[end] & 0xc0 == 0x80 { end -= 1 }
    return SanitizedText(utf8[0..<end])
  }

  /// Whether the text has no bytes.
  public var isEmpty: Bool { utf8.isEmpty }

  /// Returns the number of bytes of the well-formed scalar at a position; 0 if ill-formed. Source:
  /// The Unicode Standard, table 3-7, "Well-Formed UTF-8 Byte Sequences".
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
