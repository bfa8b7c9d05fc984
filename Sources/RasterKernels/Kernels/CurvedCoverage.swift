// This file is compiled twice, as `SpanKernels.swift` is.
#if AVX2
  public import RasterKernels
#endif

// A stroke along part of a circle is the annulus between its two edges, cut by the radial lines at
// both ends.
//
// Butt ends: a radial line is the edge of a half plane through the center. A part of less than half
// a turn lies in both half planes, a larger one in either. Near the center lines of two ends that
// almost meet, the areas they cut off a pixel add up; where they almost make one line, they are the
// same area. The sign of the cosine between them tells which.
//
// Round ends: past a radial line the stroke goes on as a disc around the end of its middle. Disc
// and annulus have the same tangents where the line crosses them, so a pixel belongs to whichever
// side its center is on. Where the disc is small it bends away from the tangent within a pixel:
// there both are mixed.
//
// The line across the stroke at an end is a diameter of that disc. So only pixels near the disc
// have to know of the end; all others are the annulus's, or nothing.

extension SpanKernels {
  /// Covers an arc or an annulus that is not plain, or has butt ends.
  ///
  /// - Parameters:
  ///   - ends: what of its ends shows; nil for an annulus, which has none.
  ///   - reach: how far from the discs at its ends pixels may be anything but the annulus's or
  ///     nothing, in columns and in rows; infinite for all.
  @export(interface) @inline(never) @_optimize(speed)
  public static func coverCurved(
    _ batch: inout SpanBatch, _ arc: borrowing ArcEdges, _ ends: ArcEdges.VisibleCaps?,
    reach: SIMD2<Float>,
    within bounds: SpanBounds
  ) {
    let annulus = arc.annulus.lanes
    batch.cover(within: bounds) { x, y in
      guard let ends else { return CurvedCoverage.annulus(arc.annulus, x, y) }
      let isNear =
        arc.endCap.isNear(x, y, within: reach)
        || ends == .both && arc.startCap.isNear(x, y, within: reach)
      if isNear { return CurvedCoverage.arc(arc, x, y, ends) }
      let isOutside = CurvedCoverage.isOutside(arc, x, y, ends)
      return Lanes.select(isOutside, SIMD8(repeating: 0), annulus.cuts(x, y).coverage)
    }
  }
}

/// The line from the center through an end, in lanes, which a loop keeps in registers.
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

  /// How much of what the cap takes from the band it takes from pixels about it.
  ///
  /// Where the line leaves a part p of a pixel outside, the cap is beside the band there by a third
  /// of p³ over its diameter, as far as a circle is a parabola. In all of the pixel it would be
  /// beside it by that of p and that of 1 − p. On the center's other side, where no end is, pixels
  /// are all outside or not at all.
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

/// How much of eight pixels of a row is covered, where one line in each pixel does not say it all.
/// Not methods of what covers them: those would be another module's.
enum CurvedCoverage {
  /// A disc, with its center as the origin: `DiscCoverage.scalar` for eight pixels.
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

  /// The same for one whose edge is too curved to be a line.
  @inline(__always)
  static func smallDisc(x: SIMD8<Float>, y: Float, radius: Float) -> SIMD8<Float> {
    if abs(y) >= radius + 1 { return SIMD8(repeating: 0) }
    let chords = HalfChords(y: y, radius: radius)
    let places = Lanes.array(x)
    // Chosen lane by lane: what is written number by number and read as a whole would be waited
    // for.
    var parts = SIMD8<Float>(repeating: 0)
    var reached = Lanes.laneBits(of: SIMD8(repeating: radius + 0.5), above: Lanes.magnitude(x))
    while reached != 0 {
      let lane = reached.trailingZeroBitCount
      parts = Lanes.replaced(parts, lane, chords.coverage(places[lane]))
      reached &= reached &- 1
    }
    return parts
  }

  /// A disc; from a column on.
  @inline(__always)
  private static func disc(_ circle: Circle, _ x: Float, _ y: Float) -> SIMD8<Float> {
    disc(
      x: Lanes.pixelCenters(from: x) - circle.centerX, y: y - circle.centerY, radius: circle.radius)
  }

  /// An annulus, from a column on.
  @inline(never)
  static func annulus(
    _ annulus: borrowing AnnulusEdges, _ x: Float, _ y: Float
  ) -> SIMD8<Float> {
    annulus.isPlain
      ? annulus.lanes.cuts(x, y).coverage : disc(annulus.rim, x, y) - disc(annulus.hole, x, y)
  }

  /// An arc that is not plain or has butt ends, from a column on.
  ///
  /// - Parameter ends: of what `reach` tells; without the start the same is given where none of it
  ///   shows.
  @_optimize(speed) @inline(never)
  static func arc(
    _ arc: borrowing ArcEdges, _ x: Float, _ y: Float, _ ends: ArcEdges.VisibleCaps
  ) -> SIMD8<Float> {
    let across = Lanes.pixelCenters(from: x) - arc.annulus.rim.centerX
    let down = y - arc.annulus.rim.centerY
    let (past, before) = (arc.pastStart(across, down), arc.beforeEnd(across, down))
    if !arc.isRound { return annulus(arc.annulus, x, y) * sector(arc, past, before) }
    let rows = SIMD8<Float>(repeating: down)
    var outside = RadialLine(arc.end).share(before, across, rows)
    var caps = disc(arc.endCap, x, y)
    if ends == .both {
      let behind = RadialLine(arc.start).share(past, across, rows)
      outside = arc.isLarge ? Lanes.min(behind, outside) : Lanes.max(behind, outside)
      caps = Lanes.max(disc(arc.startCap, x, y), caps)
    }
    let band = annulus(arc.annulus, x, y)
    return band + (caps - band) * outside
  }

  /// Which pixels lie beyond an arc's radial lines.
  @inline(__always)
  static func isOutside(
    _ arc: borrowing ArcEdges, _ x: Float, _ y: Float, _ ends: ArcEdges.VisibleCaps
  ) -> Mask {
    let across = Lanes.pixelCenters(from: x) - arc.annulus.rim.centerX
    let down = y - arc.annulus.rim.centerY
    let beyond = Lanes.signMask(arc.beforeEnd(across, down))
    if ends == .end { return beyond }
    let behind = Lanes.signMask(arc.pastStart(across, down))
    return arc.isLarge ? behind & beyond : behind | beyond
  }

  /// The part of pixels between the two radial lines.
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

/// Half the lengths of a small circle's chords along the middles of a pixel row's strips.
struct HalfChords {
  // Eight strips in each, from top to bottom.
  private let first: SIMD8<Float>
  private let second: SIMD8<Float>
  private let third: SIMD8<Float>
  private let fourth: SIMD8<Float>

  /// - Parameter y: from the circle's center to the row's middle.
  @inline(__always)
  init(y: Float, radius: Float) {
    let middles = (SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7) + 0.5) / 32 - 0.5
    @inline(__always) func lengths(_ y: Float) -> SIMD8<Float> {
      let height: SIMD8<Float> = middles + y
      let square: SIMD8<Float> = radius * radius - height * height
      // An extent below nothing is less than any pixel's, so that it adds nothing.
      return Lanes.select(
        Lanes.isNegative(square), SIMD8(repeating: -1),
        Lanes.squareRoot(Lanes.clampedToZero(square)))
    }
    (first, second) = (lengths(y), lengths(y + 0.25))
    (third, fourth) = (lengths(y + 0.5), lengths(y + 0.75))
  }

  /// The part of the pixel at x from the center that lies between the ends of the chords.
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
