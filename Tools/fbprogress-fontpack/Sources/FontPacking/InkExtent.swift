/// How high and how low a glyph reaches, control points counted; y downwards from the baseline.
struct InkExtent {
  var top = 0
  var bottom = 0

  init(of glyph: Int, in pack: Pack) {
    switch pack.glyphs[glyph].outline {
    case .contours(let outline):
      top = outline.points.map(\.y).min() ?? 0
      bottom = outline.points.map(\.y).max() ?? 0
    case .parts(let parts):
      let extents = parts.map { InkExtent(of: $0.glyph, in: pack).moved(by: $0.offset) }
      top = extents.map(\.top).min() ?? 0
      bottom = extents.map(\.bottom).max() ?? 0
    }
  }

  func moved(by offset: Point) -> InkExtent {
    var extent = self
    extent.top += offset.y
    extent.bottom += offset.y
    return extent
  }
}
