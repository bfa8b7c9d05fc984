import Graphics
import Kernels

// A chord over h of the parameter is up to s = h²/8 · |B″| away from the curve, two thirds of that on the average, and
// always inside. So corners are moved outside by as much, h²/12 · B″: then area is neither lost nor gained. For a
// polynomial, that is another polynomial.
//
// What remains are at most two thirds of s, along a pixel's longest cut; and since it turns from one side to the other along a
// chord of length L, no more than 0.13 s L in all of it. So short chords may be farther away. The first and the last chord,
// of which one end lies on the curve, are half as long.

/// A cubic Bézier curve as a polynomial of its parameter, `0...1`.
struct Cubic: BitwiseCopyable {
  let start: Point
  let end: Point
  // ((third t + second) t + first) t + start
  private let first: Point
  private let second: Point
  private let third: Point
  @inline(__always)
  init(_ start: Point, _ one: Point, _ two: Point, _ end: Point) {
    (self.start, self.end) = (start, end)
    first = Point(x: 3 * (one.x - start.x), y: 3 * (one.y - start.y))
    second = Point(
      x: 3 * (start.x - 2 * one.x + two.x), y: 3 * (start.y - 2 * one.y + two.y))
    third = Point(
      x: end.x - start.x - 3 * (two.x - one.x), y: end.y - start.y - 3 * (two.y - one.y))
  }

  /// Into how many chords it is cut.
  ///
  /// - Parameter reach: how far beside it lies what is drawn along it, pixels.
  func chords(reach: Double = 0) -> Chords {
    // B″ is largest at one of the ends.
    let last = Point(x: second.x + 3 * third.x, y: second.y + 3 * third.y)
    let (square, lastSquare) = (second.squaredLength, last.squaredLength)
    let bend = 2 * max(square, lastSquare).squareRoot()
    let speeds = (first.squaredLength, direction(1).squaredLength, direction(0.5).squaredLength)
    var speed = max(speeds.0, speeds.1, speeds.2).squareRoot()
    if reach > 0 {
      // On the outside, a circle's chord is as much longer as its radius is.
      let radius = max((square > lastSquare ? speeds.0 : speeds.1) / max(bend, 1e-9), 1e-9)
      let larger = min(1 + reach / radius, 3)
      speed *= larger * larger
    }
    return Chords(bend: bend, speed: speed)
  }

  /// The polynomial on which the inner corners lie of chords over a length of the parameter.
  func corners(_ length: Double) -> Corners {
    let part = length * length / 12
    return Corners(
      start: Point(x: start.x - 2 * part * second.x, y: start.y - 2 * part * second.y),
      first: Point(x: first.x - 6 * part * third.x, y: first.y - 6 * part * third.y),
      second: second, third: third)
  }

  /// Corners of chords.
  struct Corners {
    fileprivate let start: Point
    fileprivate let first: Point
    fileprivate let second: Point
    fileprivate let third: Point

    /// A corner.
    @inline(__always)
    func point(_ t: Double) -> Point {
      Point(
        x: ((third.x * t + second.x) * t + first.x) * t + start.x,
        y: ((third.y * t + second.y) * t + first.y) * t + start.y)
    }
  }

  /// A point of it.
  @inline(__always)
  func point(_ t: Double) -> Point {
    Point(
      x: ((third.x * t + second.x) * t + first.x) * t + start.x,
      y: ((third.y * t + second.y) * t + first.y) * t + start.y)
  }

  /// Where it runs, and how fast.
  @inline(__always)
  func direction(_ t: Double) -> Point {
    Point(
      x: (3 * third.x * t + 2 * second.x) * t + first.x,
      y: (3 * third.y * t + 2 * second.y) * t + first.y)
  }

  /// The unit vector to the left of where the curve runs; nil where it stands still.
  @inline(never) @_optimize(speed)
  func normal(_ t: Double) -> Point? {
    if let normal = direction(t).leftNormal { return normal }
    // Away from one end, towards the other.
    let side: Double = t < 0.5 ? 1 : -1
    return Point(
      x: side * (2 * second.x + 6 * third.x * t), y: side * (2 * second.y + 6 * third.y * t)
    ).leftNormal
  }
}

