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
  public init(turns: Double) {
    let reduced = turns - turns.rounded(.down)
    let quarter = (reduced * 4).rounded()
    let angle = (reduced - quarter / 4) * (2 * Double.pi)
    let (sine, cosine) = (Self.sine(angle), Self.cosine(angle))
    switch Int(quarter) & 3 {
    case 0: self.init(x: cosine, y: sine)
    case 1: self.init(x: -sine, y: cosine)
    case 2: self.init(x: -cosine, y: -sine)
    default: self.init(x: sine, y: -cosine)
    }
  }

  /// sin for |angle| ≤ π/4, radians.
  private static func sine(_ angle: Double) -> Double {
    let square = angle * angle
    var sum = 1 - square * (1 / 156)
    sum = 1 - square * (1 / 110) * sum
    sum = 1 - square * (1 / 72) * sum
    sum = 1 - square * (1 / 42) * sum
    sum = 1 - square * (1 / 20) * sum
    sum = 1 - square * (1 / 6) * sum
    return angle * sum
  }

  /// cos for |angle| ≤ π/4, radians.
  private static func cosine(_ angle: Double) -> Double {
    let square = angle * angle
    var sum = 1 - square * (1 / 132)
    sum = 1 - square * (1 / 90) * sum
    sum = 1 - square * (1 / 56) * sum
    sum = 1 - square * (1 / 30) * sum
    sum = 1 - square * (1 / 12) * sum
    return 1 - square * (1 / 2) * sum
  }
}
