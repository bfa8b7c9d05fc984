// How much of a pixel a disc covers.
//
// Where the disc is large against the pixel, its edge within one pixel is a straight line but for a bulge
// of 1/(24 r): so the pixel is cut by the tangent at the point next to its centre. With a ≥ b the components
// of the unit normal (without signs) and d the distance from the centre to the edge, what lies on the small
// side of a line is a triangle or a trapezium:
//
//     t = max((a + b)/2 − |d|, 0),  m = min(t, b),  area = m (2 t − m) / (2 a b)
//
// A small disc's edge is too curved for that. There the pixel is cut into 64 strips, and in each the exact
// extent of the circle along its middle is taken. Both forms compute in the same order, so they agree to the bit.

/// The part of a pixel that lies in a disc, in `0...1`.
enum DiscCoverage {
  /// Below this radius the edge is too curved to be a line, pixels.
  static let smallRadius: Float = 6
  private static let strips = 64

  /// The oracle: one pixel.
  ///
  /// - Parameters:
  ///   - x: from the disc's centre to the pixel's, pixels, to the right.
  ///   - y: the same, down.
  ///   - radius: the disc's, pixels; nothing is covered at zero or less.
  static func scalar(x: Float, y: Float, radius: Float) -> Float {
    if radius <= 0 || abs(y) >= radius + 1 { return 0 }
    if radius < smallRadius {
      var sum: Float = 0
      for strip in 0..<strips {
        let half = halfChord(y, strip, radius)
        let overlap = min(x + 0.5, half) - max(x - 0.5, -half)
        sum += overlap > 0 ? overlap : 0
      }
      return sum / Float(strips)
    }
    let distance = (x * x + y * y + 1e-12).squareRoot()
    let across = abs(x) / distance
    let down = abs(y) / distance
    return HalfPlaneCoverage.scalar(
      inside: radius - distance - 1 / (24 * radius), across: across, down: down)
  }

  /// Eight pixels of one row.
  static func simd(x: SIMD8<Float>, y: Float, radius: Float) -> SIMD8<Float> {
    if radius <= 0 || abs(y) >= radius + 1 { return SIMD8(repeating: 0) }
    if radius < smallRadius {
      var sum = SIMD8<Float>(repeating: 0)
      for strip in 0..<strips {
        let half = SIMD8<Float>(repeating: halfChord(y, strip, radius))
        let right = x + 0.5
        let left = x - 0.5
        let end = right.replacing(with: half, where: half .< right)
        let start = left.replacing(with: -half, where: -half .> left)
        let overlap = end - start
        sum += overlap.replacing(with: 0, where: overlap .<= 0)
      }
      return sum / Float(strips)
    }
    let distance = (x * x + y * y + 1e-12).squareRoot()
    let across = magnitude(x) / distance
    let down = SIMD8<Float>(repeating: abs(y)) / distance
    return HalfPlaneCoverage.simd(
      inside: radius - distance - 1 / (24 * radius), across: across, down: down)
  }

  /// Half the length of the circle's chord along the middle of one of a pixel row's strips.
  private static func halfChord(_ y: Float, _ strip: Int, _ radius: Float) -> Float {
    let height = y - 0.5 + (Float(strip) + 0.5) / Float(strips)
    let square = radius * radius - height * height
    // An extent below nothing is less than any pixel's, so that it adds nothing.
    return square > 0 ? square.squareRoot() : -1
  }

  /// The lanes without their signs.
  static func magnitude(_ x: SIMD8<Float>) -> SIMD8<Float> { x.replacing(with: -x, where: x .< 0) }
}
