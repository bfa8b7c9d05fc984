import Graphics
import Kernels

/// Strokes along straight lines with round ends, made ready for their rows: one area, blended once where they cross.
struct StrokeEdges: BitwiseCopyable {
  let first: Int
  let end: Int
  let halfWidth: Float

  /// The coverage of eight pixels of a row from a column on.
  @_optimize(speed)
  func coverage(_ segments: [Segment], _ x: Float, _ y: Float) -> SIMD8<Float> {
    var nearestX = SIMD8<Float>(repeating: 1e6)
    var nearestY = SIMD8<Float>(repeating: 0)
    var nearest = SIMD8<Float>(repeating: 1e12)
    for index in first..<end {
      let (awayX, awayY) = Self.away(from: segments[index], x, y)
      let square: SIMD8<Float> = awayX * awayX + awayY * awayY
      let isNearer = Lanes.negative(square - nearest)
      nearest = Lanes.select(isNearer, square, nearest)
      nearestX = Lanes.select(isNearer, awayX, nearestX)
      nearestY = Lanes.select(isNearer, awayY, nearestY)
    }
    let distance: SIMD8<Float> = Lanes.squareRoot(nearest + 1e-12)
    return HalfPlaneCoverage.simd(
      inside: halfWidth - distance, distance: distance, across: nearestX, down: nearestY)
  }

  /// The way from a segment's nearest point to each of eight pixels from a column on.
  private static func away(
    from segment: Segment, _ x: Float, _ y: Float
  ) -> (SIMD8<Float>, SIMD8<Float>) {
    let across = Lanes.middles(x) - Float(segment.from.x)
    let down = y + 0.5 - Float(segment.from.y)
    let alongX = Float(segment.to.x - segment.from.x)
    let alongY = Float(segment.to.y - segment.from.y)
    let square = alongX * alongX + alongY * alongY
    if square == 0 { return (across, SIMD8(repeating: down)) }
    var place: SIMD8<Float> = (across * alongX + down * alongY) / square
    place = Lanes.lesser(Lanes.positive(place), SIMD8(repeating: 1))
    return (across - place * alongX, down - place * alongY)
  }
}
