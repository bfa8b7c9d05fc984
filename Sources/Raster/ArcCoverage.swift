import Graphics
import Kernels

// A stroke along part of a circle is the annulus between its two edges, cut by the radial lines at both ends.
//
// Butt ends: a radial line is the edge of a half plane through the centre. A part of less than half a turn
// lies in both half planes, a larger one in either. Near the centre lines of two ends that almost meet, the
// areas they cut off a pixel add up; where they almost make one line, they are the same area. The sign of the
// cosine between them tells which.
//
// Round ends: past a radial line the stroke goes on as a disc around the end of its middle. Disc and annulus
// have the same tangents where the line crosses them, so a pixel belongs to whichever side its centre is on. Where the
// disc is small it bends away from the tangent within a pixel: there both are mixed.
//
// The line across the stroke at an end is a diameter of that disc. So only pixels near the disc have to know of
// the end; all others are the annulus's, or nothing.

extension ArcEdges {
  init(_ arc: Arc) {
    let from = Arc.direction(turns: arc.start)
    // Two lines in one, as single numbers have them, would have what is on the centre's other side between them.
    let to = Arc.direction(turns: arc.start + max(arc.sweep, 1e-6))
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

  /// The coverage of eight pixels of a row from a column on, of an arc that is not plain or has butt ends.
  ///
  /// - Parameter isEnd: whether no pixel that is drawn is near the start, as `reach` tells: then this gives the same without it.
  @_optimize(speed) @inline(never)
  func coverage(_ x: Float, _ y: Float, isEnd: Bool) -> SIMD8<Float> {
    let across = Lanes.middles(x) - annulus.rim.centreX
    let down = y + 0.5 - annulus.rim.centreY
    let (past, before) = (pastStart(across, down), beforeEnd(across, down))
    if !isRound { return annulus.coverage(x, y) * sector(past, before) }
    var outside = share(before, end, across, down)
    var caps = endCap.coverage(x, y)
    if !isEnd {
      let behind = share(past, start, across, down)
      outside = isLarge ? Lanes.lesser(behind, outside) : Lanes.greater(behind, outside)
      caps = Lanes.greater(startCap.coverage(x, y), caps)
    }
    let band = annulus.coverage(x, y)
    return band + (caps - band) * outside
  }

  /// How much of what the cap takes from the band it takes from pixels about a radial line.
  ///
  /// Where the line leaves a part p of a pixel outside, the cap is beside the band there by a third of p³ over its
  /// diameter, as far as a circle is a parabola. In all of the pixel it would be beside it by that of p and that of 1 − p.
  /// On the centre's other side, where no end is, pixels are all outside or not at all.
  @inline(__always)
  private func share(
    _ inside: SIMD8<Float>, _ line: SIMD2<Float>, _ across: SIMD8<Float>, _ down: Float
  ) -> SIMD8<Float> {
    let along = Lanes.bits(across * line.x + line.y * down)
    let part: SIMD8<Float> = 1 - HalfPlaneCoverage.simd(inside: inside, normal: line)
    let rest: SIMD8<Float> = 1 - part
    let cube: SIMD8<Float> = part * part * part
    let whole = Lanes.select(
      Lanes.bits(inside), SIMD8(repeating: 1), SIMD8(repeating: 0))
    return Lanes.select(along, whole, cube / (cube + rest * rest * rest))
  }

  /// How much farther than other edges a butt end shows, pixels: a thin line may cut one corner of a pixel, and its end the
  /// opposite one. Both are at right angles, so the end itself is no more than half a diagonal off in either direction.
  static var buttReach: Float { 0.3 }

  /// How far from the disc at an end, whose diameter it is, a radial line may show in pixels: through a small hole, too, where both
  /// lines cut the pixels about the centre.
  var endReach: Float {
    if isRound { return Circle.reach }
    let hole = annulus.hole.radius
    return Circle.reach + (hole < 2.5 ? hole + 1.5 : Self.buttReach)
  }

  /// Whether a pixel's centre lies between the two radial lines.
  @inline(__always)
  func contains(_ x: Int, _ y: Int) -> Bool {
    let across = Float(x) + 0.5 - annulus.rim.centreX
    let down = annulus.rim.row(y)
    let isPast = start.x * down - start.y * across >= 0
    let isBefore = end.y * across - end.x * down >= 0
    return isLarge ? isPast || isBefore : isPast && isBefore
  }

  /// The part of pixels between the two radial lines.
  private func sector(_ pastStart: SIMD8<Float>, _ beforeEnd: SIMD8<Float>) -> SIMD8<Float> {
    let first = HalfPlaneCoverage.simd(inside: pastStart, normal: start)
    let last = HalfPlaneCoverage.simd(inside: beforeEnd, normal: end)
    switch (isLarge, isAcute) {
    case (true, true): return Lanes.lesser(first + last, SIMD8(repeating: 1))
    case (true, false): return Lanes.greater(first, last)
    case (false, true): return Lanes.positive(first + last - 1)
    case (false, false): return Lanes.lesser(first, last)
    }
  }
}
