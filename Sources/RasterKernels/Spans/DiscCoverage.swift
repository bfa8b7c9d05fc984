// How much of a pixel a disc covers.
//
// Where the disc is large against the pixel, its edge within one pixel is a straight line but for a
// bulge of 1/(24 r): so the pixel is cut by the tangent at the point next to its center. With a ≥ b
// the components of the unit normal (without signs) and d the distance from the center to the edge,
// what lies on the small side of a line is a triangle or a trapezium:
//
//     t = max((a + b)/2 − |d|, 0),  m = min(t, b),  area = m (2 t − m) / (2 a b)
//
// The area stays the same when a, b and d are multiplied by the same number, so they are left
// multiplied by the pixel's distance from the center: that spares both divisions of the normal.
//
// A small disc's edge is too curved for that. There the pixel is cut into 32 strips, and in each
// the exact extent of the circle along its middle is taken. Both forms compute in the same order,
// so they agree to the bit.

/// The part of a pixel that lies in a disc, in `0...1`.
public enum DiscCoverage {
  /// Below this radius the edge is too curved to be a line, pixels.
  @inlinable public static var smallRadius: Float { 6 }

  /// Where a circle's edge counts as a straight line: nearer by the bulge of the circle within a
  /// pixel.
  @inlinable public static func edge(_ radius: Float) -> Float { radius - 1 / (24 * radius) }

  /// How far rows are from a center, kept from being zero, so that no way is without a direction.
  @inlinable @inline(__always)
  public static func heights(_ y: SIMD8<Float>) -> SIMD8<Float> {
    Lanes.max(Lanes.magnitude(y), SIMD8(repeating: HalfPlaneCoverage.least))
  }

  /// The lengths of ways.
  @inlinable @inline(__always)
  public static func distance(_ across: SIMD8<Float>, _ down: SIMD8<Float>) -> SIMD8<Float> {
    Lanes.squareRoot(across * across + down * down)
  }
}
