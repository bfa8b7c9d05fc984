/// The closed form of a damped spring that moves from 0 to rest at 1.
///
/// The corresponding Core Animation class is `CASpringAnimation`. Only underdamped springs:
/// critical and stronger damping have other formulas.
public struct Spring: Sendable {
  /// The decay of the amplitude: the exponent per second, above 0.
  private let decay: Double
  /// The frequency, cycles per second.
  private let frequency: Double

  /// Core Animation's default: mass 1, stiffness 100, damping 10. It overshoots by 0.163 after 0.36
  /// s and stays within 0.01 after 0.9 s.
  public static var standard: Spring { Spring(mass: 1, stiffness: 100, damping: 10) }

  /// Creates a spring. Traps unless it is underdamped.
  public init(mass: Double, stiffness: Double, damping: Double) {
    decay = damping / (2 * mass)
    let square = stiffness / mass - decay * decay
    precondition(square > 0, "the spring doesn't swing")
    frequency = square.squareRoot() / (2 * Double.pi)
  }

  /// Returns the position some seconds after the release at 0; 0 before.
  public func position(after seconds: Double) -> Double {
    if seconds <= 0 { return 0 }
    let direction = UnitVector(turns: frequency * seconds)
    let lag = decay / (2 * Double.pi * frequency)
    return 1 - exponential(-decay * seconds) * (direction.x + lag * direction.y)
  }
}
