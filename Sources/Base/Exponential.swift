// The exponential function and the hyperbolic tangent with the same bits on every processor, as
// `UnitVector` has for sine and cosine.

/// Returns e raised to a power, with a relative error below 1e-15.
///
/// The power is split into a multiple of ln 2 and a rest of at most ln 2 / 2. The rest's Taylor
/// series is cut after the 13th power (0.3466¹⁴/14! < 1e-17).
///
/// - Parameter power: clamped to ±700, where the result is a normal number.
@inline(never) public func exponential(_ power: Double) -> Double {
  let power = max(-700, min(power, 700))
  let doublings = (power * 1.442_695_040_888_963_4).rounded()
  // ln 2 in two parts. The first has so few bits that its multiples are exact.
  let rest = power - doublings * 0.693_147_180_369_123_8 - doublings * 1.908_214_929_270_587_7e-10
  var (sum, divisor) = (1.0, 13.0)
  while divisor > 0 {
    sum = 1 + rest / divisor * sum
    divisor -= 1
  }
  return sum * Double(bitPattern: UInt64(1_023 + Int(doublings)) << 52)
}
