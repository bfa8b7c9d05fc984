import Base

/// A damped spring that is let go at 0 and comes to rest at 1, as a formula.
///
/// The corresponding Core Animation class is `CASpringAnimation`. It must swing: critical and stronger damping have
/// other formulas.
public struct Spring: Sendable {
  /// How fast the swinging dies down: the exponent a second, above 0.
  private let decay: Double
  /// How often it swings, in turns a second.
  private let frequency: Double

  /// Mass 1, stiffness 100, damping 10: Core Animation's own. It overshoots by 0.163 after 0.36 s, and keeps within
  /// 0.01 after 0.9 s.
  public static var standard: Spring { Spring(mass: 1, stiffness: 100, damping: 10) }

  /// Creates a spring. Traps when it would not swing.
  public init(mass: Double, stiffness: Double, damping: Double) {
    decay = damping / (2 * mass)
    let square = stiffness / mass - decay * decay
    precondition(square > 0, "the spring doesn't swing")
    frequency = square.squareRoot() / (2 * Double.pi)
  }

  /// Where it is some seconds after it was let go at 0; 0 before.
  public func position(after seconds: Double) -> Double {
    if seconds <= 0 { return 0 }
    let direction = UnitVector(turns: frequency * seconds)
    let lag = decay / (2 * Double.pi * frequency)
    return 1 - exponential(-decay * seconds) * (direction.x + lag * direction.y)
  }
}
