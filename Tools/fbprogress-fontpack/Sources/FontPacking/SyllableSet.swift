/// The syllables that a pack has as words: those that are not their parts side by side.
///
/// The program sets a syllable that is no word from its longest part that is one, then the rest
/// likewise (docs/formats/fbfont.md). Letters are their own parts, signs only if they are words.
struct SyllableSet {
  let list: FontList
  private var words: [[Unicode.Scalar]: ShapedWord] = [:]

  /// A glyph at its place, in the font's units.
  private struct Spot: Hashable {
    var source: GlyphSource
    var x: Int
    var y: Int
  }

  init(list: FontList) { self.list = list }

  /// Takes a syllable in, after all shorter ones.
  ///
  /// - Returns: whether it has to be a word.
  mutating func insert(_ scalars: [Unicode.Scalar], _ shaped: ShapedWord) -> Bool {
    var whole: (spots: [Spot], pen: Int) = ([], 0)
    add(shaped, &whole)
    if let parts = parts(of: scalars), parts.pen == whole.pen,
      parts.spots.count == whole.spots.count, Set(parts.spots) == Set(whole.spots)
    {
      return false
    }
    words[scalars] = shaped
    return true
  }

  private func parts(of scalars: [Unicode.Scalar]) -> (spots: [Spot], pen: Int)? {
    var result: (spots: [Spot], pen: Int) = ([], 0)
    var rest = scalars[...]
    while let first = rest.first {
      var count = rest.count
      while count > 0, words[Array(rest.prefix(count))] == nil { count -= 1 }
      if let word = words[Array(rest.prefix(count))] {
        add(word, &result)
      } else if !Scripts.isMark(first), let source = list.nominal(of: first) {
        result.spots.append(Spot(source: source, x: result.pen, y: 0))
        result.pen += list.advance(of: source)
        count = 1
      } else {
        return nil
      }
      rest = rest.dropFirst(count)
    }
    return result
  }

  private func add(_ word: ShapedWord, _ result: inout (spots: [Spot], pen: Int)) {
    for glyph in word.glyphs {
      result.spots.append(Spot(source: glyph.source, x: result.pen + glyph.x, y: glyph.y))
      result.pen += glyph.advance
    }
  }

  /// A syllable as some keyboards write it: each letter and its nukta as one character, which no
  /// normal form has.
  static func withLetters(ofNukta scalars: [Unicode.Scalar]) -> String {
    let letters: [Unicode.Scalar: Unicode.Scalar] = [
      "\u{915}": "\u{958}", "\u{916}": "\u{959}", "\u{917}": "\u{95a}", "\u{91c}": "\u{95b}",
      "\u{921}": "\u{95c}", "\u{922}": "\u{95d}", "\u{92b}": "\u{95e}", "\u{92f}": "\u{95f}",
    ]
    var result = String.UnicodeScalarView()
    for scalar in scalars {
      if scalar == "\u{93c}", let last = result.last, let letter = letters[last] {
        result.removeLast()
        result.append(letter)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}
