import Base
import TestSupport
import Testing

/// Sanitized text can be shown as it is: it moves no cursor, ends no line and changes no direction.
@Suite struct SanitizedTextTests {
  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: SanitizedText(bytes.span).utf8.bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      ("Grüße, שלום, 你好 👍", "Grüße, שלום, 你好 👍"), ("  a  b ", "a  b"),
      // Controls: C0, DEL, C1, and the separators of lines and paragraphs.
      ("a\u{1}\u{1b}[31m\tb\u{7f}c", "a  [31m b c"), ("a\u{85}\u{9b}b", "a  b"),
      ("a\u{2028}b\u{2029}c", "a b c"),
      // Embeddings, overrides and isolates. Marks are needed, and affect no other text.
      ("a\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}b", "a\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}b"),
      ("\u{2066}a\u{2067}b\u{2068}c\u{2069}", "\u{fffd}a\u{fffd}b\u{fffd}c\u{fffd}"),
      (
        "a\u{200e}b\u{200f}c\u{2027}\u{202f}\u{2065}\u{206a}",
        "a\u{200e}b\u{200f}c\u{2027}\u{202f}\u{2065}\u{206a}"
      ),
    ])
  func text_isMadeSafe(said: String, kept: String) {
    #expect(Self.text(Array(said.utf8)) == kept)
  }

  @Test(
    arguments: [
      // An invalid byte, a truncated sequence, a stray continuation byte.
      ([0x61, 0xff, 0x62], "a\u{fffd}b"), ([0xc3], "\u{fffd}"), ([], ""),
      ([0x80], "\u{fffd}"), ([0xe2, 0x82], "\u{fffd}\u{fffd}"),
      // Overlong: a slash in two bytes, a NUL in two, an ESC in three.
      ([0xc0, 0xaf], "\u{fffd}\u{fffd}"), ([0xc0, 0x80], "\u{fffd}\u{fffd}"),
      ([0xe0, 0x80, 0x9b], "\u{fffd}\u{fffd}\u{fffd}"),
      // A surrogate, and a scalar beyond Unicode.
      ([0xed, 0xa0, 0x80], "\u{fffd}\u{fffd}\u{fffd}"),
      ([0xf4, 0x90, 0x80, 0x80], "\u{fffd}\u{fffd}\u{fffd}\u{fffd}"),
    ] as [([UInt8], String)])
  func whatIsNoUTF8_isShownAsSuch(bytes: [UInt8], kept: String) {
    #expect(Self.text(bytes) == kept)
  }

  @Test func everyPairOfBytes_givesValidUTF8() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        let text = SanitizedText([first, second, 0x41].span)
        #expect(String(validating: text.utf8.bytes, as: UTF8.self) != nil)
      }
    }
  }

  @Test func longText_isCutBetweenCharacters() {
    for character in ["a", "ß", "好", "👍", "\u{202e}"] {
      let text = Self.text(Array(String(repeating: character, count: 5_000).utf8))
      #expect(text.utf8.count <= SanitizedText.capacity && text.utf8.count > 4_090)
      #expect(Set(text.unicodeScalars).count == 1)
    }
  }

  /// The text of random bytes is safe, and sanitizing it again changes nothing.
  @Test func randomBytes_areSafe() {
    var random = SeededGenerator(seed: 17)
    let forbidden: [ClosedRange<UInt32>] = [
      0...0x1f, 0x7f...0x9f, 0x2028...0x202e, 0x2066...0x2069,
    ]
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ -> UInt8 in
        // Lead and continuation bytes close to those of forbidden scalars.
        let near: [UInt8] = [0xe2, 0x80, 0x81, 0xa8, 0xae, 0xa6, 0xa9, 0xc2, 0x1b, 0x41]
        return Bool.random(using: &random)
          ? near[Int.random(in: 0..<near.count, using: &random)]
          : UInt8.random(in: 0...255, using: &random)
      }
      let text = SanitizedText(bytes.span)
      let string = String(validating: text.utf8.bytes, as: UTF8.self)
      #expect(string != nil, "seed 17: \(bytes)")
      let isSafe = string?.unicodeScalars.allSatisfy { scalar in
        !forbidden.contains { $0.contains(scalar.value) }
      }
      #expect(isSafe == true, "seed 17: \(bytes)")
      #expect(SanitizedText(text.utf8) == text, "seed 17: \(bytes)")
    }
  }
}
