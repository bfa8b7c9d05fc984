public import Base

/// The properties of characters that typesetting depends on; everything else is in the fonts.
public enum Characters {
  /// A blank between words, with its width in widths of a space.
  enum Blank {
    /// A blank at which a line may break.
    case breakable(Double)
    /// A blank at which no line may break.
    case glue(Double)
  }

  /// FIRST STRONG ISOLATE: text after it does not take its direction from text before it.
  static var isolate: UInt32 { 0x2068 }

  /// The kind of a blank; nil for any other character.
  static func blank(_ character: UInt32) -> Blank? {
    switch character {
    case 0x20, 0x09, 0x3000: .breakable(1)
    case 0x200b: .breakable(0)
    case 0xa0: .glue(1)
    case 0x202f, 0x2009: .glue(0.5)
    case 0x2060, isolate: .glue(0)
    default: nil
    }
  }

  /// Whether the character is invisible: a joiner, a direction mark, a variation selector.
  static func isInvisible(_ character: UInt32) -> Bool {
    (0x200c...0x200f).contains(character) || (0x202a...0x202e).contains(character)
      || (0x2060...0x206f).contains(character) || (0xfe00...0xfe0f).contains(character)
      || character == 0xfeff || character == 0xad
  }

  /// Whether the character belongs to a right-to-left script (Unicode's blocks of Hebrew, Arabic
  /// and related scripts).
  static func isRightToLeft(_ character: UInt32) -> Bool {
    (0x590...0x8ff).contains(character) || (0xfb1d...0xfdff).contains(character)
      || (0xfe70...0xfefe).contains(character) || (0x10800...0x10fff).contains(character)
      || (0x1e800...0x1efff).contains(character)
  }

  /// Whether the character's glyph depends on its neighbors, so that its word needs shaping: Arabic
  /// and related scripts, the scripts of India and South-East Asia. Syllables were looked up.
  static func isComplex(_ character: UInt32) -> Bool {
    (0x600...0x109f).contains(character) && !hasSyllables(character)
      || (0x1780...0x18af).contains(character) || isSign(character)
  }

  /// Whether syllables of the character's script are words of font packs: Devanagari, Thai.
  static func hasSyllables(_ character: UInt32) -> Bool {
    (0x900...0x97f).contains(character) || (0xe00...0xe7f).contains(character)
  }

  /// Whether the character belongs to the syllable before it: a vowel sign or a mark of Devanagari
  /// or Thai.
  static func isSign(_ character: UInt32) -> Bool {
    switch character {
    case 0x900...0x903, 0x93a...0x93c, 0x93e...0x94f, 0x951...0x957, 0x962, 0x963: true
    case 0xe31, 0xe33...0xe3a, 0xe47...0xe4e: true
    default: false
    }
  }

  /// The name of the character's script with the packages that have it, for a message; nil for
  /// scripts that most packs have, and for symbols.
  public static func script(of character: UInt32) -> StaticBytes? {
    switch character {
    case 0x370...0x3ff, 0x1f00...0x1fff: "Greek"
    case 0x400...0x52f: "Cyrillic"
    case 0x590...0x5ff, 0xfb1d...0xfb4f: "Hebrew"
    case 0x600...0x6ff, 0x750...0x77f, 0x8a0...0x8ff, 0xfb50...0xfdff, 0xfe70...0xfefe:
      "Arabic: fbprogress-font-ar"
    case 0x900...0x97f: "Devanagari: fbprogress-font-hi"
    case 0xe00...0xe7f: "Thai: fbprogress-font-th"
    case 0x1100...0x11ff, 0x3130...0x318f, 0xac00...0xd7a3: "Hangul: fbprogress-font-ko"
    case 0x3040...0x30ff: "Kana: fbprogress-font-ja"
    case 0x3400...0x9fff, 0xf900...0xfaff, 0x20000...0x3ffff:
      "Han: fbprogress-font-zh-cn, -zh-tw or -ja"
    default: nil
    }
  }

  /// Whether the character is in the block of Arabic.
  static func isArabic(_ character: UInt32) -> Bool { (0x600...0x6ff).contains(character) }

