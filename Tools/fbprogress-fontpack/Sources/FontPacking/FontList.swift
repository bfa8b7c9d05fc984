import CHarfBuzz

/// Fonts in the order in which they are asked for a character.
struct FontList {
  let fonts: [FontFile]

  init(_ options: [Options.Font]) throws(PackingError) {
    var fonts: [FontFile] = []
    for option in options { fonts.append(try FontFile(option)) }
    self.fonts = fonts
  }

  /// The first font that has a character.
  func font(of scalar: Unicode.Scalar) -> Int? {
    fonts.firstIndex { $0.nominalGlyph(of: scalar) != nil }
  }

  /// The font of each character of a word; nil where none has it.
  ///
  /// Marks and joiners stay with what they belong to. So do points and strokes among letters of a complex script: the
  /// font of those draws them to match.
  func fonts(of scalars: [Unicode.Scalar], scripts: [hb_script_t]) -> [Int?] {
    var chosen: [Int?] = []
    for (place, scalar) in scalars.enumerated() {
      let own = Scripts.script(of: scalar)
      let isBound = Scripts.isMark(scalar) || StaticBytes.isIgnorable(scalar)
      let isWithin = Scripts.isShared(own) && !Scripts.isSimple(scripts[place])
      if isBound || isWithin, let before = chosen.last ?? nil,
        isBound && StaticBytes.isIgnorable(scalar) || fonts[before].nominalGlyph(of: scalar) != nil
      {
        chosen.append(before)
      } else {
        chosen.append(font(of: scalar))
      }
    }
    // What stands before the first letter goes with it, too.
    for place in scalars.indices.dropLast().reversed() {
      guard Scripts.isShared(Scripts.script(of: scalars[place])),
        !Scripts.isSimple(scripts[place]), let after = chosen[place + 1],
        fonts[after].nominalGlyph(of: scalars[place]) != nil
      else { continue }
      chosen[place] = after
    }
    return chosen
  }

  /// The glyph that a character has by itself: figures in one width.
  func nominal(of scalar: Unicode.Scalar) -> GlyphSource? {
    guard let font = font(of: scalar) else {
      // A narrow no-break blank can be made where there is none.
      return scalar == "\u{202f}" ? .blank : nil
    }
    return nominal(of: scalar, in: font)
  }

  /// The same in a certain font, which has the character.
  func nominal(of scalar: Unicode.Scalar, in font: Int) -> GlyphSource? {
    let file = fonts[font]
    guard let glyph = file.nominalGlyph(of: scalar) else { return nil }
    guard Self.isFigure(scalar) else { return .glyph(font: font, glyph: glyph) }
    let tabular = file.figure(scalar) ?? glyph
    if file.hasTabularFigures, file.figureWidths.count == 1 {
      return .glyph(font: font, glyph: tabular)
    }
    return .figure(font: font, glyph: tabular, width: file.figureWidths.max() ?? 0)
  }

  /// Whether a character is one of the ten figures, which do not kern and have one width.
  static func isFigure(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}

extension FontFile {
  /// The glyph of a figure among others in a column.
  func figure(_ scalar: Unicode.Scalar) -> UInt32? {
    shape([scalar], Run(characters: 0..<1, script: HB_SCRIPT_LATIN)).first?.glyph
  }

  /// The advances of the ten figures. Fonts exist whose tabular figures differ.
  func widths() -> Set<Int> {
    Set((0x30...0x39).compactMap { Unicode.Scalar($0) }.compactMap(figure).map(advance))
  }
}

/// Where a glyph of a pack comes from.
enum GlyphSource: Hashable {
  /// What is shown for what is missing.
  case box
  /// A narrow blank.
  case blank
  case glyph(font: Int, glyph: UInt32)
  /// A figure in the middle of a width in the font's units.
  case figure(font: Int, glyph: UInt32, width: Int)
}
