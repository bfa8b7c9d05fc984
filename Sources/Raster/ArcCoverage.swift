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

/// An arc made ready for its rows.
struct ArcEdges {
  private let rim: Circle
  private let hole: Circle
  private let startCap: Circle
  private let endCap: Circle
  private let start: SIMD2<Float>
  private let end: SIMD2<Float>
  private let isLarge: Bool
  private let isAcute: Bool
  private let cap: Arc.Cap

  init(_ arc: Arc) {
    let annulus = arc.annulus
    rim = Circle(arc.centre, radius: annulus.outerRadius)
    hole = Circle(arc.centre, radius: max(annulus.innerRadius, 0))
    let from = Arc.direction(turns: arc.start)
    let to = Arc.direction(turns: arc.start + arc.sweep)
    start = SIMD2(Float(from.x), Float(from.y))
    end = SIMD2(Float(to.x), Float(to.y))
    startCap = Circle(arc.point(at: 0), radius: arc.width / 2)
    endCap = Circle(arc.point(at: arc.sweep), radius: arc.width / 2)
    isLarge = arc.sweep > 0.5
    isAcute = from.x * to.x + from.y * to.y > 0
    cap = arc.cap
  }

  /// Adds a row.
  func append(to row: inout CoverageRow, y: Int) {
    row.forEachSide(of: rim, around: hole, y: y) { row, columns in
      row.append(columns) { Lanes.bytes(coverage($0, y)) }
    }
  }

  /// The coverage of eight pixels of a row from a column on.
  private func coverage(_ x: Int, _ y: Int) -> SIMD8<Float> {
    let across = rim.columns(x)
    let down = rim.row(y)
    // How far the pixels are past the start, and short of the end, from the radial lines.
    let pastStart: SIMD8<Float> = start.x * down - start.y * across
    let beforeEnd: SIMD8<Float> = end.y * across - end.x * down
    let band = rim.coverage(x, y) - hole.coverage(x, y)
    switch cap {
    case .butt: return band * sector(pastStart, beforeEnd)
    case .round:
      let isPast: SIMDMask<SIMD8<Int32>> = pastStart .>= 0
      let isBefore: SIMDMask<SIMD8<Int32>> = beforeEnd .>= 0
      let isWithin = isLarge ? isPast .| isBefore : isPast .& isBefore
      let first = startCap.coverage(x, y)
      let last = endCap.coverage(x, y)
      let caps = first.replacing(with: last, where: last .> first)
      return caps.replacing(with: band, where: isWithin)
    }
  }

  /// The part of pixels between the two radial lines.
  private func sector(
    _ pastStart: SIMD8<Float>, _ beforeEnd: SIMD8<Float>
  ) -> SIMD8<Float> {
    let first = HalfPlaneCoverage.simd(
      inside: pastStart, across: SIMD8(repeating: abs(start.y)),
      down: SIMD8(repeating: abs(start.x)))
    let last = HalfPlaneCoverage.simd(
      inside: beforeEnd, across: SIMD8(repeating: abs(end.y)), down: SIMD8(repeating: abs(end.x)))
    switch (isLarge, isAcute) {
    case (true, true):
      let sum = first + last
      return sum.replacing(with: 1, where: sum .> 1)
    case (true, false): return first.replacing(with: last, where: last .> first)
    case (false, true):
      let sum: SIMD8<Float> = first + last - 1
      return sum.replacing(with: 0, where: sum .< 0)
    case (false, false): return first.replacing(with: last, where: last .< first)
    }
  }
}
