import Graphics

// A chord over h of the parameter deviates from the curve by at most s = h²/8 · |B″|, by two thirds
// of that on average, and always on the inside. So the corners between chords are moved outside by
// the average, h²/12 · B″, which preserves the area. The moved corners lie on another cubic.
//
// If a side is steep, its column is almost a parabola of the row, since x″ hardly changes. Such
// a piece is as exact as some three chords between the same points.
//
//      left1    left2
//      .-------.
//    /           \  left3     the outer side of a piece of three chords: corners, or
//   /   .-----.   \           one parabola from the piece before to `left`
//  (   /       \   )
//   ---         ---           the curve itself runs in the middle, `half` away from both sides

/// The way to draw a stroke along curves.
struct CurveLine: BitwiseCopyable {
  /// The distance of each side from the curve, pixels; 0 to follow the curve itself.
  let half: Float
  /// The cosine of the greatest turn of a curve along a chord.
  let leastTurn: Float
  /// Whether sides may be parabolas.
  let takesBends: Bool

  init(half: Double, leastTurn: Double, takesBends: Bool) {
    (self.half, self.leastTurn) = (Float(half), Float(leastTurn))
    self.takesBends = takesBends
  }
}

/// Up to three chords of a curve, or one parabola on each side. Points are relative to the curve's
/// start, in pixels; left is to the left of the curve's direction.
struct CurvePiece: BitwiseCopyable {
  fileprivate let begin: Float
  fileprivate let (first, last): (CurvePieces.Node, CurvePieces.Node)
  // The vector from the curve to the left side, at the end of the piece.
  fileprivate let beside: SIMD2<Float>
  /// Whether both sides are parabolas.
  fileprivate(set) var isBent = false
  /// The bend of the left side, as `Edge` has it; 0 unless it is a parabola.
  fileprivate(set) var leftBend: Float = 0
  /// The bend of the right side, as `Edge` has it; 0 unless it is a parabola.
  fileprivate(set) var rightBend: Float = 0

  /// The end of the last chord, on the curve.
  var end: SIMD2<Float> { last.place }
  /// The left side beside `end`.
  var left: SIMD2<Float> { last.place + beside }
  /// The right side beside `end`.
  var right: SIMD2<Float> { last.place - beside }
  /// The unit vector to the left of the curve where the piece begins.
  var firstNormal: SIMD2<Float> { first.normal }
  /// The unit vector to the left of the curve where the piece ends.
  var normal: SIMD2<Float> { last.normal }
}

/// The ends of a piece's chords on both sides.
struct ChordSides: BitwiseCopyable {
  /// The corners of the left side and of the right side.
  fileprivate(set) var left = InlineArray<3, SIMD2<Float>>(repeating: SIMD2())
  fileprivate(set) var right = InlineArray<3, SIMD2<Float>>(repeating: SIMD2())
  /// Whether the curve turns little along each chord, and both sides run forward.
  fileprivate(set) var isSmooth = true
}

/// The pieces of a curve, computed in Float.
struct CurvePieces {
  /// The end of a chord.
  fileprivate struct Node: BitwiseCopyable {
    var t: Float = 0
    var place = SIMD2<Float>()
    var direction = SIMD2<Float>()
    var normal = SIMD2<Float>()
    // Whether the derivative is not zero.
    var isMoving = false
  }

  /// The chords of a piece, except for the curve's last piece, which may have fewer.
  static var chordCount: Int { 3 }

  private let line: CurveLine
  private let count: Int
  // The polynomial is ((third t + second) t + first) t.
  private let (first, second, third): (SIMD2<Float>, SIMD2<Float>, SIMD2<Float>)
  // The parameter length of a chord, and the factor that moves corners outside.
  private let (length, part): (Float, Float)

  /// - Returns: nil if the curve is too large for Float's precision.
  init?(_ curve: Cubic, _ chords: Chords, _ line: CurveLine) {
    if !(curve.squaredSize < 3e7 && line.half < 5e3) { return nil }
    let (first, second, third) = curve.coefficients
    self.init(
      first: first, second: second, third: third, count: chords.count,
      length: Float(chords.length), line)
  }

  /// Creates the pieces of a polynomial.
  ///
  /// - Parameters:
  ///   - count: the number of chords.
  ///   - length: the parameter length of a chord, except for the first and the last.
  init(
    first: SIMD2<Float>, second: SIMD2<Float>, third: SIMD2<Float>, count: Int, length: Float,
    _ line: CurveLine
  ) {
    (self.first, self.second, self.third) = (first, second, third)
    (self.count, self.length, self.line) = (count, length, line)
    part = length * length * (1 / 6)
  }

