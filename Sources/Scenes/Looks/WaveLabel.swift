import Configuration
import Graphics
import ProgressModel
import Text

/// The percentage between a wave and the ring around it. Lengths are in design points from the
/// ring's center.
struct WaveLabel {
  /// The largest height of a digit.
  let height: Double
  private let typesetters: Typesetters?
  /// Half the width of the widest text, relative to a digit's height.
  private let half: Double

  /// The distance from the wave and from the ring.
  private static let gap = 4.0

  init(_ settings: SceneSettings) {
    height = settings.number(.waveDigitHeight)
    typesetters = settings.typesetters ?? .builtIn()
    half = (typesetters?.width(of: .percent(100, hasSteps: false)) ?? 0) / 2
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
    _ percent: Int, below top: Double, within radius: Double, part: Double,
    _ points: Transform, color: Color, alpha: Float, into list: inout DisplayList
  ) {
    let height = height(below: top, within: radius)
    if height <= 0 { return }
    typesetters?.draw(
      .percent(percent, hasSteps: false),
      around: points.apply(Point(x: 0, y: top + Self.gap + height / 2)),
      height: height * part * points.right.x, color: color, alpha: alpha, into: &list)
  }
}
