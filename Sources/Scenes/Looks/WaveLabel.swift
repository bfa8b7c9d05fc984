import Graphics

/// The percentage between a wave and the ring around it. Lengths are in design points from the
/// ring's center.
struct WaveLabel {
  /// The number of decimals, in `0...2`.
  let decimals: Int
  /// The largest height of a digit.
  let height: Double

  /// The distance from the wave and from the ring.
  private static let gap = 4.0

  /// The fraction 1 in units of the last decimal.
  private var whole: Double { decimals == 0 ? 100 : decimals == 1 ? 1_000 : 10_000 }

  private func text(_ fraction: Double) -> DigitText {
    // Rounded down, except for the rounding errors of Double.
    DigitText(percent: Int(fraction * whole + 1e-6), decimals: decimals)
  }

  /// The height of a digit: at most so high that the widest text fits.
  ///
  /// - Parameters:
  ///   - top: the wave's lowest point.
  ///   - radius: the radius of the ring's inner edge.
  /// - Returns: 0 or less if no digit fits.
  func height(below top: Double, within radius: Double) -> Double {
    let (top, radius) = (top + Self.gap, radius - Self.gap)
    // Both lower corners, (±height · half, top + height), are on the circle.
    let half = StrokedDigits.width(of: text(1), height: 0.5)
    let square = half * half + 1
    let room = top * top + square * (radius * radius - top * top)
    return room > 0 ? min(height, (room.squareRoot() - top) / square) : 0
  }

  /// Draws the label.
  ///
  /// - Parameters:
  ///   - part: a scale factor of its size.
  ///   - points: the transform from design points to the canvas.
  func draw(
    _ fraction: Double, below top: Double, within radius: Double, part: Double,
    _ points: Transform, color: Color, alpha: Float, into list: inout DisplayList
  ) {
    let height = height(below: top, within: radius)
    if height <= 0 { return }
    let place = points.apply(Point(x: 0, y: top + Self.gap + height / 2))
    StrokedDigits.draw(
      text(fraction), centredAt: place, height: height * part * points.right.x, color: color,
      alpha: alpha, into: &list)
  }
}
