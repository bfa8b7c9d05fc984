import Graphics
import Kernels

// Curves are followed by pieces: parabolas where both sides are steep, otherwise chords.

extension StrokeOutline {
  @_optimize(speed)
  mutating func cubic(_ curve: Cubic, _ start: CurveStart) {
    hasSteps = true
    let chords = start.chords
    let corners = curve.corners(chords.length)
    isWithinCurve = false
    var first = start.normal
    var index = 0
    var piece = steepPiece(of: curve, chords, from: 0, curve.start, first)
    while index < chords.count {
      if let steep = piece {
        go(along: steep, from: first)
        (index, first) = (steep.end, steep.normal)
        piece = steepPiece(of: curve, chords, from: index, steep.point, first)
        continue
      }
      let next = min(index + Bend.chordCount, chords.count)
      // A chord leads to where corners are, a parabola to the curve itself.
      let endT = chords.end(next)
      let end = next == chords.count ? curve.end : curve.point(endT)
      let endNormal = curve.normal(endT)
      piece = steepPiece(of: curve, chords, from: next, end, endNormal)
      // There are no more than two in between, and two normals at once take as long as one.
      let (firstT, secondT) = (chords.end(index + 1), chords.end(index + 2))
      let between = next > index + 1 ? curve.normals(firstT, secondT) : (endNormal, endNormal)
      let begin = index
      for index in begin + 1...next {
        let isFirst = index == begin + 1
        let t = index == next ? endT : isFirst ? firstT : secondT
        let last = index == next ? endNormal : isFirst ? between.0 : between.1
        let turn = first.dot(last)
        if turn < leastTurn && first != Vector() && last != Vector() {
          let before = chords.end(index - 1)
          goSharply(along: curve, from: before, t - before, first, last)
        } else if index == chords.count || index == next && piece != nil {
          go(to: end, isCorner: false, first, last, turn)
        } else {
          go(to: corners.point(t), isCorner: true, first, last, turn)
        }
        first = last
      }
      index = next
    }
  }

  /// A piece of a curve whose sides are parabolas.
  private struct SteepPiece: BitwiseCopyable {
    // How many chords would lead to its end.
    let end: Int
    let point: Vector
    let normal: Vector
    let left: Float
    let right: Float
  }

  /// The piece of a curve behind so many chords, if its sides are such.
  @inline(__always)
  private func steepPiece(
    of curve: Cubic, _ chords: Chords, from index: Int, _ start: Vector, _ first: Vector
  ) -> SteepPiece? {
    guard edges.takesBends, index < chords.count, Bend.mayFollow(first) else { return nil }
    let next = min(index + Bend.chordCount, chords.count)
    let t = chords.end(next)
    let last = curve.normal(t)
    let end = next == chords.count ? curve.end : curve.point(t)
    // The ways are at right angles to the normals.
    let ways = (Vector(-first.y, first.x), Vector(-last.y, last.x))
    let left = Bend.between(offset(start, first, half), offset(end, last, half), ways)
    guard let left else { return nil }
    let right = Bend.between(offset(start, first, -half), offset(end, last, -half), ways)
    guard let right else { return nil }
    return SteepPiece(end: next, point: end, normal: last, left: left, right: right)
  }

  @inline(__always)
  private mutating func go(along piece: SteepPiece, from first: Vector) {
    beginPiece(first)
    edges.line(to: offset(piece.point, piece.normal, half), bend: piece.left)
    back.append(BackPoint(point: offset(piece.point, piece.normal, -half), bend: piece.right))
    (current, normal) = (piece.point, piece.normal)
    isWithinCurve = true
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
