/// Fonts in the order in which a character is looked up.
public struct FontStack: Sendable {
  /// The packs; at least one.
  public let packs: [FontPack]

  /// Creates a stack; nil without packs.
  public init?(_ packs: [FontPack]) {
    if packs.isEmpty { return nil }
    self.packs = packs
  }

  /// The distance from a font's baseline up to its line's top, ems.
  public func ascent(_ font: Int) -> Double { ems(packs[font].ascent, font) }

  /// The distance from a font's baseline down to its line's bottom, ems.
  public func descent(_ font: Int) -> Double { ems(packs[font].descent, font) }

  /// The height of the first font's capitals and digits, ems.
  public var capHeight: Double { ems(packs[0].capHeight, 0) }

  /// The width of a space, ems.
  var blank: Double {
    packs[0].glyph(of: 0x20).map { ems(packs[0].advance(of: $0), 0) } ?? 0.25
  }

  /// Converts a font's units to ems.
  func ems(_ units: Int, _ font: Int) -> Double { Double(units) / Double(packs[font].unitsPerEm) }

  /// The first font with a character, and its glyph; nil if no font has it.
  ///
  /// - Parameter best: the font in which the character is looked up before all others.
  func find(_ character: UInt32, best: Int = 0) -> (font: Int, glyph: Int)? {
    if let glyph = packs[best].glyph(of: character) { return (best, glyph) }
    for font in packs.indices {
      if let glyph = packs[font].glyph(of: character) { return (font, glyph) }
    }
    return nil
  }

  /// The first font with a shaped word, and that word; nil if no font has it.
  func find(_ word: Span<UInt8>) -> (font: Int, word: ShapedWord)? {
    for font in packs.indices {
      if let shaped = packs[font].word(word) { return (font, shaped) }
    }
    return nil
  }
}

/// A defect of a text that was set.
public enum TextFlaw: Equatable, Sendable {
  /// No font has these characters, in the order of the text; a box replaces each. At most
  /// `missingLimit`, plus one if more are missing.
  case missing([UInt32])
  /// This character's glyph depends on its neighbors, and no pack has its word.
  case unshaped(UInt32)

  /// The maximum number of reported missing characters.
  public static var missingLimit: Int { 16 }
}
