// Sine and cosine of an angle given in turns, the same bits on every processor.
//
// libm's functions differ between processors and versions in their last bits, and so would our
// pixels. Here only +, −, × and rounding are used, each of which IEEE 754 defines exactly; quotients of
// constants are formed by the compiler. The angle
// is taken in turns, so that reducing it to the first eighth of the circle is exact: no π is
// subtracted. There the Taylor series of both functions, cut after the twelfth power, are off by less
// than 7e-12 (the first term left out is (π/4)¹³/13!).

/// The cosine and sine of an angle.
@frozen public struct UnitVector: Equatable, Sendable {
  /// Cosine, the component towards three o'clock.
  public var x: Double
  /// Sine, the component towards six o'clock.
  public var y: Double

  /// Creates a direction from its two components, whose squares add up to 1.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The direction at an angle.
  ///
  /// - Parameter turns: finite, clockwise on screen (y down), 0 at three o'clock, 1 a whole circle.
  ///   Quarter turns are exact; elsewhere each component is off by less than 1e-11.
  @_optimize(speed)
  public init(turns: Double) {
    let turns = abs(turns) < 0x1p40 ? turns : turns - turns.rounded(.towardZero)
    // Adding 1.5 · 2⁵² leaves the nearest whole number in the lowest bits, far sooner than converting it there and back.
    let sum = turns * 4 + 0x1.8p52
    let quarter = Int32(truncatingIfNeeded: sum.bitPattern)
    let angle = (turns - (sum - 0x1.8p52) * 0.25) * (2 * Double.pi)
    let (sine, cosine) = Self.sineAndCosine(angle)
    let isUpright = quarter & 1 != 0
    let (x, y) = (isUpright ? sine : cosine, isUpright ? cosine : sine)
    self.init(x: (quarter &+ 1) & 2 != 0 ? -x : x, y: quarter & 2 != 0 ? -y : y)
  }

  /// sin and cos for |angle| ≤ π/4, radians: as many terms of one series as of the other, so that neither waits.
  @inline(__always)
  private static func sineAndCosine(_ angle: Double) -> (Double, Double) {
    let square = angle * angle
    let one = SIMD2<Double>(1, 1)
    var sum = one - square * SIMD2(1 / 156, 1 / 132)
    sum = one - square * SIMD2(1 / 110, 1 / 90) * sum
    sum = one - square * SIMD2(1 / 72, 1 / 56) * sum
    sum = one - square * SIMD2(1 / 42, 1 / 30) * sum
    sum = one - square * SIMD2(1 / 20, 1 / 12) * sum
    sum = one - square * SIMD2(1 / 6, 1 / 2) * sum
    return (angle * sum.x, sum.y)
  }
}
