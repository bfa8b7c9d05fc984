/// A glyph of a pack in the units of its font.
struct FontGlyph {
  var font: Int
  var shape: Pack.Shape
  var advance: Int
}

/// The glyphs of a pack, numbered as they are asked for.
struct GlyphTable {
  let list: FontList
  /// Units of the pack's em.
  let units: Int
  private(set) var glyphs: [FontGlyph] = []
  private var numbers: [GlyphSource: Int] = [:]

  init(list: FontList, units: Int) throws(PackingError) {
    self.list = list
    self.units = units
    _ = try number(of: .box)
  }

  /// The number of a glyph, which is taken in if it is new.
  mutating func number(of source: GlyphSource) throws(PackingError) -> Int {
    if let number = numbers[source] { return number }
    let number = glyphs.count
    numbers[source] = number
    // Its parts come after it.
    glyphs.append(FontGlyph(font: 0, shape: .contours(Outline()), advance: 0))
    glyphs[number] = try glyph(of: source)
    return number
  }

  /// From a font's units to the pack's.
  func scaled(_ value: Int, font: Int) -> Int {
    Int((Double(value) * Double(units) / Double(list.fonts[font].units)).rounded())
  }

  /// The glyphs as the pack has them: parts shared, in the pack's units.
  func packed() -> [Pack.Glyph] {
    PartSharing.shared(glyphs).map { glyph in
      let scale = { (point: Point) in
        Point(x: scaled(point.x, font: glyph.font), y: scaled(point.y, font: glyph.font))
      }
      let shape: Pack.Shape =
        switch glyph.shape {
        case .contours(let outline): .contours(outline.map(scale))
        case .parts(let parts):
          .parts(parts.map { Pack.Part(glyph: $0.glyph, offset: scale($0.offset)) })
        }
      return Pack.Glyph(outline: shape, advance: scaled(glyph.advance, font: glyph.font))
    }
  }

  private mutating func glyph(of source: GlyphSource) throws(PackingError) -> FontGlyph {
    switch source {
    case .box:
      let units = list.fonts[0].units
      return FontGlyph(font: 0, shape: .contours(box(units)), advance: units * 3 / 5)
    case .blank:
      // Half as wide as a blank between words.
      let space = list.fonts[0].nominalGlyph(of: " ").map(list.fonts[0].advance)
      return FontGlyph(
        font: 0, shape: .contours(Outline()), advance: (space ?? list.fonts[0].units / 4) / 2)
    case .glyph(let font, let glyph):
      return FontGlyph(
        font: font, shape: try shape(of: glyph, font: font),
        advance: list.fonts[font].advance(of: glyph))
    case .figure(let font, let glyph, let width):
      let file = list.fonts[font]
      let shift = Point(x: (width - file.advance(of: glyph)) / 2)
      let outline = try file.outline(of: glyph).map { $0 + shift }
      return FontGlyph(font: font, shape: .contours(outline), advance: width)
    }
  }

  /// A composite if the font has it as one, and the parts give the same picture.
  private mutating func shape(of glyph: UInt32, font: Int) throws(PackingError) -> Pack.Shape {
    let file = list.fonts[font]
    let whole = try file.outline(of: glyph)
    guard let parts = file.parts(of: glyph), parts.count > 1 else { return .contours(whole) }
    var together = Outline()
    for part in parts {
      together.contours += try file.outline(of: part.glyph).map { $0 + part.offset }.contours
    }
    guard together == whole else { return .contours(whole) }
    var kept: [Pack.Part] = []
    for part in parts {
      let number = try number(of: .glyph(font: font, glyph: part.glyph))
      kept.append(Pack.Part(glyph: number, offset: part.offset))
    }
    return .parts(kept)
  }

  /// A frame as high as capitals, a third of the em wide.
  private func box(_ units: Int) -> Outline {
    let (height, stroke) = (units * 7 / 10, max(1, units / 16))
    let (left, right) = (units / 10, units / 2)
    return Outline(contours: [
      rectangle(Point(x: left, y: 0), Point(x: right, y: -height)),
      rectangle(
        Point(x: left + stroke, y: stroke - height), Point(x: right - stroke, y: -stroke)),
    ])
  }

  private func rectangle(_ a: Point, _ b: Point) -> Contour {
    Contour(
      start: a,
      segments: [.line(Point(x: b.x, y: a.y)), .line(b), .line(Point(x: a.x, y: b.y))])
  }
}
