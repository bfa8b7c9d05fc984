import CHarfBuzz

/// A word as HarfBuzz sets it.
struct ShapedWord {
  struct Glyph: Equatable {
    var source: GlyphSource
    var font: Int
    /// Index of its character in the word.
    var cluster: Int
    /// Beside the pen, and how far the pen goes on, in the font's units, y upwards.
    var x: Int
    var y: Int
    var advance: Int
  }

  /// From left to right.
  var glyphs: [Glyph]
  var isRightToLeft: Bool
  /// Whether any character runs from right to left.
  var hasRightToLeft: Bool
}

/// Sets words by the rules of their scripts: fonts, directions and scripts are told apart, HarfBuzz does the rest.
struct WordShaper {
  let list: FontList

  /// - Returns: nil if no font has one of the characters.
  func shape(_ word: String, language: String?) -> ShapedWord? {
    let scalars = Array(word.unicodeScalars)
    let direction = Direction(of: scalars)
    let scripts = Scripts.resolved(scalars)
    let fonts = list.fonts(of: scalars, scripts: scripts).compactMap { $0 }
    guard fonts.count == scalars.count else { return nil }
    var runs: [Range<Int>] = []
    for place in scalars.indices {
      if let last = runs.last, fonts[last.lowerBound] == fonts[place],
        scripts[last.lowerBound] == scripts[place],
        direction.levels[last.lowerBound] == direction.levels[place]
      {
        runs[runs.count - 1] = last.lowerBound..<(place + 1)
      } else {
        runs.append(place..<(place + 1))
      }
    }
    let order = Direction.visualOrder(of: runs.map { direction.levels[$0.lowerBound] })
    var glyphs: [ShapedWord.Glyph] = []
    for run in order.map({ runs[$0] }) {
      let font = fonts[run.lowerBound]
      let shaped = list.fonts[font].shape(
        scalars,
        FontFile.Run(
          characters: run, script: scripts[run.lowerBound],
          isRightToLeft: direction.levels[run.lowerBound] % 2 == 1, language: language))
      glyphs += shaped.map { placed($0, font: font, scalar: scalars[$0.cluster]) }
    }
    return ShapedWord(
      glyphs: glyphs, isRightToLeft: direction.isRightToLeft,
      hasRightToLeft: direction.hasRightToLeft)
  }

  private func placed(
    _ glyph: ShapedGlyph, font: Int, scalar: Unicode.Scalar
  ) -> ShapedWord.Glyph {
    var result = ShapedWord.Glyph(
      source: .glyph(font: font, glyph: glyph.glyph), font: font, cluster: glyph.cluster,
      x: glyph.x, y: glyph.y, advance: glyph.advance)
    // Figures without `tnum` get their common width.
    if FontList.isFigure(scalar),
      case .figure(_, glyph.glyph, let width)? = list.nominal(
        of: scalar, in: font)
    {
      result.source = .figure(font: font, glyph: glyph.glyph, width: width)
      result.advance = width
    }
    return result
  }

  /// Whether the word looks the same if each character's own glyph is set after the last, with kerning by pairs.
  func isNominal(_ word: ShapedWord, scalars: [Unicode.Scalar], kerning: PairKerning) -> Bool {
    guard !word.hasRightToLeft, word.glyphs.count == scalars.count else { return false }
    for (place, glyph) in word.glyphs.enumerated() {
      guard glyph.cluster == place, glyph.x == 0, glyph.y == 0,
        list.nominal(of: scalars[place]) == glyph.source
      else { return false }
      var advance = list.advance(of: glyph.source)
      if place + 1 < scalars.count {
        advance += kerning.value(scalars[place], scalars[place + 1])
      }
      guard glyph.advance == advance else { return false }
    }
    return true
  }
}

extension FontList {
  /// How far the pen goes on after a glyph, in its font's units.
  func advance(of source: GlyphSource) -> Int {
    switch source {
    case .glyph(let font, let glyph): fonts[font].advance(of: glyph)
    case .figure(_, _, let width): width
    case .box, .blank: 0
    }
  }
}