  /// Whether the character is a digit of ASCII, Arabic or Persian.
  @inline(never) static func isFigure(_ character: UInt32) -> Bool {
    (0x30...0x39).contains(character) || (0x660...0x669).contains(character)
      || (0x6f0...0x6f9).contains(character)
  }

  /// The mirrored bracket; nil for any other character.
  static func mirrored(_ character: UInt32) -> UInt32? {
    switch character {
    case 0x28, 0x29: character ^ 1
    case 0x5b, 0x5d, 0x7b, 0x7d: character ^ 6
    case 0xab, 0xbb: character ^ 0x10
    default: nil
    }
  }

  /// Whether the character gives its word a direction: roughly, a letter of any script.
  static func isLetter(_ character: UInt32) -> Bool {
    switch character {
    case 0x41...0x5a, 0x61...0x7a, 0xaa, 0xb5, 0xba: true
    case 0..<0xc0, 0xd7, 0xf7, 0x2b9...0x2ff, 0x2000...0x20cf, 0x2190...0x2bff, 0x3000...0x3004,
      0x3008...0x3020:
      false
    default: true
    }
  }

  /// Whether lines may break before and after the character, as in Chinese and Japanese.
  static func isIdeographic(_ character: UInt32) -> Bool {
    (0x2e80...0xabff).contains(character) && !(0xa000...0xabff).contains(character)
      || (0xf900...0xfaff).contains(character) || (0xff01...0xffdc).contains(character)
      || (0x20000...0x3ffff).contains(character)
  }

  /// Whether no line may begin with the character: closing brackets, stops, small kana, the long
  /// vowel mark.
  static func endsWhatIsBefore(_ character: UInt32) -> Bool {
    switch character {
    case 0x3001, 0x3002, 0x3005, 0x3009, 0x300b, 0x300d, 0x300f, 0x3011, 0x3015, 0x3017, 0x301f:
      true
    case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308e: true
    case 0x30a1, 0x30a3, 0x30a5, 0x30a7, 0x30a9, 0x30c3, 0x30e3, 0x30e5, 0x30e7, 0x30ee: true
    case 0x30fb, 0x30fc, 0xff01, 0xff05, 0xff09, 0xff0c, 0xff0e, 0xff1a, 0xff1b, 0xff1f, 0xff3d:
      true
    case 0x21, 0x25, 0x29, 0x2c, 0x2e, 0x3a, 0x3b, 0x3f, 0x5d, 0x2026: true
    default: false
    }
  }

  /// Whether no line may end with the character: opening brackets.
  static func beginsWhatFollows(_ character: UInt32) -> Bool {
    switch character {
    case 0x3008, 0x300a, 0x300c, 0x300e, 0x3010, 0x3014, 0x3016, 0xff08, 0xff3b, 0x28, 0x5b: true
    default: false
    }
  }
}

/// Decodes UTF-8, character by character.
struct CharacterReader {
  /// The index of the next character's first byte.
  private(set) var position = 0

  /// Skips what belongs to a syllable after its first character: signs, and letters after a virama.
  mutating func skipSyllable(after first: UInt32, of bytes: Span<UInt8>) {
    var (last, next) = (first, self)
    while Characters.hasSyllables(last), let character = next.next(of: bytes),
      Characters.isSign(character) || last == 0x94d && Characters.hasSyllables(character)
    {
      (last, self) = (character, next)
    }
  }

  /// Decodes the next character; nil at the end. An invalid byte gives U+FFFD.
  mutating func next(of bytes: Span<UInt8>) -> UInt32? {
    guard position < bytes.count else { return nil }
    let first = UInt32(bytes[position])
    position += 1
    let more = first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3
    if more == 0 { return first }
    guard more > 0, first < 0xf5, position + more <= bytes.count else { return 0xfffd }
    var character = first & (0x3f >> UInt32(more))
    for offset in 0..<more {
      let byte = UInt32(bytes[position + offset])
      if byte & 0xc0 != 0x80 { return 0xfffd }
      character = character << 6 | byte & 0x3f
    }
    position += more
    return character
  }
}
