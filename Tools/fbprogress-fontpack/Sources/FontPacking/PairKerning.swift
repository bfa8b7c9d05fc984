import CHarfBuzz

/// How much nearer or further two characters stand than their advances say: asked of HarfBuzz, pair by pair.
///
/// Pairs of one font kern, of scripts whose characters stand side by side. Figures kern with nothing, so that numbers do
/// not wobble; blanks and marks do neither.
struct PairKerning {
  let list: FontList

  /// In the font's units; 0 if the pair does not kern.
  func value(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Int {
    guard Self.kerns(left), Self.kerns(right), let font = list.font(of: left),
      list.font(of: right) == font
    else { return 0 }
    let scripts = Scripts.resolved([left, right])
    guard scripts[0] == scripts[1] else { return 0 }
    return value(left, right, font: font, script: scripts[0])
  }

  /// Values of all pairs of characters of one font, row by row of left ones.
  func matrix(of scalars: [Unicode.Scalar], font: Int) -> [[Int]] {
    let scripts = scalars.map(Scripts.script)
    return scalars.indices.map { left in
      scalars.indices.map { right in
        let (a, b) = (scripts[left], scripts[right])
        guard a == b || Scripts.isShared(a) || Scripts.isShared(b) else { return 0 }
        return value(
          scalars[left], scalars[right], font: font, script: Scripts.isShared(a) ? b : a)
      }
    }
  }

  /// Whether a character may kern at all.
  static func kerns(_ scalar: Unicode.Scalar) -> Bool {
    !FontList.isFigure(scalar) && !StaticBytes.blanks.contains(scalar) && !Scripts.isMark(scalar)
      && !StaticBytes.isIgnorable(scalar) && Scripts.isSimple(Scripts.script(of: scalar))
  }

  private func value(
    _ left: Unicode.Scalar, _ right: Unicode.Scalar, font: Int, script: hb_script_t
  ) -> Int {
    let file = list.fonts[font]
    var run = FontFile.Run(characters: 0..<2, script: script)
    run.hasLigatures = false
    let glyphs = file.shape([left, right], run)
    // Where more happens than kerning, words that need it are shaped as a whole.
    guard glyphs.count == 2, glyphs.allSatisfy({ $0.x == 0 && $0.y == 0 }),
      glyphs[1].advance == file.advance(of: glyphs[1].glyph)
    else { return 0 }
    return glyphs[0].advance - file.advance(of: glyphs[0].glyph)
  }
}
