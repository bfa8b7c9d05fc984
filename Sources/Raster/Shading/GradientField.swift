import Graphics
import Pixels
import RasterKernels

/// A gradient that is neither horizontal nor vertical, or conic: the place of each pixel is
/// computed.
struct GradientField {
  // The origin's integral and fractional parts. Subtracted one after the other, they keep distances
  // exact far from the canvas's origin, too.
  private var wholeX: Float = 0
  private var restX: Float = 0
  private var wholeY: Float = 0
  private var restY: Float = 0
  // The change of the place per pixel to the right and down.
  private var alongX: Float = 0
  private var alongY: Float = 0
  // The start angle of a conic gradient, turns.
  private var start: Float = 0
  private var isConic = false
  private var repeats = false
  private var stops = StopRange.none

  /// Creates a gradient without stops.
  init() {}

  init(_ gradient: AxialGradient) {
    (stops, repeats) = (gradient.stops, gradient.repeats)
    setOrigin(gradient.start)
    let (x, y) = (gradient.end.x - gradient.start.x, gradient.end.y - gradient.start.y)
    let square = x * x + y * y
    (alongX, alongY) = (Self.bounded(x / square, by: 1e6), Self.bounded(y / square, by: 1e6))
  }

  init(_ gradient: ConicGradient) {
    (stops, isConic) = (gradient.stops, true)
    setOrigin(gradient.centre)
    let whole = gradient.start - Double(gradient.start.floor)
    start = Self.bounded(whole, by: 1)
  }

  private mutating func setOrigin(_ point: Point) {
    func parts(_ place: Double) -> (Float, Float) {
      // Below 2²³, so that a pixel's center minus the integral part is exact.
      let place = max(-4e6, min(4e6, place))
      let whole = place.floor
      return (Float(whole), Float(place - Double(whole)))
    }
    (wholeX, restX) = parts(point.x)
    (wholeY, restY) = parts(point.y)
  }

  private static func bounded(_ number: Double, by limit: Double) -> Float {
    Float(max(-limit, min(limit, number)))
  }

  /// The places of eight pixels of a row from a column on. A pixel's place does not depend on the
  /// column at which its span begins.
  @inline(__always)
  private func places(_ x: Int, _ y: Int) -> SIMD8<Float> {
    let middles: SIMD8<Float> = SIMD8(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5) + Float(x)
    let across: SIMD8<Float> = middles - wholeX - restX
    let down = Float(y) + 0.5 - wholeY - restY
    if isConic {
      let turns = TurnsKernel.simd(across: across, down: SIMD8(repeating: down))
      return Lanes.fraction(turns - start)
    }
    let place: SIMD8<Float> = across * alongX + down * alongY
    return repeats ? Lanes.fraction(place) : place
  }

  /// The words of eight pixels of a row from a column on.
  ///
  /// - Parameters:
  ///   - table: the colors at equidistant places; nil if the colors change too fast.
  ///   - list: the list with the stops.
  @_optimize(speed) @inline(never)
  func words(_ x: Int, _ y: Int, _ table: PixelRows?, of list: DisplayList) -> SIMD8<UInt32> {
    let places = places(x, y)
    if let table {
      let count = Float(table.size.width)
      let inside = Lanes.min(Lanes.clampedToZero(places), SIMD8(repeating: 0.999_999_94))
      // Truncates a positive number, by rounding it minus one half.
      let nearest: SIMD8<Float> = Lanes.clampedToZero(inside * count - 0.5) + 8_388_608
      return table.gather(Lanes.bitPattern(nearest))
    }
    var words = SIMD8<UInt32>()
    for lane in 0..<8 {
      // A new ramp for each pixel, so that unordered stops give the same color regardless of
      // earlier places.
      var ramp = ColorRamp(list[stops])
      words[lane] = ramp.word(at: places[lane])
    }
    return words
  }
}
