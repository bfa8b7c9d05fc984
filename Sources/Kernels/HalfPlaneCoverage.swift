/// The part of a pixel that lies on one side of a straight line, in `0...1`; the formula is in
/// `DiscCoverage.swift`.
///
/// Lengths may be given in any unit, the same one for all: the area is a ratio.
public enum HalfPlaneCoverage {
  /// Keeps the normal's components away from zero, as a part of its length: a line this close to an axis covers the same.
  @inlinable public static var least: Float { 1e-6 }

  /// The oracle: one pixel.
  ///
  /// - Parameters:
  ///   - inside: the distance from the pixel's centre to the line, positive where it is covered.
  ///   - across: the normal's x, without sign. The normal is as long as a pixel.
  ///   - down: the normal's y, without sign. One of both is above zero.
  ///   - least: what the lesser one counts as if it is below.
  public static func scalar(inside: Float, across: Float, down: Float, least: Float) -> Float {
    let a = across > down ? across : down
    let lesser = across > down ? down : across
    let b = lesser > least ? lesser : least
    let reach = (a + b) * 0.5 - abs(inside)
    let t = reach > 0 ? reach : 0
    let m = t < b ? t : b
    let small = m * (2 * t - m) / (2 * a * b)
    return inside.sign == .plus ? 1 - small : small
  }

  /// Eight pixels.
  @inlinable @inline(__always)
  public static func simd(
    inside: SIMD8<Float>, across: SIMD8<Float>, down: SIMD8<Float>, least: SIMD8<Float>
  ) -> SIMD8<Float> {
    let a = Lanes.greater(across, down)
    let b = Lanes.greater(Lanes.lesser(across, down), least)
    let t = Lanes.positive((a + b) * 0.5 - Lanes.magnitude(inside))
    let m = Lanes.lesser(t, b)
    let small: SIMD8<Float> = m * (2 * t - m) / (2 * a * b)
    return Lanes.select(Lanes.bits(inside), small, 1 - small)
  }

  /// Eight pixels, from the ways from some points to them: the lines lie across these.
  ///
  /// - Parameters:
  ///   - inside: how far each pixel's centre is within the line.
  ///   - distance: how long the way is.
  ///   - across: how far it leads to the right.
  ///   - down: how far it leads down, without sign and above zero.
  @inlinable @inline(__always)
  public static func simd(
    inside: SIMD8<Float>, distance: SIMD8<Float>, across: SIMD8<Float>, down: SIMD8<Float>
  ) -> SIMD8<Float> {
    simd(
      inside: inside * distance, across: Lanes.magnitude(across), down: down,
      least: distance * Self.least)
  }

  /// Eight pixels cut by a radial line, whose direction is turned by a quarter to make the normal.
  @inlinable @inline(__always)
  public static func simd(inside: SIMD8<Float>, normal direction: SIMD2<Float>) -> SIMD8<Float> {
    simd(
      inside: inside, across: SIMD8(repeating: abs(direction.y)),
      down: SIMD8(repeating: abs(direction.x)), least: SIMD8(repeating: least))
  }
}
