import Graphics
import Kernels

// Curves are followed by pieces: parabolas where both sides are steep, otherwise chords.

extension StrokeOutline {
  @_optimize(speed)
  mutating func cubic(_ curve: Cubic) {
    hasSteps = true
    let chords = curve.chords(reach: half)
    let corners = curve.corners(chords.length)
    var join = style.join
    var first = curve.normal(0)
    var index = 0
    var piece = steepPiece(of: curve, chords, from: 0, curve.start, first)
    while index < chords.count {
      if let steep = piece, let start = first {
        go(along: steep, from: start, join)
        join = .round
        (index, first) = (steep.end, steep.normal)
        piece = steepPiece(of: curve, chords, from: index, steep.point, first)
        continue
      }
      let next = min(index + Bend.chordCount, chords.count)
      // A chord leads to where corners are, a parabola to the curve itself.
      let t = chords.end(next)
      let end = next == chords.count ? curve.end : curve.point(t)
      let endNormal = curve.normal(t)
      piece = steepPiece(of: curve, chords, from: next, end, endNormal)
      for index in index + 1...next {
        let (before, t) = (chords.end(index - 1), chords.end(index))
        let last = index == next ? endNormal : curve.normal(t)
        let isOnCurve = index == chords.count || index == next && piece != nil
        if let first, let last, first.dot(last) < leastTurn {
          goSharply(along: curve, from: before, t - before, first, last, &join)
        } else {
          go(to: isOnCurve ? nil : corners.point(t), end, first, last, &join)
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
    let left: Double
    let right: Double
  }

  /// The piece of a curve behind so many chords, if its sides are such.
  @inline(__always)
  private func steepPiece(
    of curve: Cubic, _ chords: Chords, from index: Int, _ start: Vector, _ first: Vector?
  ) -> SteepPiece? {
    guard edges.takesBends, index < chords.count, let first, Bend.mayFollow(first) else {
      return nil
    }
    let next = min(index + Bend.chordCount, chords.count)
    let t = chords.end(next)
    guard let last = curve.normal(t) else { return nil }
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
  private mutating func go(
    along piece: SteepPiece, from first: Vector, _ join: StrokeStyle.Join
  ) {
    beginPiece(first, join)
    edges.line(to: offset(piece.point, piece.normal, half), bend: piece.left)
    back.append(BackPoint(point: offset(piece.point, piece.normal, -half), bend: piece.right))
    (current, normal) = (piece.point, piece.normal)
  }

  /// Goes along a part of a curve that turns too much for a chord, though maybe not for some.
  private mutating func goSharply(
    along curve: Cubic, from start: Double, _ length: Double, _ first: Vector, _ last: Vector,
    _ join: inout StrokeStyle.Join
  ) {
    let turn = 1 - (first.dot(last))
    let count = min(16, (turn / (1 - leastTurn)).squareRoot().ceiling)
    let corners = curve.corners(length / Double(count))
    var before: Vector? = first
    for index in 1...count {
      let t = start + length * Double(index) / Double(count)
      let normal = index == count ? last : curve.normal(t)
      go(to: t > 0.9999 ? nil : corners.point(t), curve.end, before, normal, &join)
      before = normal
    }
  }

  /// Goes along a chord.
  ///
  /// - Parameters:
  ///   - corner: where it leads; nil for the end of the curve, where both sides are as they will be.
  @inline(never) @_optimize(speed)
  private mutating func go(
    to corner: Vector?, _ end: Vector, _ first: Vector?, _ last: Vector?,
    _ join: inout StrokeStyle.Join
  ) {
    let point = corner ?? end
    let way = point - current
    if let first, let last, isSmooth(way, first, last) {
      let square = 2 - 2 * (first.dot(last))
      let side = corner == nil ? half : half * (1 + square / 12)
      go(to: point, from: first, to: last, join: join, side: side)
      join = .round
    } else if let normal = way.leftNormal {
      go(to: point, from: normal, to: normal, join: join, side: half)
      join = .round
    }
  }

  /// Whether the curve turns little along a chord, and both sides go forward.
  @inline(__always)
  private func isSmooth(_ way: Vector, _ first: Vector, _ last: Vector) -> Bool {
    first.dot(last) >= leastTurn && abs(way.dot(last - first)) * half < way.squaredLength
  }
}
