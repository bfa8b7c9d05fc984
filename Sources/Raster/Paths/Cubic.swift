import Graphics
import RasterKernels

// Curves are approximated by chords whose corners lie slightly outside (`CurvePieces`), so that the
// enclosed area is the same.
//
// The remaining error is at most two thirds of s along a pixel's longest cut. It changes sides
// along a chord of length L, so its area is at most 0.13 s L. So short chords may be farther away.
// The first and the last chord have one end on the curve, and are half as long.

/// A cubic Bézier curve as a polynomial of its parameter in `0...1`.
struct Cubic: BitwiseCopyable {
  private(set) var start: Vector
  let end: Vector
  // ((third t + second) t + first) t + start
  private var first: Vector
  private let second: Vector
  private let third: Vector
  @inline(__always)
  init(_ start: Vector, _ one: Vector, _ two: Vector, _ end: Vector) {
    (self.start, self.end) = (start, end)
    first = 3 * (one - start)
    second = 3 * (start - 2 * one + two)
    third = end - start - 3 * (two - one)
  }

  /// The chords that approximate the curve.
  ///
  /// - Parameter reach: the offset of the stroke's sides from the curve, pixels.
  @_optimize(speed)
  func chords(reach: Double = 0) -> Chords {
    // |B″| is greatest at one of the ends.
    let last = second + 3 * third
    let (square, lastSquare) = (second.squaredLength, last.squaredLength)
    let bend = 2 * max(square, lastSquare).squareRoot()
    let speeds = (first.squaredLength, direction(1).squaredLength, direction(0.5).squaredLength)
    var speed = max(speeds.0, speeds.1, speeds.2).squareRoot()
    if reach > 0 {
      // On the outside, a chord of a circle grows with the radius.
      let slowest = square > lastSquare ? speeds.0 : speeds.1
      let larger = min(1 + reach * bend / max(slowest, 1e-9), 3)
      speed *= larger * larger
    }
    return Chords(bend: bend, speed: speed)
  }

  /// The factors of t, t² and t³ in Float, relative to the start.
  @inline(__always)
  var coefficients: (SIMD2<Float>, SIMD2<Float>, SIMD2<Float>) {
    (first.single, second.single, third.single)
  }

  /// The sum of the squared lengths of the coefficients.
  @inline(__always)
  var squaredSize: Double { first.squaredLength + second.squaredLength + third.squaredLength }

  /// The polynomial of the inner corners, for chords of a length in the parameter.
  func corners(_ length: Double) -> Cubic {
    var corners = self
    let part = length * length * (1 / 12)
    corners.start -= 2 * part * second
    corners.first -= 6 * part * third
    return corners
  }

  /// The point at a parameter.
  @inline(__always)
  func point(_ t: Double) -> Vector { ((third * t + second) * t + first) * t + start }

  /// The derivative: direction and speed.
  @inline(__always)
  func direction(_ t: Double) -> Vector { (3 * third * t + 2 * second) * t + first }

  /// The unit vector to the left of the direction; 0 where the curve has no direction.
  @inline(never) @_optimize(speed)
  func normal(_ t: Double) -> Vector {
    direction(t).leftNormal ?? normalOfPoint(t)
  }

  /// The left normal where the derivative is zero.
  @inline(never)
  private func normalOfPoint(_ t: Double) -> Vector {
    // The direction away from the nearer end, towards the other.
    let side: Double = t < 0.5 ? 1 : -1
    return (side * (2 * second + 6 * third * t)).leftNormal ?? Vector()
  }
}

extension Double {
  /// The cube root of a positive number, with a relative error of some 10⁻⁵.
  @inline(__always)
  var cubeRoot: Double {
    // A third of the exponent, linear between two powers of two; then one step of Halley's method.
    let near = Double(bitPattern: bitPattern / 3 + 0x2a9f_7893_782d_a1ce)
    let cube = near * near * near
    return near * ((cube + 2 * self) / (2 * cube + self))
  }
}

/// The division of a curve into chords, equal in the parameter except for the first and the last.
struct Chords: BitwiseCopyable {
  /// The number of chords.
  let count: Int
  /// The parameter length of all chords except the first and the last.
  let length: Double

  /// The greatest distance of a chord from the curve times its length, square pixels. For a chord
  /// with one end on the curve and half the length, this is about one level.
  static var tolerance: Double { 0.022 }
  /// The greatest distance of any chord from the curve, pixels: under three levels.
  static var longTolerance: Double { 0.012 }

  /// - Parameters:
  ///   - bend: the greatest |B″| of the curve.
  ///   - speed: its greatest |B′|.
  @inline(__always)
  init(bend: Double, speed: Double) {
    // s L = bend · speed / 8 for one chord over all of it.
    let load = bend * speed * (1 / (8 * Self.tolerance))
    // A single chord has no corner to move outside.
    if !(load > 0.32) {
      (count, length) = (1, 1)
      return
    }
    let root = min(load.cubeRoot, (bend * (1 / (8 * Self.longTolerance))).squareRoot())
    let whole = max(1, min(2_048, root.ceiling))
    count = whole + 1
    length = whole == 1 ? 0.5 : 1 / Double(whole)
  }

  /// The parameter at the end of the chord before `index`; 0 for index 0.
  @inline(__always)
  func end(_ index: Int) -> Double {
    if index >= count { return 1 }
    if index == 0 { return 0 }
    return count == 2 ? 0.5 : (Double(index) - 0.5) * length
  }
}

extension PathPen {
  /// Adds a path's contours to an outline.
  func trace(_ path: Path, into outline: inout StrokeOutline) {
    let (steps, points) = (steps.span, points.span)
    var place = path.points.lowerBound
    var start: Vector?
    var current = Vector()
    var isOpen = false
    for index in path.steps {
      switch steps[index] {
      case .move:
        if isOpen { outline.end(isClosed: false) }
        current = Vector(bounding: points[place])
        start = current
        outline.begin(at: current)
        isOpen = true
        place += 1
        continue
      case .close:
        if isOpen { outline.end(isClosed: true) }
        if let start { current = start }
        isOpen = false
        continue
      case .line, .quad, .cubic: break
      }
      if !isOpen {
        current = start ?? Vector(bounding: points[place])
        start = current
        outline.begin(at: current)
        isOpen = true
      }
      let one = Vector(bounding: points[place])
      if steps[index] == .line {
        outline.line(to: one)
        current = one
        place += 1
        continue
      }
      let next = Vector(bounding: points[place + 1])
      var (first, second, last) = (one, next, next)
      if steps[index] == .quad {
        // The equivalent cubic curve.
        first = current + (one - current) * (2 / 3)
        second = next + (one - next) * (2 / 3)
        place += 2
      } else {
        last = Vector(bounding: points[place + 2])
        place += 3
      }
      outline.cubic(Cubic(current, first, second, last))
      current = last
    }
    if isOpen { outline.end(isClosed: false) }
  }
}
