/// The part of a pixel that lies on one side of a straight line, in `0...1`; the formula is in
/// `DiscCoverage.swift`.
enum HalfPlaneCoverage {
  /// Keeps a and b away from zero: a line this close to an axis covers the same, and where a pixel's centre is the
  /// centre of a disc, there is no normal.
  static let least: Float = 1e-6

  /// The oracle: one pixel.
  ///
  /// - Parameters:
  ///   - inside: the distance from the pixel's centre to the line, pixels, positive where it is covered.
  ///   - across: the unit normal's x, without sign.
  ///   - down: the unit normal's y, without sign.
  static func scalar(inside: Float, across: Float, down: Float) -> Float {
    let most = across > down ? across : down
    let a = most > Self.least ? most : Self.least
    let least = across > down ? down : across
    let b = least > Self.least ? least : Self.least
    let reach = (a + b) * 0.5 - abs(inside)
    let t = reach > 0 ? reach : 0
    let m = t < b ? t : b
    let small = m * (2 * t - m) / (2 * a * b)
    return inside >= 0 ? 1 - small : small
  }

  /// Eight pixels.
  static func simd(
    inside: SIMD8<Float>, across: SIMD8<Float>, down: SIMD8<Float>
  ) -> SIMD8<Float> {
    let isSteep: SIMDMask<SIMD8<Int32>> = across .> down
    var a = down.replacing(with: across, where: isSteep)
    a.replace(with: least, where: a .<= least)
    var b = across.replacing(with: down, where: isSteep)
    b.replace(with: least, where: b .<= least)
    let reach: SIMD8<Float> = (a + b) * 0.5 - DiscCoverage.magnitude(inside)
    let t = reach.replacing(with: 0, where: reach .<= 0)
    let m = b.replacing(with: t, where: t .< b)
    let small: SIMD8<Float> = m * (2 * t - m) / (2 * a * b)
    return small.replacing(with: 1 - small, where: inside .>= 0)
  }
}
