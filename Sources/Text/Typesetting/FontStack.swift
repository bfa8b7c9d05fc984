/// Fonts in the order in which they are asked for a character.
public struct FontStack: Sendable {
  /// At least one.
  public let packs: [FontPack]

  /// Creates a stack; nil for no font.
  public init?(_ packs: [FontPack]) {
    if packs.isEmpty { return nil }
    self.packs = packs
  }

  /// From a font's line's top to its baseline, in ems.
  func ascent(_ font: Int) -> Double { ems(packs[font].ascent, font) }

  /// From a font's baseline to its line's bottom, in ems.
  func descent(_ font: Int) -> Double { ems(packs[font].descent, font) }

  /// How wide a blank is, in ems.
  var blank: Double {
    packs[0].glyph(of: 0x20).map { ems(packs[0].advance(of: $0), 0) } ?? 0.25
  }

  /// Units of a font as parts of its em.
  func ems(_ units: Int, _ font: Int) -> Double { Double(units) / Double(packs[font].unitsPerEm) }

  /// Who has a character; nil where nobody has it.
  func find(_ character: UInt32) -> (font: Int, glyph: Int)? {
    for font in packs.indices {
      if let glyph = packs[font].glyph(of: character) { return (font, glyph) }
    }
    return nil
  }

  /// Who has a shaped word; nil where nobody has it.
  func find(_ word: Span<UInt8>) -> (font: Int, word: ShapedWord)? {
    for font in packs.indices {
      if let shaped = packs[font].word(word) { return (font, shaped) }
    }
    return nil
  }
}

/// What could not be set as it should be.
public enum TextFlaw: Equatable, Sendable {
  /// No font has this character; a box stands for it.
  case missing(UInt32)
  /// This one's looks depend on its neighbours, and its word was not shaped.
  case unshaped(UInt32)
}
