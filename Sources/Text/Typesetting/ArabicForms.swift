/// The forms of Arabic letters at the beginning, in the middle and at the end of a joined run
/// (Unicode 15, section 9.2; the forms are the blocks Arabic Presentation Forms A and B).
///
/// Fonts have these forms as characters of their own. So a text of a feed needs no shaping, only
/// the right characters. Vowel marks are left out: texts are legible without them.
struct ArabicForms {
  /// The last letter joins the next one.
  private var joinsNext = false

  /// The forms of a letter: the first one stands alone, then come final, initial and medial ones.
  private struct Letter {
    var first: UInt32
    /// Whether it joins the letter after it, so that it has four forms in place of two.
    var joinsNext: Bool
  }

  /// A character between joined letters, which has one form.
  private static var tatweel: UInt32 { 0x640 }
  private static var lam: UInt32 { 0x644 }

  /// Whether a letter of U+0622...U+063A or U+0641...U+064A joins the letter after it, from bit 0
  /// on.
  private static var joining: UInt64 { 0x4_fffe_1f50 }

  /// Replaces a letter by its form.
  ///
  /// - Parameters:
  ///   - character: the letter; other characters stay unchanged and do not join.
  ///   - reader: is behind the letter in the text; moves on if the next letter is part of the form.
  /// - Returns: the form; nil for a vowel mark.
  mutating func form(
    of character: UInt32, _ reader: inout CharacterReader, of text: Span<UInt8>
  ) -> UInt32? {
    if Self.isMark(character) { return nil }
    if character == Self.tatweel {
      joinsNext = true
      return character
    }
    guard let letter = Self.letter(character) else {
      joinsNext = false
      return character
    }
    var next = reader
    var follower = next.next(of: text)
    while let mark = follower, Self.isMark(mark) { follower = next.next(of: text) }
    let joined: UInt32 = joinsNext ? 1 : 0
    if character == Self.lam, let follower, let ligature = Self.ligature(follower) {
      reader = next
      joinsNext = false
      return ligature + joined
    }
    let hasNext =
      letter.joinsNext
      && follower.map { $0 == Self.tatweel || $0 != 0x621 && Self.letter($0) != nil } ?? false
    let isJoined = joined == 1 && character != 0x621
    joinsNext = hasNext
    return letter.first + (isJoined ? 1 : 0) + (hasNext ? 2 : 0)
  }

  /// Whether the character is a vowel mark.
  private static func isMark(_ character: UInt32) -> Bool {
    (0x64b...0x65f).contains(character) || character == 0x670
  }

  /// Lam and an alef, standing alone.
  private static func ligature(_ alef: UInt32) -> UInt32? {
    switch alef {
    case 0x622: 0xfef5
    case 0x623: 0xfef7
    case 0x625: 0xfef9
    case 0x627: 0xfefb
    default: nil
    }
  }

  private static func letter(_ character: UInt32) -> Letter? {
    if character == 0x621 { return Letter(first: 0xfe80, joinsNext: false) }
    let index: UInt32
    switch character {
    case 0x622...0x63a: index = character - 0x622
    case 0x641...0x64a: index = character - 0x641 + 25
    default: return Self.further(character)
    }
    // The forms follow each other in the order of the letters.
    let before = joining & (1 << UInt64(index) - 1)
    return Letter(
      first: 0xfe81 + 2 * index + 2 * UInt32(before.nonzeroBitCount),
      joinsNext: joining >> UInt64(index) & 1 == 1)
  }

  /// Letters of Persian and Urdu.
  private static func further(_ character: UInt32) -> Letter? {
    let first: UInt32
    switch character {
    case 0x67e: first = 0xfb56
    case 0x686: first = 0xfb7a
    case 0x6a9: first = 0xfb8e
    case 0x6af: first = 0xfb92
    case 0x6be: first = 0xfbaa
    case 0x6c1: first = 0xfba6
    case 0x6cc: first = 0xfbfc
    case 0x679: first = 0xfb66
    case 0x688: return Letter(first: 0xfb88, joinsNext: false)
    case 0x691: return Letter(first: 0xfb8c, joinsNext: false)
    case 0x698: return Letter(first: 0xfb8a, joinsNext: false)
    case 0x6ba: return Letter(first: 0xfb9e, joinsNext: false)
    case 0x6d2: return Letter(first: 0xfbae, joinsNext: false)
    default: return nil
    }
    return Letter(first: first, joinsNext: true)
  }
}