extension Point {
  /// The unit vector to the left of this one, y down; nil if this has hardly any length.
  @inline(__always)
  var leftNormal: Point? {
    let square = x * x + y * y
    if square < 1e-16 { return nil }
    let scale = 1 / square.squareRoot()
    return Point(x: y * scale, y: -x * scale)
  }
}

extension Point {
  fileprivate var squaredLength: Double { x * x + y * y }
}

extension Double {
  /// The cube root of a number above zero, to some millionths of it.
  var cubeRoot: Double {
    // A third of the exponent, and of the line between two powers of two; then Newton's steps.
    var root = Double(bitPattern: bitPattern / 3 + 0x2a9f_7893_782d_a1ce)
    for _ in 0..<2 { root = (2 * root + self / (root * root)) / 3 }
    return root
  }
}

/// Where a curve is cut into chords: they are equal in the parameter, but for the first and the last one.
struct Chords: BitwiseCopyable {
  /// How many there are.
  let count: Int
  /// The length of all but the first and the last one.
  let length: Double

  /// How far a chord may be from a curve, times how long it is, square pixels: about a level, if one of its ends
  /// lies on the curve and it is half as long.
  static var tolerance: Double { 0.022 }
  /// How far any chord may be away, pixels: under three levels.
  static var longTolerance: Double { 0.012 }

  /// - Parameters:
  ///   - bend: the greatest |B″| of the curve.
  ///   - speed: its greatest |B′|.
  init(bend: Double, speed: Double) {
    // s L = bend · speed / 8 for one chord over all of it.
    let load = bend * speed / (8 * Self.tolerance)
    // A single chord has no corner to move.
    if !(load > 0.32) {
      (count, length) = (1, 1)
      return
    }
    let root = min(load.cubeRoot, (bend / (8 * Self.longTolerance)).squareRoot())
    let whole = max(1, min(2_048, root.ceiling))
    count = whole + 1
    length = whole == 1 ? 0.5 : 1 / Double(whole)
  }

  /// Where so many chords end, the curve's start for none of them.
  @inline(__always)
  func end(_ index: Int) -> Double {
    if index >= count { return 1 }
    if index == 0 { return 0 }
    return count == 2 ? 0.5 : (Double(index) - 0.5) * length
  }
}

/// What takes the contours of a path.
protocol ContourSink: ~Copyable {
  /// Begins a contour.
  mutating func begin(at point: Point)
  /// Goes on in a straight line.
  mutating func line(to point: Point)
  /// Goes on in a curve, which starts where the contour is.
  mutating func cubic(_ curve: Cubic)
  /// Ends the contour.
  mutating func end(isClosed: Bool)
}

extension PathPen {
  /// Gives a path's contours to somebody.
  func trace<Sink: ContourSink & ~Copyable>(_ path: Path, into sink: inout Sink) {
    var place = path.points.lowerBound
    var start: Point?
    var current = Point(x: 0, y: 0)
    var isOpen = false
    for index in path.steps {
      switch steps[index] {
      case .move:
        if isOpen { sink.end(isClosed: false) }
        current = points[place].bounded
        start = current
        sink.begin(at: current)
        isOpen = true
        place += 1
        continue
      case .close:
        if isOpen { sink.end(isClosed: true) }
        if let start { current = start }
        isOpen = false
        continue
      case .line, .quad, .cubic: break
      }
      if !isOpen {
        current = start ?? points[place].bounded
        start = current
        sink.begin(at: current)
        isOpen = true
      }
      let one = points[place].bounded
      switch steps[index] {
      case .quad:
        let end = points[place + 1].bounded
        // The same curve as a cubic one.
        sink.cubic(
          Cubic(current, current.mixed(with: one, by: 2 / 3), end.mixed(with: one, by: 2 / 3), end))
        current = end
        place += 2
      case .cubic:
        let end = points[place + 2].bounded
        sink.cubic(Cubic(current, one, points[place + 1].bounded, end))
        current = end
        place += 3
      default:
        sink.line(to: one)
        current = one
        place += 1
      }
    }
    if isOpen { sink.end(isClosed: false) }
  }
}

extension Point {
  /// The point, or one not quite as far outside of any canvas.
  fileprivate var bounded: Point {
    Point(x: max(-1e7, min(1e7, x)), y: max(-1e7, min(1e7, y)))
  }

  fileprivate func mixed(with other: Point, by part: Double) -> Point {
    Point(x: x + (other.x - x) * part, y: y + (other.y - y) * part)
  }
}
