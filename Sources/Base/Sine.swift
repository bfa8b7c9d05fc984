// Sine and cosine of an angle in turns, with the same bits on every processor.
//
// libm's functions differ in their last bits between processors and versions, and pixels would
// differ with them. This code uses only +, −, × and rounding, each of which IEEE 754 defines
// exactly; the compiler computes quotients of constants. With an angle in turns, the reduction to
// the first eighth of the circle is exact, since no π is subtracted. There sine's Taylor series,
// cut after the 13th power, and cosine's, cut after the 12th, err by less than 4e-13 (the largest
// omitted term is (π/4)¹⁴/14!).

/// A direction: the cosine and sine of an angle, in a space whose y axis points down.
@frozen public struct UnitVector: Equatable, Sendable {
  /// The cosine: the component toward three o'clock.
  public var x: Double
  /// The sine: the component toward six o'clock.
  public var y: Double

  /// Creates a direction from its two components. The sum of their squares must be 1.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Creates the direction at an angle.
  ///
  /// - Parameter turns: finite; 1 is a whole circle, 0 is three o'clock, positive is clockwise on
  ///   screen (y down). Quarter turns are exact; elsewhere each component errs by less than 1e-11.
  @_optimize(speed)
  public init(turns: Double) {
    let turns = abs(turns) < 0x1p40 ? turns : turns - turns.rounded(.towardZero)
    // Adding 1.5 · 2⁵² leaves the nearest integer in the lowest bits, much faster than a conversion
    // to an integer and back.
    let sum = turns * 4 + 0x1.8p52
    let quarter = Int32(truncatingIfNeeded: sum.bitPattern)
    let angle = (turns - (sum - 0x1.8p52) * 0.25) * (2 * Double.pi)
    let (sine, cosine) = Self.sineAndCosine(angle)
    let isUpright = quarter & 1 != 0
    let (x, y) = (isUpright ? sine : cosine, isUpright ? cosine : sine)
    self.init(x: (quarter &+ 1) & 2 != 0 ? -x : x, y: quarter & 2 != 0 ? -y : y)
  }

  /// Returns sine and cosine for |angle| ≤ π/4, radians. Both series have the same number of terms,
  /// so one vector evaluates both.
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
