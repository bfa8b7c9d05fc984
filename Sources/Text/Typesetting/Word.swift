/// A positioned glyph of a word.
struct PlacedGlyph: BitwiseCopyable, Equatable {
  /// The font's index in the stack.
  var font: Int
  /// The glyph's number in the font.
  var number: Int
  /// The horizontal offset of the glyph's origin from the word's start, ems.
  var x: Double
  /// The offset of the glyph's origin below the baseline, ems.
  var y: Double
  /// The character; 0 in shaped words, and behind the first glyph of a syllable.
  var character: UInt32 = 0
}

/// A word: the unit of line breaking.
struct Word {
  /// The glyphs, as indices into the list, from left to right.
  var glyphs: Range<Int>
  /// The advance width, ems.
  var width = 0.0
  /// The blank before the word unless it begins a line, ems.
  var gap = 0.0
  /// Whether a line may begin with the word.
  var canBreak = false
  /// Whether the word runs from right to left.
  var isRightToLeft = false
  /// The word's effect on the directions of a line.
  var kind = WordKind.neutral
  /// Whether the word begins a separate statement, whose direction does not depend on the text
  /// before it.
  var isApart = false
  /// Whether the word may be cut between any two glyphs.
  var canCut = false
}

extension Word {
  /// Updates the word's kind with one of its characters.
  mutating func take(_ character: UInt32) {
    if kind.hasDirection { return }
    if Characters.isFigure(character) { kind = .number }
    if Characters.isLetter(character) {
      kind = Characters.isRightToLeft(character) ? .right : .left
    }
  }
}

/// The effect of a word on the directions of a line (docs/formats/fbfont.md).
enum WordKind: BitwiseCopyable {
  /// It has letters that run from left to right, or from right to left.
  case left, right
  /// It has digits and no letters: it takes the direction of the letters before it.
  case number
  /// It takes the direction of its neighbors.
  case neutral

  var hasDirection: Bool { self == .left || self == .right }
}
