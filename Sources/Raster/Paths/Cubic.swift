import Graphics
import Kernels

// A chord over h of the parameter is up to h²/8 · |B″| away from the curve, two thirds of that on the average, and
// always inside. So corners are moved outside by as much, h²/12 · B″: then area is neither lost nor gained, and
// what remains are at most two thirds. For a polynomial, that is another polynomial.

/// A cubic Bézier curve as a polynomial of its parameter, `0...1`.
struct Cubic: BitwiseCopyable {
  let start: Point
  let end: Point
  // ((third t + second) t + first) t + start
  private let first: Point
  private let second: Point
  private let third: Point
  /// How far from the curve the middle of a chord between points of it may be, pixels: with two thirds of it along a
  /// pixel's longest cut, under three levels.
  static var tolerance: Double { 0.012 }

  init(_ start: Point, _ one: Point, _ two: Point, _ end: Point) {
    (self.start, self.end) = (start, end)
    first = Point(x: 3 * (one.x - start.x), y: 3 * (one.y - start.y))
    second = Point(
      x: 3 * (start.x - 2 * one.x + two.x), y: 3 * (start.y - 2 * one.y + two.y))
    third = Point(
      x: end.x - start.x - 3 * (two.x - one.x), y: end.y - start.y - 3 * (two.y - one.y))
  }

  /// Into how many chords, equal in the parameter, it is cut.
  ///
  /// B″ is largest at one of the ends. A single chord has no corner to move, so it must be better than others.
  var chordCount: Int {
    let last = Point(x: second.x + 3 * third.x, y: second.y + 3 * third.y)
    let bend = max(
      second.x * second.x + second.y * second.y, last.x * last.x + last.y * last.y
    ).squareRoot()
    return max(1, min(2_048, ((2 * bend / (8 * Self.tolerance)).squareRoot() + 0.3).ceiling))
  }

  /// The polynomial on which the inner corners lie of so many chords.
  func corners(_ chordCount: Double) -> Corners {
    let part = 1 / (chordCount * chordCount * 12)
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

  /// The unit vector to the left of where the curve runs; nil where it stands still.
  @inline(__always)
  func normal(_ t: Double) -> Point? {
    let (x, y) = (
      (3 * third.x * t + 2 * second.x) * t + first.x,
      (3 * third.y * t + 2 * second.y) * t + first.y
    )
    if let normal = Point(x: x, y: y).leftNormal { return normal }
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
