import Base

/// The widths of characters on a terminal.
enum TerminalColumns {
  /// The first and last code points of characters that take two columns, or none.
  /// Source: Unicode 15, EastAsianWidth.txt (W and F) and the general category Mn, by block.
  private static let wide: [(first: UInt32, last: UInt32)] = [
    (0x1100, 0x115f), (0x231a, 0x231b), (0x23e9, 0x23f3), (0x25fd, 0x25fe), (0x2614, 0x2615),
    (0x2648, 0x2653), (0x26a1, 0x26a1), (0x26bd, 0x26be), (0x26d4, 0x26d4), (0x2705, 0x2705),
    (0x270a, 0x270b), (0x2728, 0x2728), (0x274c, 0x274e), (0x2753, 0x2757), (0x2795, 0x2797),
    (0x2b50, 0x2b55), (0x2e80, 0x303e), (0x3041, 0xa4cf), (0xa960, 0xa97f), (0xac00, 0xd7a3),
    (0xf900, 0xfaff), (0xfe30, 0xfe6f), (0xff00, 0xff60), (0xffe0, 0xffe6), (0x1f300, 0x1f64f),
    (0x1f680, 0x1f6ff), (0x1f900, 0x1f9ff), (0x1fa70, 0x1faff), (0x20000, 0x3fffd),
  ]
  private static let narrow: [(first: UInt32, last: UInt32)] = [
    (0x300, 0x36f), (0x483, 0x489), (0x591, 0x5bd), (0x610, 0x61a), (0x64b, 0x65f),
    (0x93c, 0x93c), (0x941, 0x948), (0x94d, 0x94d), (0xe31, 0xe31), (0xe34, 0xe3a),
    (0xe47, 0xe4e), (0x200b, 0x200f), (0x2060, 0x2060), (0x20d0, 0x20f0), (0xfe00, 0xfe0f),
    (0xfe20, 0xfe2f),
  ]

  private static func width(_ scalar: UInt32) -> Int {
    if scalar < 0x300 { return 1 }
    for range in narrow where scalar >= range.first && scalar <= range.last { return 0 }
    for range in wide where scalar >= range.first && scalar <= range.last { return 2 }
    return 1
  }

  /// The columns that valid UTF-8 takes.
  static func count(_ text: ByteString) -> Int {
    var columns = 0
    forEachScalar(of: text) { scalar, _ in
      columns += width(scalar)
      return true
    }
    return columns
  }

  /// A text cut to `limit` columns; if it was cut, its last column is an ellipsis.
  static func cut(_ text: ByteString, to limit: Int, ellipsis: ByteString) -> ByteString {
    if count(text) <= limit { return text }
    var (columns, end) = (0, 0)
    forEachScalar(of: text) { scalar, next in
      columns += width(scalar)
      if columns > limit - count(ellipsis) { return false }
      end = next
      return true
    }
    return limit < count(ellipsis) ? "" : text[0..<end] + ellipsis
  }

  /// Calls a function with each scalar and the place behind it, until it returns false.
  private static func forEachScalar(of text: ByteString, _ body: (UInt32, Int) -> Bool) {
    var place = 0
    while place < text.count {
      let first = text[place]
      let length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
      var scalar = length == 1 ? UInt32(first) : UInt32(first) & (0x7f >> UInt32(length))
      for offset in 1..<max(length, 1) where place + offset < text.count {
        scalar = scalar << 6 | UInt32(text[place + offset] & 0x3f)
      }
      place = min(place + length, text.count)
      if !body(scalar, place) { return }
    }
  }
}
