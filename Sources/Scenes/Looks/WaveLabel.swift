import Configuration
import Graphics
import ProgressModel
import Text

/// The percentage between a wave and the ring around it. Lengths are in design points from the
/// ring's center.
struct WaveLabel {
  /// The largest height of a digit.
  let height: Double
  private let typesetters: Typesetters

  /// The distance from the wave and from the ring.
  private static let gap = 4.0
  /// Half the width of the widest text, relative to a digit's height: "100 %" in most fonts.
  private static let half = 1.8

  init(_ settings: SceneSettings) {
    height = settings.number(.waveDigitHeight)
    typesetters = settings.typesetters ?? .builtIn()
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
    let square = Self.half * Self.half + 1
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
    typesetters.draw(
      .percent(percent, hasSteps: false), within: 2 * Self.half,
      at: Transform(
        moving: Point(x: 0, y: 0), to: points.apply(Point(x: 0, y: top + Self.gap + height / 2)),
        scale: height * part * points.right.x),
      color: color, alpha: alpha, into: &list)
  }
}
