import Graphics

/// A percentage between a wave and the ring around it. In design points from the ring's centre.
struct WaveLabel {
  /// Digits behind the point, in `0...2`.
  let decimals: Int
  /// How high a digit is, at most.
  let height: Double

  /// How far it keeps away from both.
  private static let gap = 4.0

  /// What 1 is, in units of the last place.
  private var whole: Double { decimals == 0 ? 100 : decimals == 1 ? 1_000 : 10_000 }

  private func text(_ fraction: Double) -> DigitText {
    // Rounded down, but for what Doubles are short of their decimals.
    DigitText(percent: Int(fraction * whole + 1e-6), decimals: decimals)
  }

  /// How high a digit is: no higher than that the widest text has room.
  ///
  /// - Parameters:
  ///   - top: how far down the wave comes.
  ///   - radius: of the ring's inner edge.
  /// - Returns: 0 or less where there is no room.
  func height(below top: Double, within radius: Double) -> Double {
    let (top, radius) = (top + Self.gap, radius - Self.gap)
    // Both lower corners, (±height · half, top + height), are on the circle.
    let half = StrokedDigits.width(of: text(1), height: 0.5)
    let square = half * half + 1
    let room = top * top + square * (radius * radius - top * top)
    return room > 0 ? min(height, (room.squareRoot() - top) / square) : 0
  }

  /// Draws it.
  ///
  /// - Parameters:
  ///   - part: how large it is, as a part of its size.
  ///   - points: from design points to the canvas.
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
