import Graphics
import RasterKernels

extension ArcEdges {
  @inline(__always)
  init(_ arc: Arc, _ directions: borrowing DirectionCache) {
    let from = directions.direction(turns: arc.start)
    // A sweep of zero in Float would make both lines one, and include the opposite side of the
    // center.
    let to = directions.direction(turns: arc.start + max(arc.sweep, 1e-6))
    self.init(
      AnnulusEdges(arc.annulus),
      startCap: Circle(arc.point(towards: from), radius: arc.width / 2),
      endCap: Circle(arc.point(towards: to), radius: arc.width / 2),
      start: SIMD2(Float(from.x), Float(from.y)), end: SIMD2(Float(to.x), Float(to.y)),
      isLarge: arc.sweep > 0.5, isRound: arc.cap == .round)
  }

  /// Creates a full ring or a disc, as an arc without ends.
  init(_ whole: Annulus) {
    let annulus = AnnulusEdges(whole)
    let rim = annulus.rim
    self.init(
      annulus, startCap: rim, endCap: rim, start: SIMD2(0, 0), end: SIMD2(0, 0),
      isLarge: false, isRound: false)
  }

  /// The additional distance at which a butt end may show, pixels. A thin line may cut one corner
  /// of a pixel, and its end the opposite one. They are perpendicular, so the end itself is at most
  /// half a diagonal away.
  static var buttReach: Float { 0.3 }

  /// The distance from an end's cap within which its radial line may show, pixels. The cap's
  /// diameter is that line. Through a small hole, both lines may also cut the pixels at the center.
  var endReach: Float {
    // If the hole contains no empty pixel, the ends must be near.
    if isRound { return Circle.cornerReach }
    let hole = annulus.hole.radius
    return Circle.cornerReach + (hole < 2.5 ? hole + 1.5 : Self.buttReach)
  }

  /// Whether pixels away from the caps belong entirely to the annulus or are empty, as far as Float
  /// determines the side of a line.
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
