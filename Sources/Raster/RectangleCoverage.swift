import Graphics

extension CoverageRow {
  /// What a rectangle covers of a row: the exact area of each pixel.
  mutating func append(_ rect: Rect, y: Int) {
    let rows = Self.overlap(Double(y), rect.y, rect.y + rect.height)
    if rows <= 0 { return }
    let (left, right) = (rect.x, rect.x + rect.width)
    let first = Int(left.rounded(.down))
    let wholeFirst = Int(left.rounded(.up))
    let wholeEnd = Int(right.rounded(.down))
    let end = Int(right.rounded(.up))
    if wholeFirst > wholeEnd {
      // Both edges lie within one column.
      append(first..<end, coverage: Lanes.byte(Float(rows * (right - left))))
      return
    }
    append(first..<wholeFirst, coverage: Lanes.byte(Float(rows * (Double(wholeFirst) - left))))
    append(wholeFirst..<wholeEnd, coverage: Lanes.byte(Float(rows)))
    append(wholeEnd..<end, coverage: Lanes.byte(Float(rows * (right - Double(wholeEnd)))))
  }

  /// The part of the pixel row or column at `place` that lies between two edges, in `0...1`.
  private static func overlap(_ place: Double, _ low: Double, _ high: Double) -> Double {
    max(0, min(place + 1, high) - max(place, low))
  }
}
