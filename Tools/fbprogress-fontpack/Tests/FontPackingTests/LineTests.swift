import CFriBidi
import Foundation
import Testing

@testable import FontPacking

/// Whole strings, set word by word, look as FriBidi and HarfBuzz set them in one.
@Suite struct LineTests {
  @Test(arguments: Repository.languages)
  func everyString_isFriBidisAndHarfBuzzs(language: String) throws {
    let catalogue = try Catalogue(path: Repository.catalogue(language))
    let fonts = Fonts.world.flatMap { ["--font", $0] }
    let pack = try PackReader(
      packed(
        fonts + [
          "--units", "1000", "--catalogue", Repository.catalogue(language), "--characters",
          "U+0020-007E,U+00A0",
        ]))
    let references = Fonts.world.map { Reference($0) }
    let texts = Dictionary(uniqueKeysWithValues: catalogue.entries.map { ($0.key, $0.value) })
    var glyphs = 0
    for entry in catalogue.entries {
      let pieces = Self.filled(entry.value, texts)
      let line = try Line(pieces, packs: [pack])
      let whole = Whole(pieces, language: language, references)
      let name = "\(language): \(entry.key): \(pieces.joined())"
      #expect(line.missing.isEmpty, "\(name)")
      try #require(line.glyphs.count == whole.glyphs.count, "\(name)")
      // An advance and a kerning value are rounded by half a unit each.
      let slack = Double(whole.glyphs.count) + 2
      #expect(abs(line.width - whole.width) <= slack, "\(name)")
      for (mine, theirs) in zip(line.glyphs, whole.glyphs) {
        #expect(Self.match(mine.paths, theirs, slack: slack), "\(name)")
      }
      glyphs += line.glyphs.count
    }
    #expect(glyphs > 80)
  }

  /// The packs that are shipped have all that the catalogues say.
  @Test(arguments: Repository.languages)
  func shippedPacks_haveEveryString(language: String) throws {
    let packs = [try Repository.pack("default.fbfont"), try Repository.pack("world.fbfont")]
    let catalogue = try Catalogue(path: Repository.catalogue(language))
    let texts = Dictionary(uniqueKeysWithValues: catalogue.entries.map { ($0.key, $0.value) })
    for entry in catalogue.entries {
      let line = try Line(Self.filled(entry.value, texts), packs: packs)
      #expect(line.missing.isEmpty, "\(language): \(entry.key)")
      // Letters that join, move or carry marks never stand alone.
      for word in StaticBytes.split(entry.value)
      where word.unicodeScalars.contains(where: { !Scripts.isSimple(Scripts.script(of: $0)) }) {
        #expect(packs[1].words[word] != nil, "\(word)")
      }
    }
  }

  /// A line from right to left with words and numbers of the other kind.
  @Test(arguments: [
    "الخطوة 3 من 5", "3 من 5 · Verifying the image 2 now", "3 من 5 · تحقق",
    "Verifying تحقق 3 من 4 now",
    "تحقق abc 12 def 34 تحقق", "12 34 تحقق", "abc 12 تحقق 34 · 56 تحقق 78 abc",
  ])
  func mixedLines_areFriBidis(text: String) throws {
    try withFolder { folder in
      let path = folder.appendingPathComponent("words").path
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      let pack = try PackReader(
        packed([
          "--font", Fonts.inter, "--font", Fonts.arabic, "--units", "1000", "--words", path,
          "--characters", "U+0020-007E",
        ]))
      let line = try Line([text], packs: [pack])
      let whole = Whole(
        [text], language: "ar", [Reference(Fonts.inter), Reference(Fonts.arabic)])
      try #require(line.glyphs.count == whole.glyphs.count)
      for (mine, theirs) in zip(line.glyphs, whole.glyphs) {
        #expect(Self.match(mine.paths, theirs, slack: Double(whole.glyphs.count) + 2))
      }
    }
  }

  /// A value with its placeholders replaced; each side of a placeholder is a piece of its own.
  static func filled(_ value: String, _ texts: [String: String]) -> [String] {
    let samples = [
      "n": "42", "h": "1", "count": "75", "name": "Verifying", "time": texts["time.minutes"] ?? "",
      "done": texts["unit.MB"] ?? "", "total": texts["unit.GB"] ?? "",
      "size": texts["unit.kB"] ?? "",
    ]
    var pieces: [String] = []
    var rest = value[...]
    while let open = rest.firstIndex(of: "{"), let close = rest.firstIndex(of: "}") {
      pieces.append(String(rest[..<open]))
      let sample = samples[String(rest[rest.index(after: open)..<close])] ?? ""
      pieces += sample.contains("{") ? filled(sample, texts) : [sample]
      rest = rest[rest.index(after: close)...]
    }
    return (pieces + [String(rest)]).filter { !$0.isEmpty }
  }

