// Directions as fractions of a turn, clockwise from three o'clock.
//
// The ratio a of the shorter to the longer component is the tangent of an angle of at most an
// eighth of a turn. A polynomial with six odd powers approximates that angle with an error of at
// most 2.7e-7 turns, in Float 3e-7. The longer component and both signs determine the octant.

/// Computes the angles of directions.
public enum TurnsKernel {
  /// Coefficients of a, a³, a⁵ and so on: the minimax polynomial over `0...1`.
  @inlinable static var coefficients: (Float, Float, Float, Float, Float, Float) {
    (0.159_151_317, -0.052_938_566, 0.030_802_902, -0.018_529_837, 0.008_379_073, -0.001_865_153)
  }

  /// The angles of eight directions, in `0...1` turns; 0 for a zero vector.
  @inlinable @inline(__always)
  public static func simd(across: SIMD8<Float>, down: SIMD8<Float>) -> SIMD8<Float> {
    let (x, y) = (Lanes.magnitude(across), Lanes.magnitude(down))
    let isSteep = Lanes.isNegative(x - y)
    let longer = Lanes.select(isSteep, y, x)
    let shorter = Lanes.select(isSteep, x, y)
    let ratio: SIMD8<Float> = shorter / (longer + 1e-30)
    let square: SIMD8<Float> = ratio * ratio
    let (a, b, c, d, e, f) = coefficients
    var eighth: SIMD8<Float> = f * square + e
    eighth = eighth * square + d
    eighth = eighth * square + c
    eighth = eighth * square + b
    eighth = eighth * square + a
    let angle: SIMD8<Float> = eighth * ratio
    let quarter = Lanes.select(isSteep, 0.25 - angle, angle)
    let half = Lanes.select(Lanes.isNegative(across), 0.5 - quarter, quarter)
    return Lanes.select(Lanes.isNegative(down), 1 - half, half)
  }
}
