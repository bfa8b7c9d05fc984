import Graphics
import RasterKernels

// Curves are approximated by pieces: parabolas where both sides are steep, otherwise chords. Sharp
// turns are followed chord by chord. A filled curve is a line without width: its left side.

extension StrokeOutline {
  /// Adds a curve, which starts at the current point.
  @_optimize(speed)
  mutating func cubic(_ curve: Cubic) {
    hasSteps = true
    let line = CurveLine(
      half: isFill ? 0 : half, leastTurn: isFill ? -2 : leastTurn, takesBends: edges.takesBends)
    let chords = curve.chords(reach: Double(line.half))
    guard let pieces = CurvePieces(curve, chords, line) else {
      return follow(curve, chords, from: 0, to: chords.count)
    }
    // Whether both sides have reached the start of the piece.
    var isThere = isFill
    pieces.forEach { piece, range, leadsToCurve in
      let sides = piece.isBent ? nil : pieces.sides(of: piece)
      if let sides, !sides.isSmooth {
        follow(curve, chords, from: range.lowerBound, to: range.upperBound)
        isThere = false
        return
      }
      if !isThere { beginPiece(Vector(piece.firstNormal)) }
      isThere = true
      let end = range.upperBound == chords.count ? curve.end : curve.start + Vector(piece.end)
      if let sides {
        // An element of a span is read where it is; for one of an array, the whole array is copied.
        let (left, right) = (sides.left.span, sides.right.span)
        for corner in 0..<range.count - (leadsToCurve ? 1 : 0) {
          append(left[corner], right[corner], from: curve.start)
        }
      }
      if leadsToCurve && isFill {
        edges.line(to: end, bend: piece.leftBend)
      } else if leadsToCurve {
        append(piece.left, piece.right, from: curve.start, piece.leftBend, piece.rightBend)
      }
      (current, normal) = (end, Vector(piece.normal))
    }
  }

  /// Adds a point to each side, relative to the start of a curve.
  @inline(__always)
  private mutating func append(
    _ left: SIMD2<Float>, _ right: SIMD2<Float>, from start: Vector, _ leftBend: Float = 0,
    _ rightBend: Float = 0
  ) {
    edges.line(to: start + Vector(left), bend: leftBend)
    if !isFill { back.append(BackPoint(point: start + Vector(right), bend: rightBend)) }
  }

  /// Follows some chords of a curve one by one, because it may turn sharply.
  @inline(never)
  private mutating func follow(_ curve: Cubic, _ chords: Chords, from begin: Int, to end: Int) {
    let corners = curve.corners(chords.length)
    if isFill {
      for index in begin + 1..<end { edges.line(to: corners.point(chords.end(index))) }
      return edges.line(to: curve.end)
    }
    var (before, first) = (chords.end(begin), curve.normal(chords.end(begin)))
    for index in begin + 1...end {
      let t = chords.end(index)
      let last = curve.normal(t)
      let turn = first.dot(last)
      if turn < leastTurn && first != Vector() && last != Vector() {
        goSharply(along: curve, from: before, t - before, first, last)
      } else if index == end {
        go(
          to: index == chords.count ? curve.end : curve.point(t), isCorner: false, first, last, turn
        )
      } else {
        go(to: corners.point(t), isCorner: true, first, last, turn)
      }
      (before, first) = (t, last)
    }
  }

  /// Follows a part of a curve that turns too much for one chord, by up to 16 chords.
  private mutating func goSharply(
    along curve: Cubic, from start: Double, _ length: Double, _ first: Vector, _ last: Vector
  ) {
    let turn = 1 - first.dot(last)
    let count = min(16, (turn / (1 - leastTurn)).squareRoot().ceiling)
    let corners = curve.corners(length / Double(count))
    var before = first
    for index in 1...count {
      let t = start + length * Double(index) / Double(count)
      let normal = index == count ? last : curve.normal(t)
      let isCorner = t <= 0.9999
      go(
        to: isCorner ? corners.point(t) : curve.end, isCorner: isCorner, before, normal,
        before.dot(normal))
      before = normal
    }
  }

  /// Adds a chord.
  ///
  /// - Parameters:
  ///   - isCorner: whether the chord ends at a corner beside the curve, not on the curve.
  ///   - first: the curve's normal at the start; 0 where the curve has no direction.
  ///   - last: the curve's normal at the end.
  ///   - turn: the cosine of the curve's turn along the chord.
  @inline(never) @_optimize(speed)
  private mutating func go(
    to point: Vector, isCorner: Bool, _ first: Vector, _ last: Vector, _ turn: Double
  ) {
    let way = point - current
    if isSmooth(way, first, last, turn) {
      let side = isCorner ? half * (1 + (1 - turn) * (1 / 6)) : half
      go(to: point, from: first, to: last, side: side)
    } else if let normal = way.leftNormal {
      go(to: point, from: normal, to: normal, side: half)
    }
  }

  /// Whether the curve turns little along a chord, and both sides run forward.
  @inline(__always)
  private func isSmooth(_ way: Vector, _ first: Vector, _ last: Vector, _ turn: Double) -> Bool {
    turn >= leastTurn && abs(way.dot(last - first)) * half < way.squaredLength
  }
}
