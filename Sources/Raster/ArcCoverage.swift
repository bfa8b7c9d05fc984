import Graphics

// A stroke along part of a circle is the annulus between its two edges, cut by the radial lines at both ends.
//
// Butt ends: a radial line is the edge of a half plane through the centre. A part of less than half a turn
// lies in both half planes, a larger one in either. Near the centre lines of two ends that almost meet, the
// areas they cut off a pixel add up; where they almost make one line, they are the same area. The sign of the
// cosine between them tells which.
//
// Round ends: past a radial line the stroke goes on as a disc around the end of its middle. Disc and annulus
// have the same tangents where the line crosses them, so a pixel belongs to whichever side its centre is on.
//
// The line across the stroke at an end is a diameter of that disc. So only pixels near the disc have to know of
// the end; all others are the annulus's, or nothing.

/// An arc made ready for its rows.
struct ArcEdges: ~Copyable {
  /// A smaller cap is computed by strips, pixels of radius.
  private static var leastCap: Float { 4 }

  private(set) var annulus: AnnulusEdges
  private var startCap: Circle
  private var endCap: Circle
  private var start: SIMD2<Float>
  private var end: SIMD2<Float>
  private var isLarge: Bool
  private var isAcute: Bool
  private var isRound: Bool
  // Whether neither band nor caps are too curved for one distance to say it all.
  private var isPlain: Bool
  private var capEdge: Float

  /// An arc of nothing.
  init() {
    annulus = AnnulusEdges(Annulus(centre: Point(x: 0, y: 0), innerRadius: 0, outerRadius: 0))
    startCap = annulus.rim
    endCap = annulus.rim
    (start, end) = (SIMD2(0, 0), SIMD2(0, 0))
    (isLarge, isAcute, isRound) = (false, false, false)
    (isPlain, capEdge) = (false, 0)
  }

  /// All of a circle's stroke, or a disc.
  init(_ whole: Annulus) {
    self.init()
    annulus = AnnulusEdges(whole)
  }

  init(_ arc: Arc) {
    annulus = AnnulusEdges(arc.annulus)
    let from = Arc.direction(turns: arc.start)
    let to = Arc.direction(turns: arc.start + arc.sweep)
    start = SIMD2(Float(from.x), Float(from.y))
    end = SIMD2(Float(to.x), Float(to.y))
    startCap = Circle(arc.point(towards: from), radius: arc.width / 2)
    endCap = Circle(arc.point(towards: to), radius: arc.width / 2)
    isLarge = arc.sweep > 0.5
    isAcute = from.x * to.x + from.y * to.y > 0
    isRound = arc.cap == .round
    isPlain = annulus.isPlain && endCap.radius >= Self.leastCap
    capEdge = DiscCoverage.edge(endCap.radius)
  }

  /// The coverage of eight pixels of a row from a column on.
  ///
  /// With round ends a pixel is as far within the arc as within its band, or beyond both radial lines within the
  /// nearer cap: so one distance and one direction say it all.
  @_optimize(speed)
  func coverage(_ x: Int, _ y: Int) -> SIMD8<Float> {
    let down = annulus.rim.row(y)
    if !isRound {
      return annulus.coverage(x, y) * sector(pastStart(x, down), beforeEnd(x, down))
    }
    let behind = Lanes.negative(pastStart(x, down))
    let beyond = Lanes.negative(beforeEnd(x, down))
    let isOutside = isLarge ? behind & beyond : behind | beyond
    if !isPlain {
      return Lanes.select(
        isOutside, Lanes.greater(startCap.coverage(x, y), endCap.coverage(x, y)),
        annulus.coverage(x, y))
    }
    let (fromStart, fromEnd) = (startCap.columns(x), endCap.columns(x))
    let (startDown, endDown) = (startCap.row(y), endCap.row(y))
    let isNearStart = Lanes.negative(
      fromStart * fromStart + startDown * startDown - (fromEnd * fromEnd + endDown * endDown))
    let across = Lanes.select(
      isOutside, Lanes.select(isNearStart, fromStart, fromEnd), annulus.rim.columns(x))
    let downs = Lanes.select(
      isOutside,
      Lanes.select(isNearStart, SIMD8(repeating: startDown), SIMD8(repeating: endDown)),
      SIMD8(repeating: down))
    let distance = DiscCoverage.distance(across, downs)
    let inside = Lanes.select(isOutside, capEdge - distance, annulus.inside(distance))
    return HalfPlaneCoverage.simd(
      inside: inside, distance: distance, across: across, down: downs)
  }

