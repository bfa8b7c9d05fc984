/// A step of an outline.
@frozen public enum PathStep: UInt8, BitwiseCopyable, Sendable {
  /// Begins a contour at a point.
  case move
  /// A straight line to a point.
  case line
  /// A quadratic Bézier curve: a control point, the end.
  case quad
  /// A cubic Bézier curve: two control points, the end.
  case cubic
  /// A straight line to the contour's first point.
  case close
}

/// An outline, as ranges of a display list's steps and points.
@frozen public struct Path: Equatable, Sendable {
  /// The steps, as indices into the pen's.
  public var steps: Range<Int>
  /// The points, as indices into the pen's.
  public var points: Range<Int>
  /// The top left corner of all points, control points included, pixels from the origin.
  public var topLeft: Point
  /// The bottom right corner of all points, control points included, pixels from the origin.
  public var bottomRight: Point
  /// A hash of steps and points: equal for equal paths, almost never for others.
  public var fingerprint: UInt64
  /// The index of the list's outline that holds the steps and points; below 0 for the list's own
  /// pen.
  public var outline = -1
  /// The outline's unique number; 0 for a path of the list's own pen.
  public var identifier = 0
  /// The column and the row that points are counted from.
  public var origin = SIMD2<Int32>()

  /// Finite if all points are, except for very large ones.
  var sum: Double { topLeft.sum + bottomRight.sum }
}

/// The look of a line along a path. Its corners are round.
@frozen public struct StrokeStyle: Equatable, Sendable {
  /// The stroke's width, pixels.
  public var width: Double
  /// The ends of open contours.
  public var cap: Arc.Cap

  /// Creates a style.
  @inlinable public init(width: Double, cap: Arc.Cap = .round) {
    (self.width, self.cap) = (width, cap)
  }
}

/// Records paths as steps and points, as a pen draws.
///
/// Without a move, a contour begins at the first step's end point, or, after `close`, at the
/// previous contour's first point.
public struct PathPen: Sendable {
  /// The steps of all paths.
  public private(set) var steps: [PathStep] = []
  /// The points of all paths, in canvas pixels.
  public private(set) var points: [Point] = []

  /// Begins a contour at a point.
  @inline(never) @_optimize(speed)
  public mutating func move(to point: Point) {
    steps.append(.move)
    append(point)
  }

  /// Draws a straight line to a point.
  @inline(never) @_optimize(speed)
  public mutating func line(to point: Point) {
    steps.append(.line)
    append(point)
  }

  /// Draws a quadratic Bézier curve.
  @inline(never) @_optimize(speed)
  public mutating func quad(_ control: Point, to end: Point) {
    steps.append(.quad)
    append(control)
    append(end)
  }

  /// Draws a cubic Bézier curve.
  @inline(never) @_optimize(speed)
  public mutating func cubic(_ first: Point, _ second: Point, to end: Point) {
    steps.append(.cubic)
    append(first)
    append(second)
    append(end)
  }

  /// Closes the contour with a straight line to its first point.
  public mutating func close() { steps.append(.close) }

  @inline(never) @_optimize(speed)
  private mutating func append(_ point: Point) { points.append(point) }

  mutating func append(_ other: PathPen) {
    for step in other.steps { steps.append(step) }
    for point in other.points { points.append(point) }
  }

  mutating func reserve(_ stepCount: Int) {
    steps.reserveCapacity(stepCount)
    points.reserveCapacity(3 * stepCount)
  }

  mutating func removeAll() {
    if steps.isEmpty { return }
    steps.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
  }

  /// Makes a path of the steps that a function draws.
  mutating func path(_ transform: Transform, _ draw: (inout PathPen) -> Void) -> Path {
    let (firstStep, firstPoint) = (steps.count, points.count)
    draw(&self)
    if transform != .identity {
      for index in firstPoint..<points.count { points[index] = transform.apply(points[index]) }
    }
    return summary(of: firstStep..<steps.count, firstPoint..<points.count)
  }

  /// Makes a path whose points are counted from the pixel that the transform's origin is in. The
  /// origin is rounded to a 256th of a pixel, so that it is the same in whatever pixel it is.
  mutating func movablePath(_ transform: Transform, _ draw: (inout PathPen) -> Void) -> Path {
    // So large a number has no smaller parts.
    let large = 0x1.8p44
    let x = transform.origin.x + large - large
    let y = transform.origin.y + large - large
    // Far outside any canvas nothing moves.
    if !(x.magnitude + y.magnitude < 1e5) { return path(transform, draw) }
    let origin = SIMD2(Int32(x.rounded(.down)), Int32(y.rounded(.down)))
    var local = transform
    local.origin = Point(x: x - Double(origin.x), y: y - Double(origin.y))
    var path = path(local, draw)
    path.origin = origin
    return path
  }

  @_optimize(speed)
  private func summary(of ownSteps: Range<Int>, _ ownPoints: Range<Int>) -> Path {
    var fingerprint: UInt64 = 0xcbf2_9ce4_8422_2325
    @inline(__always) func mix(_ bits: UInt64) {
      fingerprint = (fingerprint ^ bits) &* 0x9e37_79b9_7f4a_7c15
      fingerprint ^= fingerprint >> 32
    }
    for index in ownSteps { mix(UInt64(steps[index].rawValue)) }
    var (left, right) = (Double.infinity, -Double.infinity)
    var (top, bottom) = (left, right)
    // 0 if all points are finite, otherwise NaN.
    var zero = 0.0
    for index in ownPoints {
      let point = points[index]
      let down = point.y.bitPattern
      mix(point.x.bitPattern &+ (down << 32 | down >> 32))
      zero += (point.x + point.y) * 0
      left = point.x < left ? point.x : left
      top = point.y < top ? point.y : top
      right = point.x > right ? point.x : right
      bottom = point.y > bottom ? point.y : bottom
    }
    return Path(
      steps: ownSteps, points: ownPoints, topLeft: Point(x: left + zero, y: top),
      bottomRight: Point(x: right, y: bottom), fingerprint: fingerprint)
  }

  /// Whether a path is one straight line.
  public func isLine(_ path: Path) -> Bool {
    path.steps.count == 2 && steps[path.steps.lowerBound + 1] == .line
  }

  /// Whether two paths have the same steps and points.
  static func areSame(_ one: Path, of list: DisplayList, _ other: Path, of others: DisplayList)
    -> Bool
  {
    if one.identifier != 0 && one.identifier == other.identifier { return true }
    if one.fingerprint != other.fingerprint || one.origin != other.origin { return false }
    return one.steps.count == other.steps.count && one.points.count == other.points.count
      && list.withPen(of: one) { pen in
        others.withPen(of: other) { otherPen in
          pen.steps[one.steps] == otherPen.steps[other.steps]
            && pen.points[one.points] == otherPen.points[other.points]
        }
      }
  }
}
