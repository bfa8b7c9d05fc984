import Graphics
import RasterKernels

// Curves are followed by chords, whose corners lie a little outside (`CurvePieces`), so that area
// is neither lost nor gained.
//
// What remains are at most two thirds of s, along a pixel's longest cut; and since it turns from
// one side to the other along a chord of length L, no more than 0.13 s L in all of it. So short
// chords may be farther away. The first and the last chord, of which one end lies on the curve, are
// half as long.

/// A cubic Bézier curve as a polynomial of its parameter, `0...1`.
struct Cubic: BitwiseCopyable {
  let start: Vector
  let end: Vector
  // ((third t + second) t + first) t + start
  private let first: Vector
  private let second: Vector
  private let third: Vector
  @inline(__always)
  init(_ start: Vector, _ one: Vector, _ two: Vector, _ end: Vector) {
    (self.start, self.end) = (start, end)
    first = 3 * (one - start)
    second = 3 * (start - 2 * one + two)
    third = end - start - 3 * (two - one)
  }

  /// Into how many chords it is cut.
  ///
  /// - Parameter reach: how far beside it lies what is drawn along it, pixels.
  @_optimize(speed)
  func chords(reach: Double = 0) -> Chords {
    // B″ is largest at one of the ends.
    let last = second + 3 * third
    let (square, lastSquare) = (second.squaredLength, last.squaredLength)
    let bend = 2 * max(square, lastSquare).squareRoot()
    let speeds = (first.squaredLength, direction(1).squaredLength, direction(0.5).squaredLength)
    var speed = max(speeds.0, speeds.1, speeds.2).squareRoot()
    if reach > 0 {
      // On the outside, a circle's chord is as much longer as its radius is.
      let slowest = square > lastSquare ? speeds.0 : speeds.1
      let larger = min(1 + reach * bend / max(slowest, 1e-9), 3)
      speed *= larger * larger
    }
    return Chords(bend: bend, speed: speed)
  }

  /// The factors of t, t² and t³ in Float, when places are counted from the start.
  @inline(__always)
  var coefficients: (SIMD2<Float>, SIMD2<Float>, SIMD2<Float>) {
    (first.single, second.single, third.single)
  }

  /// The sum of their squares.
  @inline(__always)
  var squaredSize: Double { first.squaredLength + second.squaredLength + third.squaredLength }

  /// The polynomial on which the inner corners lie of chords over a length of the parameter.
  func corners(_ length: Double) -> Corners {
    let part = length * length * (1 / 12)
    return Corners(
      start: start - 2 * part * second, first: first - 6 * part * third, second: second,
      third: third)
  }

  /// Corners of chords.
  struct Corners {
    fileprivate let start: Vector
    fileprivate let first: Vector
    fileprivate let second: Vector
    fileprivate let third: Vector

    /// A corner.
    @inline(__always)
    func point(_ t: Double) -> Vector { ((third * t + second) * t + first) * t + start }
  }

  /// A point of it.
  @inline(__always)
  func point(_ t: Double) -> Vector { ((third * t + second) * t + first) * t + start }

  /// Where it runs, and how fast.
  @inline(__always)
  func direction(_ t: Double) -> Vector { (3 * third * t + 2 * second) * t + first }

  /// The unit vector to the left of where the curve runs; 0 where it stands still.
  @inline(never) @_optimize(speed)
  func normal(_ t: Double) -> Vector {
    direction(t).leftNormal ?? normalOfPoint(t)
  }

  /// That where it stands still.
  @inline(never)
  private func normalOfPoint(_ t: Double) -> Vector {
    // Away from one end, towards the other.
    let side: Double = t < 0.5 ? 1 : -1
    return (side * (2 * second + 6 * third * t)).leftNormal ?? Vector()
  }
}

extension Double {
  /// The cube root of a number above zero, to some hundred-thousandths of it.
  @inline(__always)
  var cubeRoot: Double {
    // A third of the exponent, and of the line between two powers of two; then Halley's step.
    let near = Double(bitPattern: bitPattern / 3 + 0x2a9f_7893_782d_a1ce)
    let cube = near * near * near
    return near * ((cube + 2 * self) / (2 * cube + self))
  }
}

/// Where a curve is cut into chords: they are equal in the parameter, but for the first and the
/// last one.
struct Chords: BitwiseCopyable {
  /// How many there are.
  let count: Int
  /// The length of all but the first and the last one.
  let length: Double

  /// How far a chord may be from a curve, times how long it is, square pixels: about a level, if
  /// one of its ends lies on the curve and it is half as long.
  static var tolerance: Double { 0.022 }
  /// How far any chord may be away, pixels: under three levels.
  static var longTolerance: Double { 0.012 }

  /// - Parameters:
  ///   - bend: the greatest |B″| of the curve.
  ///   - speed: its greatest |B′|.
  @inline(__always)
  init(bend: Double, speed: Double) {
    // s L = bend · speed / 8 for one chord over all of it.
    let load = bend * speed * (1 / (8 * Self.tolerance))
    // A single chord has no corner to move.
    if !(load > 0.32) {
      (count, length) = (1, 1)
      return
    }
    let root = min(load.cubeRoot, (bend * (1 / (8 * Self.longTolerance))).squareRoot())
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
  mutating func begin(at point: Vector)
  /// Goes on in a straight line.
  mutating func line(to point: Vector)
  /// Goes on in a curve, which starts where the contour is.
  mutating func cubic(_ curve: Cubic)
  /// Ends the contour.
  mutating func end(isClosed: Bool)
}

extension PathPen {
  /// Gives a path's contours to a sink.
  func trace<Sink: ContourSink & ~Copyable>(_ path: Path, into sink: inout Sink) {
    let (steps, points) = (steps.span, points.span)
    var place = path.points.lowerBound
    var start: Vector?
    var current = Vector()
    var isOpen = false
    for index in path.steps {
      switch steps[index] {
      case .move:
        if isOpen { sink.end(isClosed: false) }
        current = Vector(bounding: points[place])
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
        current = start ?? Vector(bounding: points[place])
        start = current
        sink.begin(at: current)
        isOpen = true
      }
      let one = Vector(bounding: points[place])
      if steps[index] == .line {
        sink.line(to: one)
        current = one
        place += 1
        continue
      }
      let next = Vector(bounding: points[place + 1])
      var (first, second, last) = (one, next, next)
      if steps[index] == .quad {
        // The same curve as a cubic one.
        first = current + (one - current) * (2 / 3)
        second = next + (one - next) * (2 / 3)
        place += 2
      } else {
        last = Vector(bounding: points[place + 2])
        place += 3
      }
      sink.cubic(Cubic(current, first, second, last))
      current = last
    }
    if isOpen { sink.end(isClosed: false) }
  }
}
