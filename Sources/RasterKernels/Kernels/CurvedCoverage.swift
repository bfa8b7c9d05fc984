// This file is compiled twice, as `SpanKernels.swift` is.
#if AVX2
  public import RasterKernels
#endif

// A stroke along part of a circle is an annulus, cut by the radial lines at both ends.
//
// Butt ends: a radial line is the edge of a half-plane through the center. An arc of less than half
// a turn is the intersection of both half-planes, a larger one their union. Near the center the two
// lines of an almost closed arc each cut an area off a pixel, and these areas add up. If the lines
// almost form one straight line, they cut off the same area. The sign of the cosine of the angle
// between them tells both cases apart.
//
// Round ends: beyond a radial line the stroke continues as a disc centered on the end of its
// midline. Disc and annulus have the same tangents where the line crosses them, so the side on
// which a pixel's center lies decides. A small disc bends away from the tangent within one pixel:
// there both coverages are mixed.
//
// The radial line across the stroke is a diameter of that disc. So only pixels near the disc need
// the cap's formula; all others belong to the annulus or lie outside the arc.

extension SpanKernels {
  /// Covers an arc or an annulus that is not plain, or an arc with butt ends.
  ///
  /// - Parameters:
  ///   - isArc: whether it is an arc; an annulus has no ends.
  ///   - reach: the distance in columns and in rows from the end caps beyond which a pixel belongs
  ///     to the annulus or lies outside the arc; infinite if the cap's formula is needed
  ///     everywhere.
  @export(interface) @inline(never) @_optimize(speed)
  public static func coverCurved(
    _ batch: inout SpanBatch, _ arc: borrowing ArcEdges, isArc: Bool, reach: SIMD2<Float>,
    within bounds: SpanBounds
  ) {
    let annulus = arc.annulus.lanes
    batch.cover(within: bounds) { x, y in
      if !isArc { return CurvedCoverage.annulus(arc.annulus, x, y) }
      if arc.endCap.isNear(x, y, within: reach) || arc.startCap.isNear(x, y, within: reach) {
        return CurvedCoverage.arc(arc, x, y)
      }
      let isOutside = CurvedCoverage.isOutside(arc, x, y)
      return Lanes.select(isOutside, SIMD8(repeating: 0), annulus.cuts(x, y).coverage)
    }
  }
}

/// The radial line through an end, in lanes, which a loop keeps in registers.
private struct RadialLine: BitwiseCopyable {
  private let cosine: SIMD8<Float>
  private let sine: SIMD8<Float>
  private let edge: HalfPlane

  /// - Parameter direction: a unit vector.
  @inline(__always)
  init(_ direction: SIMD2<Float>) {
    (cosine, sine) = (SIMD8(repeating: direction.x), SIMD8(repeating: direction.y))
    edge = HalfPlane(normal: direction)
  }

  /// The weight of the cap in pixels near the line; the rest is that of the annulus.
  ///
  /// Approximate the circle by a parabola. If the line leaves a part p of a pixel outside, the cap
  /// deviates from the annulus there by p³ / (3 · diameter). For the whole pixel, the
  /// parts p and 1 − p contribute. On the center's other side, where no end is, a pixel is entirely
  /// outside or inside.
  @inline(__always)
  func share(
    _ inside: SIMD8<Float>, _ across: SIMD8<Float>, _ down: SIMD8<Float>
  ) -> SIMD8<Float> {
    let along = Lanes.signMask(across * cosine + sine * down)
    let part: SIMD8<Float> = 1 - edge.cuts(inside).coverage
    let rest: SIMD8<Float> = 1 - part
    let cube: SIMD8<Float> = part * part * part
    let whole = Lanes.select(
      Lanes.signMask(inside), SIMD8(repeating: 1), SIMD8(repeating: 0))
    return Lanes.select(along, whole, cube / (cube + rest * rest * rest))
  }
}

/// Coverage of eight pixels of a row, where one straight edge in each pixel is not accurate enough.
/// These are no methods of the shapes, because those belong to another module.
enum CurvedCoverage {
  /// Coverage of a disc centered on the origin, as `DiscCoverage` describes it.
  @_optimize(size) @inline(never)
  static func disc(x: SIMD8<Float>, y: Float, radius: Float) -> SIMD8<Float> {
    if radius <= 0 || abs(y) >= radius + 1 { return SIMD8(repeating: 0) }
    if radius < DiscCoverage.smallRadius { return smallDisc(x: x, y: y, radius: radius) }
    let down = DiscCoverage.heights(SIMD8(repeating: y))
    let distance = DiscCoverage.distance(x, down)
    return HalfPlaneTerms(
      inside: DiscCoverage.edge(radius) - distance, distance: distance, across: x, down: down
    ).coverage
  }

  /// Coverage of a disc with a radius below `DiscCoverage.smallRadius`, by exact strips.
  @inline(__always)
  static func smallDisc(x: SIMD8<Float>, y: Float, radius: Float) -> SIMD8<Float> {
    if abs(y) >= radius + 1 { return SIMD8(repeating: 0) }
    let chords = HalfChords(y: y, radius: radius)
    let places = Lanes.array(x)
    // Lanes are replaced in a register: a vector load after scalar stores would stall.
    var parts = SIMD8<Float>(repeating: 0)
    var reached = Lanes.laneBits(of: SIMD8(repeating: radius + 0.5), above: Lanes.magnitude(x))
    while reached != 0 {
      let lane = reached.trailingZeroBitCount
      parts = Lanes.replaced(parts, lane, chords.coverage(places[lane]))
      reached &= reached &- 1
    }
    return parts
  }

