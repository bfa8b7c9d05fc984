/// A function from time to progress, both in `0...1`: a cubic Bézier curve from (0, 0) to (1, 1).
///
/// The corresponding Core Animation class is `CAMediaTimingFunction`. The control points' x must
/// lie in `0...1`, so that each time has one value.
public struct TimingFunction: Equatable, Sendable {
  // The inner control points: time, in `0...1`, and value. Two registers, where four numbers would
  // take four.
  private let (first, second): (SIMD2<Double>, SIMD2<Double>)

  /// Creates a curve from its two inner control points. Traps if an x is outside `0...1`.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    precondition((0...1).contains(x1) && (0...1).contains(x2), "control points' x must be in 0...1")
    (first, second) = (SIMD2(x1, y1), SIMD2(x2, y2))
  }

  /// Constant speed.
  public static var linear: TimingFunction { TimingFunction(0, 0, 1, 1) }
  /// Slow at the start.
  public static var easeIn: TimingFunction { TimingFunction(0.42, 0, 1, 1) }
  /// Slow at the end.
  public static var easeOut: TimingFunction { TimingFunction(0, 0, 0.58, 1) }
  /// Slow at both ends.
  public static var easeInEaseOut: TimingFunction { TimingFunction(0.42, 0, 0.58, 1) }
  /// Core Animation's default curve, used by implicit animations.
  public static var standard: TimingFunction { TimingFunction(0.25, 0.1, 0.25, 1) }

  /// Returns the progress at a time.
  ///
  /// - Parameter time: clamped to `0...1`.
  /// - Returns: 0 at 0 and 1 at 1, exactly; within 1e-9 of the curve elsewhere.
  public func value(at time: Double) -> Double {
    if time <= 0 { return 0 }
    if time >= 1 { return 1 }
    if self == .linear { return time }
    // x grows with the parameter, so bisection always converges. Newton's step, taken while it
    // stays inside the interval, converges in four or five rounds.
    var (low, high) = (0.0, 1.0)
    var parameter = time
    for _ in 0..<60 {
      let error = Self.bezier(first.x, second.x, parameter) - time
      if abs(error) < 1e-12 { break }
      if error < 0 { low = parameter } else { high = parameter }
      let slope = Self.slope(first.x, second.x, parameter)
      let newton = slope > 0 ? parameter - error / slope : -1
      parameter = newton > low && newton < high ? newton : (low + high) / 2
    }
    return Self.bezier(first.y, second.y, parameter)
  }

  /// Evaluates one coordinate of the curve at a parameter, in Horner's form.
  private static func bezier(_ first: Double, _ second: Double, _ parameter: Double) -> Double {
    let c = 3 * first
    let b = 3 * (second - first) - c
    let a = 1 - c - b
    return ((a * parameter + b) * parameter + c) * parameter
  }

  /// Returns the derivative of `bezier`.
  private static func slope(_ first: Double, _ second: Double, _ parameter: Double) -> Double {
    let c = 3 * first
    let b = 3 * (second - first) - c
    let a = 1 - c - b
    return (3 * a * parameter + 2 * b) * parameter + c
  }
}