  /// How far eight pixels are past the start's radial line; never −0.
  @inline(__always)
  private func pastStart(_ x: Int, _ down: Float) -> SIMD8<Float> {
    start.x * down - start.y * annulus.rim.columns(x) + 0
  }

  /// How far eight pixels are short of the end's radial line; never −0.
  @inline(__always)
  private func beforeEnd(_ x: Int, _ down: Float) -> SIMD8<Float> {
    end.y * annulus.rim.columns(x) - end.x * down + 0
  }

  /// Adds a row: about both ends pixels may be anything, elsewhere they are the annulus's where the arc goes.
  func append(to row: inout CoverageRow, y: Int) {
    let room = row.room
    let first = startCap.columns(touchedIn: y).clamped(to: room)
    let last = endCap.columns(touchedIn: y).clamped(to: room)
    if !first.isEmpty && !last.isEmpty && !first.overlaps(last) {
      let (left, right) = first.lowerBound < last.lowerBound ? (first, last) : (last, first)
      appendBand(to: &row, room.lowerBound..<left.lowerBound, y)
      row.appendPart(left.lowerBound, left.upperBound)
      appendBand(to: &row, left.upperBound..<right.lowerBound, y)
      row.appendPart(right.lowerBound, right.upperBound)
      appendBand(to: &row, right.upperBound..<room.upperBound, y)
      return
    }
    // One end, or both together, or none.
    let start =
      first.isEmpty
      ? last.lowerBound : last.isEmpty ? first.lowerBound : min(first.lowerBound, last.lowerBound)
    let end =
      first.isEmpty
      ? last.upperBound : last.isEmpty ? first.upperBound : max(first.upperBound, last.upperBound)
    appendBand(to: &row, room.lowerBound..<start, y)
    row.appendPart(start, end)
    appendBand(to: &row, end..<room.upperBound, y)
  }

  /// Adds columns away from both ends: on each side of the hole all of them lie on the arc, or none.
  private func appendBand(to row: inout CoverageRow, _ columns: Range<Int>, _ y: Int) {
    if columns.isEmpty { return }
    let touched = annulus.rim.columns(touchedIn: y).clamped(to: columns)
    if touched.isEmpty { return }
    let empty = annulus.hole.columns(wholeIn: y)
    if empty.isEmpty {
      appendSide(to: &row, touched, y)
    } else {
      appendSide(to: &row, touched.clamped(to: Int.min..<empty.lowerBound), y)
      appendSide(to: &row, touched.clamped(to: empty.upperBound..<Int.max), y)
    }
  }

  private func appendSide(to row: inout CoverageRow, _ columns: Range<Int>, _ y: Int) {
    if columns.isEmpty || !contains(columns.lowerBound, y) { return }
    row.withRoom(columns) { row in annulus.append(to: &row, y: y) }
  }

  /// Whether a pixel's centre lies between the two radial lines.
  private func contains(_ x: Int, _ y: Int) -> Bool {
    let across = Float(x) + 0.5 - annulus.rim.centreX
    let down = annulus.rim.row(y)
    let isPast = start.x * down - start.y * across >= 0
    let isBefore = end.y * across - end.x * down >= 0
    return isLarge ? isPast || isBefore : isPast && isBefore
  }

  /// The part of pixels between the two radial lines.
  private func sector(
    _ pastStart: SIMD8<Float>, _ beforeEnd: SIMD8<Float>
  ) -> SIMD8<Float> {
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
