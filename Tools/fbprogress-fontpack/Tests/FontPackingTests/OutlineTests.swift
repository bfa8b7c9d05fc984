import Foundation
import Testing

@testable import FontPacking

/// Outlines come back as FreeType tells them.
@Suite struct OutlineTests {
  /// A font with quadratics and composites, one with cubics, a collection.
  static let fonts = [
    (Fonts.noto, 0, "U+0020-007E,U+00A0-024F,U+0370-0377,U+0384-0386,U+0400-045F,U+1EA0-1EF9"),
    (Fonts.inter, 0, "U+0020-007E,U+00A0-0148,U+03A3-03CE,U+0400-045F,U+1EA0-1EF9,U+2190-2193"),
    (Fonts.cjk, 0, "U+3041-3096,U+30A1-30FA,U+4E00-4E3F,U+AC00-AC2F"),
    (Fonts.cjk, 2, "U+4E00-4E3F"),
  ]

  @Test(arguments: fonts)
  func everyGlyph_isFreeTypes_pointByPoint(font: (String, Int, String)) throws {
    let reader = try PackReader(
      packed(["--font", "\(font.0):\(font.1)", "--characters", font.2]))
    let reference = Reference(font.0, face: font.1)
    #expect(reader.units == reference.units)
    #expect(reader.characters.count > 60)
    var curves = 0
    for (character, glyph) in reader.characters.sorted(by: { $0.key < $1.key }) {
      let isFigure = (0x30...0x39).contains(character)
      guard !isFigure else { continue }
      let original = reference.glyph(of: character)
      let mine = Set(try reader.paths(of: glyph))
      let theirs = reference.paths(of: original)
      #expect(mine == Set(theirs), "U+\(String(character, radix: 16))")
      #expect(try reader.paths(of: glyph).count == theirs.count)
      #expect(reader.glyphs[glyph].advance == reference.advance(of: original))
      curves += theirs.joined().count { $0.kind >= 2 }
    }
    #expect(curves > 100)
  }

