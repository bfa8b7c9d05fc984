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
  /// A straight line to where the contour began.
  case close
}

/// An outline, as the steps and points of a display list.
@frozen public struct Path: Equatable, Sendable {
  /// Which of the list's steps.
  public var steps: Range<Int>
  /// Which of the list's points.
  public var points: Range<Int>
  /// The top left corner of all points, control points among them.
  public var topLeft: Point
  /// The bottom right corner of all points.
  public var bottomRight: Point
  /// The same for paths of the same steps and points, and hardly ever for others.
  public var fingerprint: UInt64
  /// Which of the list's outlines has the steps and points; below 0 for the list's own.
  public var outline = -1
  /// The number of that outline, which no other one has; 0 for a path of the list's own.
  public var identifier = 0

  /// Finite where all points are, unless they are very large.
  var sum: Double { topLeft.sum + bottomRight.sum }
}

/// Which parts of the plane a path covers whose contours run around them several times.
@frozen public enum FillRule: UInt8, Sendable {
  /// Those that the contours run around, on balance, in one direction or the other.
  case nonZero
  /// Those that a contour parts from the outside an odd number of times.
  case evenOdd
}

/// How a line along a path looks.
@frozen public struct StrokeStyle: Equatable, Sendable {
  /// How two pieces of a line meet.
  @frozen public enum Join: Equatable, Sendable {
    /// In a part of a disc.
    case round
    /// In a point, unless that is further away than so many widths of the stroke from the inner corner: then the
    /// corner is cut off.
    case miter(limit: Double)
  }

  /// The stroke's width, pixels.
  public var width: Double
  /// How corners look.
  public var join: Join
  /// How the ends of open contours look.
  public var cap: Arc.Cap

  /// Finite where all numbers are, unless they are very large.
  var sum: Double {
    if case .miter(let limit) = join { return width + limit }
    return width
  }

  /// Creates a style.
  @inlinable public init(width: Double, join: Join = .round, cap: Arc.Cap = .round) {
    (self.width, self.join, self.cap) = (width, join, cap)
  }
}

/// The steps and points of a display list's paths; to be drawn with like a pen.
///
/// A contour that is not begun by a move begins where the first step leads, or, after `close`, where the contour
/// before began.
public struct PathPen: Sendable {
  /// The steps of all paths.
  public private(set) var steps: [PathStep] = []
  /// The points of all paths, on the canvas.
  public private(set) var points: [Point] = []

  /// Begins a contour.
  @inline(never) @_optimize(speed)
  public mutating func move(to point: Point) {
    steps.append(.move)
    append(point)
  }

  /// Draws a straight line.
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

  /// Draws a straight line to where the contour began, and joins both ends.
  public mutating func close() { steps.append(.close) }

  @inline(never) @_optimize(speed)
  private mutating func append(_ point: Point) { points.append(point) }

  mutating func removeAll() {
    if steps.isEmpty { return }
    steps.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
  }

  /// Makes a path of the steps that somebody draws.
  mutating func path(_ transform: Transform, _ draw: (inout PathPen) -> Void) -> Path {
    let (firstStep, firstPoint) = (steps.count, points.count)
    draw(&self)
    if transform != .identity {
      for index in firstPoint..<points.count { points[index] = transform.apply(points[index]) }
    }
    return summary(of: firstStep..<steps.count, firstPoint..<points.count)
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
    // Zero as long as all points are finite; then no number.
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

  /// Whether two paths of two pens are drawn the same.
  static func areSame(_ one: Path, of list: DisplayList, _ other: Path, of others: DisplayList)
    -> Bool
  {
    if one.identifier != 0 && one.identifier == other.identifier { return true }
    if one.fingerprint != other.fingerprint { return false }
    return one.steps.count == other.steps.count && one.points.count == other.points.count
      && list.withPen(of: one) { pen in
        others.withPen(of: other) { otherPen in
          pen.steps[one.steps] == otherPen.steps[other.steps]
            && pen.points[one.points] == otherPen.points[other.points]
        }
      }
  }
}

/// A picture of coverage that the rasterizer holds, by number: how much of each pixel is covered.
@frozen public struct MaskReference: Equatable, Sendable {
  /// Which picture. Another picture has another number, for as long as the program runs.
  public var identifier: Int
  /// Its columns.
  public var width: Int
  /// Its rows.
  public var height: Int

  /// Names a picture.
  @inlinable public init(identifier: Int, width: Int, height: Int) {
    (self.identifier, self.width, self.height) = (identifier, width, height)
  }
}
