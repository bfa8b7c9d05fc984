import Graphics
import Kernels

// Curves are followed by pieces: parabolas where both sides are steep, otherwise chords. Where those turn sharply they are
// looked at one by one.

extension StrokeOutline {
  @_optimize(speed)
  mutating func cubic(_ start: CurveStart, _ pieces: borrowing CurveTable) {
    hasSteps = true
    isWithinCurve = false
    let (curve, chords) = (start.curve, start.chords)
    guard var piece = start.piece else {
      return follow(curve, chords, from: 0, to: chords.count)
    }
    // Whether both sides are where a piece begins.
    var isThere = false
    var index = 0
    while index < chords.count {
      let next = min(index + CurveTable.chordCount, chords.count)
      let isBent = pieces.isBent(piece)
      if isBent || pieces.isSmooth(piece) {
        if !isThere { beginPiece(Vector(pieces.place(.firstNormals, piece))) }
        isThere = true
        if !isBent {
          if index + 1 < next { append(pieces, .left1, .right1, piece, curve.start) }
          if index + 2 < next { append(pieces, .left2, .right2, piece, curve.start) }
        }
        // A chord leads to where corners are, a parabola to the curve itself.
        if isBent {
          append(pieces, .left, .right, piece, curve.start, pieces.bends(piece))
        } else if next == chords.count || pieces.isBent(piece + 1) {
          append(pieces, .left, .right, piece, curve.start)
        } else {
          append(pieces, .left3, .right3, piece, curve.start)
        }
        let point = Vector(pieces.place(.points, piece))
        current = next == chords.count ? curve.end : curve.start + point
        normal = Vector(pieces.place(.normals, piece))
        isWithinCurve = true
      } else {
        follow(curve, chords, from: index, to: next)
        isThere = false
      }
      index = next
      piece += 1
    }
  }

  /// Goes on to what lies beside a piece.
  @inline(__always)
  private mutating func append(
    _ pieces: borrowing CurveTable, _ left: LentCurves.Places, _ right: LentCurves.Places,
    _ piece: Int, _ start: Vector, _ bends: (left: Float, right: Float) = (0, 0)
  ) {
    edges.line(to: start + Vector(pieces.place(left, piece)), bend: bends.left)
    back.append(
      BackPoint(point: start + Vector(pieces.place(right, piece)), bend: bends.right))
  }

  /// Goes along some chords of a curve, one by one: it may turn sharply.
  @inline(never)
  private mutating func follow(_ curve: Cubic, _ chords: Chords, from begin: Int, to end: Int) {
    let corners = curve.corners(chords.length)
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

  /// Goes along a part of a curve that turns too much for a chord, though maybe not for some.
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

  /// Goes along a chord.
  ///
  /// - Parameters:
  ///   - isCorner: whether it leads to a corner beside the curve; else to where both sides are as they will be.
  ///   - first: the curve's normal at its start; 0 where the curve stands still.
  ///   - last: that at its end.
  ///   - turn: the cosine of how much the curve turns.
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
    } else {
      return
    }
    isWithinCurve = true
  }

  /// Whether the curve turns little along a chord, and both sides go forward.
  @inline(__always)
  private func isSmooth(_ way: Vector, _ first: Vector, _ last: Vector, _ turn: Double) -> Bool {
    turn >= leastTurn && abs(way.dot(last - first)) * half < way.squaredLength
  }
}