  /// Whether two sets of contours are the same within some units, in any order.
  private static func match(
    _ mine: [PackReader.Path], _ theirs: [PackReader.Path], slack: Double
  ) -> Bool {
    var rest = theirs
    for path in mine {
      guard
        let place = rest.firstIndex(where: { other in
          other.count == path.count
            && zip(other, path).allSatisfy {
              abs(Double($0.x - $1.x)) <= slack && abs($0.y - $1.y) <= 2 && $0.kind == $1.kind
            }
        })
      else { return false }
      rest.remove(at: place)
    }
    return rest.isEmpty
  }
}

/// A whole string as FriBidi and HarfBuzz set it, in a thousandth of an em. The fonts of characters are the packer's choice.
private struct Whole {
  var glyphs: [[PackReader.Path]] = []
  var width = 0.0

  init(_ pieces: [String], language: String, _ references: [Reference]) {
    let scalars = pieces.flatMap { Array($0.unicodeScalars) }
    let text = scalars.map(\.value)
    let direction = Self.levels(text)
    let fonts = Self.fonts(scalars, references)
    let ends = Self.ends(pieces, text)
    let scripts = Scripts.resolved(scalars)
    let figures = text.indices.filter { (0x30...0x39).contains(text[$0]) }
      .map { (name: "tnum", range: $0..<($0 + 1)) }
    var runs: [Range<Int>] = []
    for place in text.indices {
      // Where nothing kerns simple scripts are set apart; others are set in one.
      if let last = runs.last, fonts[last.lowerBound] == fonts[place],
        direction[last.lowerBound] == direction[place], scripts[last.lowerBound] == scripts[place],
        !Scripts.isSimple(scripts[place]) || !ends.contains(place - 1)
      {
        runs[runs.count - 1] = last.lowerBound..<(place + 1)
      } else {
        runs.append(place..<(place + 1))
      }
    }
    var order = runs.map { (run: $0, level: direction[$0.lowerBound]) }
    let highest = order.map(\.level).max() ?? 0
    for level in stride(from: highest, through: 1, by: -1) {
      let parts = order.split(omittingEmptySubsequences: false) { $0.level < level }
      var turned: [(run: Range<Int>, level: Int8)] = []
      for part in parts {
        turned += part.reversed()
        if turned.count < order.count { turned.append(order[turned.count]) }
      }
      order = turned
    }
    for (run, level) in order {
      let reference = references[fonts[run.lowerBound]]
      let scale = 1000 / Double(reference.units)
      let shaped = reference.shape(
        text, range: run, language: language, isRightToLeft: level % 2 == 1, off: figures)
      for glyph in shaped {
        let paths = reference.paths(of: glyph.glyph).map { path in
          path.map { place in
            PackReader.Place(
              x: Int((width + Double(place.x + glyph.x) * scale).rounded()),
              y: Int((Double(place.y - glyph.y) * scale).rounded()), kind: place.kind)
          }
        }
        if !paths.isEmpty { glyphs.append(paths) }
        width += Double(glyph.advance) * scale
      }
    }
  }

  private static func levels(_ text: [UInt32]) -> [Int8] {
    let count = FriBidiStrIndex(text.count)
    var levels = [FriBidiLevel](repeating: 0, count: text.count)
    var base = FRIBIDI_PAR_ON
    var types = [FriBidiCharType](repeating: FRIBIDI_TYPE_ON, count: text.count)
    fribidi_get_bidi_types(text, count, &types)
    _ = fribidi_get_par_embedding_levels_ex(types, nil, count, &base, &levels)
    return levels
  }

  /// Word by word as the packer does, blanks with the first font.
  private static func fonts(_ scalars: [Unicode.Scalar], _ references: [Reference]) -> [Int] {
    var fonts: [Int] = []
    for word in scalars.split(
      omittingEmptySubsequences: false,
      whereSeparator: {
        StaticBytes.blanks.contains($0)
      })
    {
      for place in word.indices {
        let neighbours = [word.startIndex, word.endIndex - 1].map { word[$0] }
        let wants = neighbours.first(where: isComplex).flatMap { letter in
          references.firstIndex { $0.glyph(of: letter.value) != 0 }
        }
        let isShared = Scripts.isShared(Scripts.script(of: word[place]))
        if isShared && !FontList.isFigure(word[place]) || Scripts.isMark(word[place]), let wants,
          references[wants].glyph(of: word[place].value) != 0
        {
          fonts.append(wants)
        } else {
          fonts.append(references.firstIndex { $0.glyph(of: word[place].value) != 0 } ?? 0)
        }
      }
      if fonts.count < scalars.count { fonts.append(0) }
    }
    return fonts
  }

  private static func isComplex(_ scalar: Unicode.Scalar) -> Bool {
    !Scripts.isSimple(Scripts.script(of: scalar))
  }

  /// The last characters of words, and figures and what is before them.
  private static func ends(_ pieces: [String], _ text: [UInt32]) -> Set<Int> {
    var ends: Set<Int> = []
    var place = 0
    for piece in pieces {
      place += piece.unicodeScalars.count
      ends.insert(place - 1)
    }
    for index in text.indices {
      guard
        [0x20, 0xa0, 0x202f, 0x200b].contains(text[index]) || (0x30...0x39).contains(text[index])
      else { continue }
      ends.formUnion([index - 1, index])
    }
    return ends
  }
}
