// The coverage of pixels by a disc.
//
// If the disc is large compared with a pixel, its edge within a pixel is a straight line except for
// a bulge of 1/(24 r). So the tangent at the point nearest to the pixel's center cuts the pixel.
// With a ≥ b the components of the unit normal (without signs) and d the distance from the center
// to the edge, the area on the small side of the line is a triangle or a trapezium:
//
//     t = max((a + b)/2 − |d|, 0),  m = min(t, b),  area = m (2 t − m) / (2 a b)
//
// Scaling a, b and d by the same number does not change the area. So they stay multiplied by the
// pixel's distance from the center, which saves both divisions of the normal.
//
// The edge of a small disc is too curved for that. There the pixel is cut into 32 strips, each with
// the exact extent of the circle along its midline. Both forms compute in the same order, so they
// agree to the bit.

/// Constants and helpers for the coverage of a pixel by a disc, in `0...1`.
public enum DiscCoverage {
  /// The radius below which the edge is too curved to be a line, pixels.
  @inlinable public static var smallRadius: Float { 6 }

  /// The radius at which a circle's edge counts as a straight line: less by the circle's bulge
  /// within a pixel.
  @inlinable public static func edge(_ radius: Float) -> Float { radius - 1 / (24 * radius) }

  /// The vertical distances of rows from a center, never zero, so that each offset has a direction.
  @inlinable @inline(__always)
  public static func heights(_ y: SIMD8<Float>) -> SIMD8<Float> {
    Lanes.max(Lanes.magnitude(y), SIMD8(repeating: HalfPlaneCoverage.least))
  }

  /// The lengths of offsets.
  @inlinable @inline(__always)
  public static func distance(_ across: SIMD8<Float>, _ down: SIMD8<Float>) -> SIMD8<Float> {
    Lanes.squareRoot(across * across + down * down)
  }
}