  /// Coverage of a disc for eight pixels from column `x`.
  @inline(__always)
  private static func disc(_ circle: Circle, _ x: Float, _ y: Float) -> SIMD8<Float> {
    disc(
      x: Lanes.pixelCenters(from: x) - circle.centerX, y: y - circle.centerY, radius: circle.radius)
  }

  /// Coverage of an annulus for eight pixels from column `x`.
  @inline(never)
  static func annulus(
    _ annulus: borrowing AnnulusEdges, _ x: Float, _ y: Float
  ) -> SIMD8<Float> {
    annulus.isPlain
      ? annulus.lanes.cuts(x, y).coverage : disc(annulus.rim, x, y) - disc(annulus.hole, x, y)
  }

  /// Coverage of an arc that is not plain or has butt ends, for eight pixels from column `x`.
  @_optimize(speed) @inline(never)
  static func arc(_ arc: borrowing ArcEdges, _ x: Float, _ y: Float) -> SIMD8<Float> {
    let across = Lanes.pixelCenters(from: x) - arc.annulus.rim.centerX
    let down = y - arc.annulus.rim.centerY
    let (past, before) = (arc.pastStart(across, down), arc.beforeEnd(across, down))
    if !arc.isRound { return annulus(arc.annulus, x, y) * sector(arc, past, before) }
    let rows = SIMD8<Float>(repeating: down)
    let beyond = RadialLine(arc.end).share(before, across, rows)
    let behind = RadialLine(arc.start).share(past, across, rows)
    let outside = arc.isLarge ? Lanes.min(behind, beyond) : Lanes.max(behind, beyond)
    let caps = Lanes.max(disc(arc.startCap, x, y), disc(arc.endCap, x, y))
    let band = annulus(arc.annulus, x, y)
    return band + (caps - band) * outside
  }

  /// The pixels beyond the arc's radial lines.
  @inline(__always)
  static func isOutside(_ arc: borrowing ArcEdges, _ x: Float, _ y: Float) -> Mask {
    let across = Lanes.pixelCenters(from: x) - arc.annulus.rim.centerX
    let down = y - arc.annulus.rim.centerY
    let beyond = Lanes.signMask(arc.beforeEnd(across, down))
    let behind = Lanes.signMask(arc.pastStart(across, down))
    return arc.isLarge ? behind & beyond : behind | beyond
  }

  /// The part of each pixel in the sector between the two radial lines.
  private static func sector(
    _ arc: borrowing ArcEdges, _ pastStart: SIMD8<Float>, _ beforeEnd: SIMD8<Float>
  ) -> SIMD8<Float> {
    let first = HalfPlaneCoverage.simd(inside: pastStart, normal: arc.start)
    let last = HalfPlaneCoverage.simd(inside: beforeEnd, normal: arc.end)
    switch (arc.isLarge, arc.isAcute) {
    case (true, true): return Lanes.min(first + last, SIMD8(repeating: 1))
    case (true, false): return Lanes.max(first, last)
    case (false, true): return Lanes.clampedToZero(first + last - 1)
    case (false, false): return Lanes.min(first, last)
    }
  }
}

/// Half the lengths of a small circle's chords, along the midlines of 32 strips of a pixel row.
struct HalfChords {
  // Eight strips in each, from top to bottom.
  private let first: SIMD8<Float>
  private let second: SIMD8<Float>
  private let third: SIMD8<Float>
  private let fourth: SIMD8<Float>

  /// - Parameter y: the offset from the circle's center to the row's center, pixels.
  @inline(__always)
  init(y: Float, radius: Float) {
    let middles = (SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7) + 0.5) / 32 - 0.5
    @inline(__always) func lengths(_ y: Float) -> SIMD8<Float> {
      let height: SIMD8<Float> = middles + y
      let square: SIMD8<Float> = radius * radius - height * height
      // A negative half-chord is less than any pixel's offset, so it adds no coverage.
      return Lanes.select(
        Lanes.isNegative(square), SIMD8(repeating: -1),
        Lanes.squareRoot(Lanes.clampedToZero(square)))
    }
    (first, second) = (lengths(y), lengths(y + 0.25))
    (third, fourth) = (lengths(y + 0.5), lengths(y + 0.75))
  }

  /// The coverage of a pixel whose center is `x` right of the circle's center.
  @inline(__always)
  func coverage(_ x: Float) -> Float {
    let right = SIMD8<Float>(repeating: x + 0.5)
    let left = SIMD8<Float>(repeating: x - 0.5)
    @inline(__always) func part(_ half: SIMD8<Float>) -> SIMD8<Float> {
      Lanes.clampedToZero(Lanes.min(half, right) - Lanes.max(0 - half, left))
    }
    let eight = part(first) + part(second) + part(third) + part(fourth)
    let four = eight.lowHalf + eight.highHalf
    let two = four.lowHalf + four.highHalf
    return (two.x + two.y) / 32
  }
}
