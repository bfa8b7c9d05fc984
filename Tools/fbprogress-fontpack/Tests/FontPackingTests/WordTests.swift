import Foundation
import Testing

@testable import FontPacking

/// Words come back as HarfBuzz sets them.
@Suite struct WordTests {
  static let complex = [
    ("ar", Fonts.arabic, 20), ("hi", Fonts.devanagari, 12), ("th", Fonts.thai, 20),
    ("zh-CN", Fonts.cjk, 6), ("zh-TW", Fonts.cjk, 6),
  ]

  /// All of these fonts have 1000 units, so all is equal to the unit.
  @Test(arguments: complex)
  func everyWord_isHarfBuzzs(language: String, font: String, least: Int) throws {
    let reader = try PackReader(
      packed([
        "--font", font, "--font", Fonts.inter, "--units", "1000", "--catalogue",
        Repository.catalogue(language),
      ]))
    let reference = Reference(font)
    var compared = 0
    for (text, word) in reader.words {
      let scalars = text.unicodeScalars.map(\.value)
      guard scalars.allSatisfy({ reference.glyph(of: $0) != 0 }) else { continue }
      var pen = 0
      var theirs: [PackReader.Path] = []
      for glyph in reference.shape(scalars, language: language) {
        theirs += reference.paths(of: glyph.glyph).map { Self.moved($0, pen + glyph.x, -glyph.y) }
        pen += glyph.advance
      }
      var end = 0
      var mine: [PackReader.Path] = []
      for placed in word.glyphs {
        mine += try reader.paths(of: placed.glyph).map { Self.moved($0, end + placed.x, placed.y) }
        end += reader.glyphs[placed.glyph].advance + placed.added
      }
      #expect(Set(mine) == Set(theirs), "\(text)")
      #expect(mine.count == theirs.count && pen == end, "\(text)")
      #expect(word.isRightToLeft == (language == "ar"))
      compared += 1
    }
    #expect(compared >= least)
  }

  @Test func wordsFromRightToLeft_areAlwaysThere() throws {
    try withFolder { folder in
      let path = folder.appendingPathComponent("words").path
      try "אב ثم abc".write(toFile: path, atomically: true, encoding: .utf8)
      let reader = try PackReader(
        packed([
          "--font", "/usr/share/fonts/truetype/noto/NotoSansHebrew-Regular.ttf", "--font",
          Fonts.arabic, "--font", Fonts.inter, "--words", path,
        ]))
      #expect(Set(reader.words.keys) == ["אב", "ثم"])
      #expect(reader.words.values.allSatisfy { $0.isRightToLeft })
      // No board can set these letters one by one.
      #expect(Set(reader.characters.keys) == Set("abc ".unicodeScalars.map(\.value)))
      // Bet is left of alef.
      let bet = Reference("/usr/share/fonts/truetype/noto/NotoSansHebrew-Regular.ttf")
      let word = try #require(reader.words["אב"])
      #expect(
        try Set(reader.paths(of: word.glyphs[0].glyph)) == Set(bet.paths(of: bet.glyph(of: 0x5d1))))
    }
  }

  @Test func aWordOfBothDirections_isInVisualOrder() throws {
    try withFolder { folder in
      let path = folder.appendingPathComponent("words").path
      try "ث(A)ث".write(toFile: path, atomically: true, encoding: .utf8)
      let reader = try PackReader(
        packed(["--font", Fonts.arabic, "--font", Fonts.noto, "--words", path]))
      let word = try #require(reader.words["ث(A)ث"])
      #expect(word.isRightToLeft)
      let latin = Reference(Fonts.noto)
      let middle = try reader.paths(of: word.glyphs[2].glyph)
      #expect(Set(middle) == Set(latin.paths(of: latin.glyph(of: 0x41))))
      // The bracket that opens is on the right, and looks like one that closes on the left.
      #expect(word.glyphs.count == 5)
      let left = try reader.paths(of: word.glyphs[1].glyph).joined().map(\.x)
      let right = try reader.paths(of: word.glyphs[3].glyph).joined().map(\.x)
      #expect((left.min() ?? 0) != (right.min() ?? 0))
    }
  }

  /// Syllables that their parts make up are left out; letters with a nukta have two spellings.
  @Test func syllables_areThoseThatDifferFromTheirParts() throws {
    try withFolder { folder in
      let path = folder.appendingPathComponent("syllables").path
      try "# KA\nका कि ा स्थ स्था क ज़ी क!7".write(toFile: path, atomically: true, encoding: .utf8)
      let reader = try PackReader(
        packed([
          "--beside", Repository.root + "/share/fonts/default.fbfont", "--font", Fonts.inter,
          "--font", Fonts.devanagari, "--syllables", path, "--characters", "U+0915",
        ]))
      let words = Set(reader.words.keys.map { Array($0.unicodeScalars.map(\.value)) })
      #expect(
        words == [
          [0x93e], [0x915, 0x93f], [0x938, 0x94d, 0x925], [0x91c, 0x93c, 0x940],
        ])
      // Punctuation is that of the letters' font, whatever other packs have.
      #expect(reader.characters.keys.sorted() == [0x21, 0x37, 0x915])
      // No circle stands for the letter of a sign.
      #expect(reader.words["\u{93e}"]?.glyphs.count == 1)
    }
  }

  @Test func latinWords_needNoShaping() throws {
    for language in ["en", "de", "fr", "es", "pt-BR", "ru"] {
      let reader = try PackReader(
        packed(["--font", Fonts.inter, "--catalogue", Repository.catalogue(language)]))
      #expect(reader.words.keys.allSatisfy { $0.contains(":") }, "\(reader.words.keys)")
    }
  }

  private static func moved(_ path: PackReader.Path, _ x: Int, _ y: Int) -> PackReader.Path {
    path.map { .init(x: $0.x + x, y: $0.y + y, kind: $0.kind) }
  }
}
