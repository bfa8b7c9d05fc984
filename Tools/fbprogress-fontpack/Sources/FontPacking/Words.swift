import Foundation

/// Texts taken apart as the board takes them apart: at blanks and at placeholders in braces.
enum StaticBytes {
  /// What words stand between.
  static let blanks: Set<Unicode.Scalar> = [
    " ", "\u{a0}", "\u{202f}", "\u{200b}", "\u{2060}",
  ]

  /// The words of a text, in order, composed (NFC).
  static func split(_ text: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    var depth = 0
    for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
      if scalar == "{" { depth += 1 }
      if depth > 0 || blanks.contains(scalar) || isControl(scalar) {
        if !word.isEmpty { words.append(String(word)) }
        word.removeAll()
      } else {
        word.append(scalar)
      }
      if scalar == "}" && depth > 0 { depth -= 1 }
    }
    if !word.isEmpty { words.append(String(word)) }
    return words
  }

  /// Whether a character has no glyph of its own: controls, joiners, marks of direction.
  static func isIgnorable(_ scalar: Unicode.Scalar) -> Bool {
    isControl(scalar) || scalar.properties.isDefaultIgnorableCodePoint
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
  }
}
