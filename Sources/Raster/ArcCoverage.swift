import Graphics
import RasterKernels

extension ArcEdges {
  @inline(__always)
  init(_ arc: Arc, _ directions: borrowing DirectionCache) {
    let from = directions.direction(turns: arc.start)
    // Two lines in one, as single numbers have them, would have what is on the center's other side
    // between them.
    let to = directions.direction(turns: arc.start + max(arc.sweep, 1e-6))
    self.init(
      AnnulusEdges(arc.annulus),
      startCap: Circle(arc.point(towards: from), radius: arc.width / 2),
      endCap: Circle(arc.point(towards: to), radius: arc.width / 2),
      start: SIMD2(Float(from.x), Float(from.y)), end: SIMD2(Float(to.x), Float(to.y)),
      isLarge: arc.sweep > 0.5, isRound: arc.cap == .round)
  }

  /// All of a circle's stroke, or a disc.
  init(_ whole: Annulus) {
    let annulus = AnnulusEdges(whole)
    let rim = annulus.rim
    self.init(
      annulus, startCap: rim, endCap: rim, start: SIMD2(0, 0), end: SIMD2(0, 0),
      isLarge: false, isRound: false)
  }

  /// How much farther than other edges a butt end shows, pixels: a thin line may cut one corner of
  /// a pixel, and its end the opposite one. Both are at right angles, so the end itself is no more
  /// than half a diagonal off in either direction.
  static var buttReach: Float { 0.3 }

  /// How far from the disc at an end, whose diameter it is, a radial line may show in pixels:
  /// through a small hole, too, where both lines cut the pixels about the center.
  var endReach: Float {
    // Where a hole has no empty middle any more, an end has to be near.
    if isRound { return Circle.cornerReach }
    let hole = annulus.hole.radius
    return Circle.cornerReach + (hole < 2.5 ? hole + 1.5 : Self.buttReach)
  }

  /// Whether pixels beside the discs at its ends are the annulus's or nothing, as far as single
  /// numbers tell on which side of a line a pixel is.
  @inline(__always)
  var isAnnulusBesideEnds: Bool { isRound && annulus.isPlain && annulus.rim.radius < 1e5 }

  /// Whether a pixel's center lies between the two radial lines.
  @inline(__always)
  func contains(_ x: Int, _ y: Int) -> Bool {
    let across = Float(x) + 0.5 - annulus.rim.centerX
    let down = annulus.rim.row(y)
    let isPast = start.x * down - start.y * across >= 0
    let isBefore = end.y * across - end.x * down >= 0
    return isLarge ? isPast || isBefore : isPast && isBefore
  }
}