  @Test(arguments: [200, 256, 1000, 4096])
  func otherUnits_areWithinRounding(units: Int) throws {
    let reader = try PackReader(
      packed([
        "--font", Fonts.noto, "--units", String(units), "--characters", "U+0041-005A,U+00C0-00FF",
      ]))
    let reference = Reference(Fonts.noto)
    #expect(reader.units == units)
    let scale = Double(units) / Double(reference.units)
    for (character, glyph) in reader.characters {
      let theirs = reference.paths(of: reference.glyph(of: character)).joined()
        .map { (Double($0.x) * scale, Double($0.y) * scale) }
      for place in try reader.paths(of: glyph).joined() {
        // A part is rounded, and so is where it goes.
        #expect(
          theirs.contains {
            abs($0.0 - Double(place.x)) <= 1.01 && abs($0.1 - Double(place.y)) <= 1.01
          })
      }
    }
  }

  @Test func composites_shareTheirParts() throws {
    let one = try packed(["--font", Fonts.noto, "--characters", "U+0065,U+00E8-00EB"])
    let reader = try PackReader(one)
    let composites = reader.characters.values.filter {
      reader.outlines[reader.glyphs[$0].outline] & 1 == 1
    }
    #expect(composites.count == 4)
    // The same in a font that stores each letter whole.
    let other = try PackReader(
      packed(["--font", Fonts.inter, "--characters", "U+0065,U+00E8-00EB"]))
    #expect(
      other.characters.values.count { other.outlines[other.glyphs[$0].outline] & 1 == 1 } == 4)
  }

  /// A variable font at a place on its axis: the same contours, wider; where it stands by default, the font as it is.
  @Test func aVariableFont_isTakenAtItsPlace() throws {
    let readers = try ["", "@wght=400", "@wght=800"].map {
      try PackReader(packed(["--font", Fonts.variable + $0, "--characters", "U+0041-005A"]))
    }
    let widths = readers.map { reader in
      reader.characters.values.reduce(0) { $0 + reader.glyphs[$1].advance }
    }
    #expect(widths[0] == widths[1] && widths[2] > widths[0])
    #expect(
      readers[0].outlines == readers[1].outlines && readers[2].outlines != readers[0].outlines)
    for (character, glyph) in readers[0].characters {
      let bold = try readers[2].paths(of: try #require(readers[2].characters[character]))
      #expect(try readers[0].paths(of: glyph).count == bold.count)
    }
    for wrong in ["@wght=5000", "@wdth=90"] {
      #expect(throws: PackingError.self) {
        try packed(["--font", Fonts.variable + wrong, "--characters", "U+0041"])
      }
    }
  }

  @Test func glyph0_isABox() throws {
    let reader = try PackReader(packed(["--font", Fonts.inter, "--characters", "U+0041"]))
    let paths = try reader.paths(of: 0)
    #expect(paths.count == 2)
    #expect(paths.allSatisfy { $0.count == 4 && $0.allSatisfy { $0.kind <= 1 } })
    #expect(reader.glyphs[0].advance > 0)
    #expect(!reader.characters.values.contains(0))
  }

  @Test(arguments: [Fonts.inter, Fonts.noto])
  func figures_haveOneAdvance_andDoNotKern(font: String) throws {
    let reader = try PackReader(packed(["--font", font, "--characters", "U+0020-007E"]))
    let figures = try (0x30...0x39).map { try #require(reader.characters[$0]) }
    #expect(Set(figures.map { reader.glyphs[$0].advance }).count == 1)
    #expect(figures.allSatisfy { reader.glyphs[$0].left == 0 && reader.glyphs[$0].right == 0 })
    #expect(Set(figures).count == 10)
  }

  /// The figures of the packs that are shipped are those of `tnum`: also the 1, which is narrow
  /// otherwise. Where a font's own differ in width, they are in the middle of the widest.
  @Test(arguments: [
    ("default", "Inter-Regular"), ("bold", "Inter-SemiBold"), ("numeral", "InterDisplay-SemiBold"),
  ])
  func figures_thatAreShipped_areTabular(pack: String, font: String) throws {
    let reader = try Repository.pack(pack + ".fbfont")
    let reference = Reference("/usr/share/fonts/opentype/inter/\(font).otf")
    let scale = Double(reader.units) / Double(reference.units)
    var widths: Set<Int> = []
    let widest = (0x30...0x39).map { reference.shape([$0], off: [("tnum", 0..<1)])[0].advance }
      .max()
    for figure in 0x30...0x39 as ClosedRange<UInt32> {
      let glyph = try #require(reader.characters[figure])
      widths.insert(reader.glyphs[glyph].advance)
      let shaped = reference.shape([figure], off: [("tnum", 0..<1)])[0]
      let tabular = shaped.glyph
      let shift = try #require(widest) - shaped.advance
      #expect(figure != 0x31 || tabular != reference.glyph(of: figure))
      let theirs = reference.paths(of: tabular)
      let mine = try reader.paths(of: glyph)
      #expect(mine.count == theirs.count)
      let places = theirs.joined().map {
        ((Double($0.x) + Double(shift) / 2) * scale, Double($0.y) * scale)
      }
      for place in mine.joined() {
        #expect(
          places.contains {
            abs($0.0 - Double(place.x)) <= 1.51 && abs($0.1 - Double(place.y)) <= 1.01
          })
      }
    }
    #expect(widths.count == 1)
  }

  /// Each letter goes on a part of the em less; joined letters and characters in squares don't.
  @Test func tracking_isAddedToAdvances() throws {
    let arguments = [
      "--font", Fonts.noto, "--font", Fonts.arabic, "--font", Fonts.cjk, "--units", "1000",
      "--characters", "U+0020-007E,U+00E9,U+0301,U+0416,U+3042,U+4E2D", "--catalogue",
      Repository.catalogue("ar"),
    ]
    let plain = try PackReader(packed(arguments))
    let close = try PackReader(packed(arguments + ["--tracking", "-0.018"]))
    #expect(plain.outlines == close.outlines && plain.kerning == close.kerning)
    for (character, glyph) in plain.characters {
      let isSpaced = character < 0x3000 && !(0x600...0x6ff).contains(character)
      let advance = plain.glyphs[glyph].advance
      let expected = isSpaced && advance > 0 ? advance - 18 : advance
      #expect(close.glyphs[glyph].advance == expected, "U+\(String(character, radix: 16))")
    }
    #expect(plain.words.count > 20)
    for (text, word) in plain.words {
      let other = try #require(close.words[text])
      let isArabic = text.unicodeScalars.contains { (0x600...0x6ff).contains($0.value) }
      for (one, two) in zip(word.glyphs, other.glyphs) where isArabic {
        #expect(
          plain.glyphs[one.glyph].advance + one.added
            == close.glyphs[two.glyph].advance + two.added)
      }
    }
    // No advance becomes negative.
    let none = try PackReader(packed(arguments + ["--tracking", "-1"]))
    #expect(none.characters[0x41].map { none.glyphs[$0].advance } == 0)
  }

  /// A font whose figures differ in width and which has no `tnum`.
  @Test func figures_withoutTnum_areCentredInTheWidest() throws {
    let file = try FontFile(Options.Font(path: Fonts.thai))
    #expect(!file.hasTabularFigures)
    let reader = try PackReader(packed(["--font", Fonts.noto, "--characters", "U+0030-0039"]))
    #expect(Set(reader.characters.values.map { reader.glyphs[$0].advance }).count == 1)
  }

  @Test func nothing_reachesBeyondTheLine() throws {
    for name in ["default.fbfont", "bold.fbfont", "numeral.fbfont", "world.fbfont"] {
      let reader = try Repository.pack(name)
      let alone = reader.characters.values
        .map { PackReader.Placed(glyph: $0, x: 0, y: 0, added: 0) }
      for placed in alone + reader.words.values.flatMap(\.glyphs) {
        for place in try reader.paths(of: placed.glyph).joined() {
          #expect(-(place.y + placed.y) <= reader.ascent && place.y + placed.y <= reader.descent)
        }
      }
      #expect(reader.capitals > reader.small && reader.small > 0)
    }
  }
}