  /// Calls `body` with each piece and the range of its chords.
  ///
  /// - Parameter body: `leadsToCurve` is set if the last chord ends on the curve, not at a corner:
  ///   at the curve's end, and before a parabola.
  @inline(__always)
  func forEach(
    _ body: (_ piece: CurvePiece, _ chords: Range<Int>, _ leadsToCurve: Bool) -> Void
  ) {
    // The first and the last chord of more than two are half as long as the others.
    var begin = count > 2 ? length * -0.5 : 0
    var start = node(begin, 0)
    var known: CurvePiece?
    var index = 0
    while true {
      let piece = piece(from: start, begin)
      if let known {
        body(known, index - Self.chordCount..<index, known.isBent || piece.isBent)
      }
      if index + Self.chordCount >= count { return body(piece, index..<count, true) }
      known = piece
      start = piece.last
      begin += length * Float(Self.chordCount)
      index += Self.chordCount
    }
  }

  @inline(__always)
  private func node(_ begin: Float, _ chordCount: Float) -> Node {
    let place = begin + length * chordCount
    let positive = place > 0 ? place : 0
    var node = Node()
    node.t = positive < 1 ? positive : 1
    node.place = point(node.t)
    node.direction = (third * 3 * node.t + second * 2) * node.t + first
    let (across, down) = (node.direction.x, node.direction.y)
    let (square, slowest) = (across * across + down * down, Float(1e-6))
    node.isMoving = square > slowest
    let scale = 1 / (node.isMoving ? square : slowest).squareRoot()
    node.normal = SIMD2(down * scale, 0 - across * scale)
    return node
  }

  @inline(__always)
  private func point(_ t: Float) -> SIMD2<Float> { ((third * t + second) * t + first) * t }

  @inline(__always)
  private func piece(from start: Node, _ begin: Float) -> CurvePiece {
    let end = node(begin, Float(Self.chordCount))
    var piece = CurvePiece(
      begin: begin, first: start, last: end, beside: end.normal * line.half)
    if !line.takesBends { return piece }
    // The slopes x′ at both ends of the piece.
    let slopes = (start.direction.x / start.direction.y, end.direction.x / end.direction.y)
    // Monotonic, so that sections are the same as those of chords; and steep, so that the piece
    // passes few pixels of a row.
    let isSteep =
      start.isMoving && end.isMoving && slopes.0 * slopes.1 > -1e-9
      && slopes.0 * slopes.0 < 2.25 && slopes.1 * slopes.1 < 2.25
    if !isSteep { return piece }
    let downs = (start.direction.y, end.direction.y)
    let way = end.place - start.place
    let offset = piece.beside - start.normal * line.half
    guard let left = Self.bend(way + offset, slopes, downs),
      let right = Self.bend(way - offset, slopes, downs)
    else { return piece }
    (piece.isBent, piece.leftBend, piece.rightBend) = (true, left, right)
    return piece
  }

  /// The bend of the parabola along a chord; nil unless it is as near to the curve as chords are.
  ///
  /// - Parameters:
  ///   - slopes: x′ of the curve at both ends.
  ///   - downs: y′ of the curve at both ends.
  @inline(__always)
  private static func bend(
    _ way: SIMD2<Float>, _ slopes: (Float, Float), _ downs: (Float, Float)
  ) -> Float? {
    let inverse = 1 / way.y
    let slope = way.x * inverse
    let bend = (slopes.0 - slopes.1) * (inverse * 0.5)
    // A cubic with these end slopes deviates by (t − t²)(1 − 2t) times this, at most by a tenth.
    let error = ((slopes.0 + slopes.1) * 0.5 - slope) * way.y
    // The curve must be monotonic in y, and nearly straight within a row.
    let isNear =
      downs.0 * way.y > 0 && downs.1 * way.y > 0 && abs(bend) < 0.1 && abs(error) < 0.03
      && abs(slope) + 1e-6 > abs(bend * way.y)
    return isNear ? bend : nil
  }

  /// The sides of a piece's chords.
  @inline(never) @_optimize(speed)
  func sides(of piece: CurvePiece) -> ChordSides {
    var sides = ChordSides()
    var (from, normal) = (piece.first.place, piece.first.normal)
    for index in 0..<Self.chordCount {
      let isLast = index + 1 == Self.chordCount
      let node = isLast ? piece.last : node(piece.begin, Float(index + 1))
      let corner = node.place - (third * 3 * node.t + second) * part
      let turn = normal.x * node.normal.x + normal.y * node.normal.y
      // Corners of the sides are moved outside, too.
      let beside = node.normal * (line.half * (1 + (1 - turn) * (1 / 6)))
      (sides.left[index], sides.right[index]) = (corner + beside, corner - beside)
      let (way, change) = (corner - from, node.normal - normal)
      let along = way.x * change.x + way.y * change.y
      let square = way.x * way.x + way.y * way.y
      if line.leastTurn > turn || abs(along) * line.half > square * 0.75 { sides.isSmooth = false }
      (from, normal) = (corner, node.normal)
    }
    return sides
  }
}
