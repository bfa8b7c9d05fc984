import Graphics

// A stroke is outlined along its left side, around its end, back along its right side and around
// its start. The outline consists of pieces: the quadrangle between both sides of each chord, and
// the wedge on the outside of each corner. On the inside of a corner, both sides pass through the
// corner itself. So all pieces have the same orientation, and the nonzero rule fills them as one
// area, wherever they overlap.
//
// Chords of a curve use the curve's normals, unless it turns too sharply: then they are lines.
//
// Corners of chords along curves and circles lie slightly outside, so that no area is lost
// (`Cubic`): by a twelfth of the squared turn along a chord, for every radius.

/// Outlines strokes along contours.
struct StrokeOutline: ~Copyable {
  /// The edges of the outline.
  var edges = EdgeList()
  /// Whether contours are added to the edges unchanged, to be filled.
  var isFill = false
  var style = StrokeStyle(width: 0)
  var half = 0.0
  // The cosines of half the greatest turn of a chord in a round join, and of the greatest turn
  // between the ends of a curve's chord.
  private var leastHalf = 0.0
  var leastTurn = 0.0
  private var start = Vector()
  private var startNormal = Vector()
  var current = Vector()
  var normal = Vector()
  // Whether the contour has a step, and whether it has a direction.
  var hasSteps = false
  private var hasDirection = false
  // The points of the right side, each with the bend of the edge from the previous point.
  var back = ReusableBuffer<BackPoint>(capacity: 256)

  /// The greatest distance of a chord of a round join or of a side, times its length, square
  /// pixels. It is less than for curves, because the first and the last chord are as long as the
  /// others.
  private static var tolerance: Double { 0.0125 }

  struct BackPoint: BitwiseCopyable {
    var point: Vector
    var bend: Float = 0
  }

  /// Begins to outline a stroke, whose width is above zero.
  mutating func begin(_ style: StrokeStyle) {
    self.style = style
    isFill = false
    half = min(style.width / 2, 1e7)
    // For a chord of a circle that turns by α, s L is r² α³/8, and s is r α²/8 (`Cubic`); cos α is
    // 1 − α²/2, as long as α² is at most a fifth.
    let turn = (8 * Self.tolerance / (half * half)).cubeRoot
    let square = max(turn * turn, 8 * Chords.longTolerance / half)
    leastTurn = 1 - min(square, 0.2) / 2
    leastHalf = 1 - min(square, 0.2) / 8
  }

  /// A point offset from another along a normal.
  ///
  /// - Parameter side: the offset, pixels; negative for the right side.
  @inline(__always)
  func offset(_ point: Vector, _ normal: Vector, _ side: Double) -> Vector {
    point + side * normal
  }

  /// Adds a chord to a point, whose sides start along one normal and end along another.
  ///
  /// - Parameter side: the offset of the sides at the end, pixels.
  @inline(__always)
  mutating func go(
    to point: Vector, from first: Vector, to last: Vector, side: Double
  ) {
    beginPiece(first)
    edges.line(to: offset(point, last, side))
    back.append(BackPoint(point: offset(point, last, -side)))
    current = point
    normal = last
  }

  /// Begins the contour, or turns to the normal of the next piece.
  @inline(__always)
  mutating func beginPiece(_ first: Vector) {
    if !hasDirection {
      hasDirection = true
      startNormal = first
      edges.begin(at: offset(current, first, half))
      back.append(BackPoint(point: offset(current, first, -half)))
    } else if !normal.isSame(as: first) {
      turn(to: first)
    }
  }

  /// Adds a join.
  private mutating func turn(to next: Vector) {
    let cross = normal.x * next.y - normal.y * next.x
    let dot = normal.dot(next)
    // The next piece closes a gap this small.
    if dot > 0 && abs(cross) * half < 1e-3 { return }
    // A right turn (y points down) rotates the normal clockwise: the left side is outside.
    if cross >= 0 {
      roundOutside(from: normal, to: next, dot, isBack: false)
      back.append(BackPoint(point: current))
      back.append(BackPoint(point: offset(current, next, -half)))
    } else {
      edges.line(to: current)
      edges.line(to: offset(current, next, half))
      roundOutside(from: -normal, to: -next, dot, isBack: true)
    }
  }

