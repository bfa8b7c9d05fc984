import Graphics

extension CoverageRow {
  /// What lies within half a width of any of the segments: one area, blended once where they cross.
  mutating func append(_ segments: ArraySlice<Segment>, width: Double, y: Int, columns: Range<Int>)
  {
    append(columns) { x in
      var nearestX = SIMD8<Float>(repeating: 1e6)
      var nearestY = SIMD8<Float>(repeating: 0)
      var nearest = SIMD8<Float>(repeating: 1e12)
      for segment in segments {
        let (awayX, awayY) = Self.away(from: segment, x, y)
        let square: SIMD8<Float> = awayX * awayX + awayY * awayY
        let isNearer: SIMDMask<SIMD8<Int32>> = square .< nearest
        nearest.replace(with: square, where: isNearer)
        nearestX.replace(with: awayX, where: isNearer)
        nearestY.replace(with: awayY, where: isNearer)
      }
      let distance = (nearest + 1e-12).squareRoot()
      return Lanes.bytes(
        HalfPlaneCoverage.simd(
          inside: Float(width / 2) - distance, across: DiscCoverage.magnitude(nearestX) / distance,
          down: DiscCoverage.magnitude(nearestY) / distance))
    }
  }

  /// The way from a segment's nearest point to each of eight pixels from a column on.
  private static func away(
    from segment: Segment, _ x: Int, _ y: Int
  ) -> (SIMD8<Float>, SIMD8<Float>) {
    let end = Circle(segment.from, radius: 0)
    let (across, down) = (end.columns(x), end.row(y))
    let alongX = Float(segment.to.x - segment.from.x)
    let alongY = Float(segment.to.y - segment.from.y)
    let square = alongX * alongX + alongY * alongY
    if square == 0 { return (across, SIMD8(repeating: down)) }
    var place: SIMD8<Float> = (across * alongX + down * alongY) / square
    place.replace(with: 0, where: place .< 0)
    place.replace(with: 1, where: place .> 1)
    return (across - place * alongX, down - place * alongY)
  }
}