  private mutating func roundOutside(
    from first: Vector, to last: Vector, _ dot: Double, isBack: Bool
  ) {
    if dot >= -0.9 { return arc(from: first, to: last, isBack: isBack) }
    // The normals are almost opposite; the stroke's direction lies between them.
    let middle = Vector(-normal.y, normal.x)
    arc(from: first, to: middle, isBack: isBack)
    arc(from: middle, to: last, isBack: isBack)
  }

  /// Adds an arc around the current point, between two unit vectors.
  private mutating func arc(from first: Vector, to last: Vector, isBack: Bool) {
    // Halve until a chord is short enough: cos α/2 = √((1 + cos α)/2).
    var depth = 0
    var cosine = first.dot(last)
    cosine = max(0, (1 + cosine) / 2).squareRoot()
    // A single chord has no corner to move outside, so its tolerance is smaller.
    while depth < 12 && (cosine < leastHalf || depth == 0 && (1 - cosine) * half > 1e-3) {
      cosine = ((1 + cosine) / 2).squareRoot()
      depth += 1
    }
    // 1 − cos α/2 = α²/8.
    let side = half * (1 + (1 - cosine) * 2 / 3)
    halve(from: first, to: last, depth, side, isBack: isBack)
    emit(last, half, isBack: isBack)
  }

  /// Adds the points between two unit vectors, by recursive bisection.
  private mutating func halve(
    from first: Vector, to last: Vector, _ depth: Int, _ side: Double, isBack: Bool
  ) {
    if depth == 0 { return }
    let sum = first + last
    let middle = sum * (1 / sum.squaredLength.squareRoot())
    halve(from: first, to: middle, depth - 1, side, isBack: isBack)
    emit(middle, side, isBack: isBack)
    halve(from: middle, to: last, depth - 1, side, isBack: isBack)
  }

  private mutating func emit(_ direction: Vector, _ side: Double, isBack: Bool) {
    let point = offset(current, direction, side)
    if isBack { back.append(BackPoint(point: point)) } else { edges.line(to: point) }
  }

  /// Adds a round cap: half a disc, starting at the normal.
  private mutating func cap(_ normal: Vector) {
    let ahead = Vector(-normal.y, normal.x)
    arc(from: normal, to: ahead, isBack: false)
    arc(from: ahead, to: -normal, isBack: false)
  }

  private mutating func goBack() {
    var index = back.count - 1
    edges.line(to: back[index].point)
    while index > 0 {
      edges.line(to: back[index - 1].point, bend: back[index].bend)
      index -= 1
    }
  }

  /// Draws a contour without direction as a dot.
  private mutating func drawPoint() {
    if style.cap == .butt { return }
    let up = Vector(0, -1)
    edges.begin(at: offset(current, up, half))
    cap(up)
    cap(Vector(0, 1))
    edges.end()
  }
}

// MARK: - Contours

extension StrokeOutline {
  /// Begins a contour.
  mutating func begin(at point: Vector) {
    if isFill { return edges.begin(at: point) }
    (start, current) = (point, point)
    (hasSteps, hasDirection) = (false, false)
    back.removeAll()
  }

  /// Adds a straight line.
  mutating func line(to point: Vector) {
    if isFill { return edges.line(to: point) }
    hasSteps = true
    let way = point - current
    guard let normal = way.leftNormal else { return }
    go(to: point, from: normal, to: normal, side: half)
  }

  /// Ends the contour.
  mutating func end(isClosed: Bool) {
    if isFill { return edges.end() }
    if isClosed {
      hasSteps = true
      line(to: start)
    }
    if !hasDirection { return hasSteps ? drawPoint() : () }
    if isClosed {
      if normal != startNormal { turn(to: startNormal) }
      edges.end()
      edges.begin(at: back[back.count - 1].point)
    } else if style.cap == .round {
      cap(normal)
    }
    goBack()
    if !isClosed && style.cap == .round {
      current = start
      cap(-startNormal)
    }
    edges.end()
  }
}
