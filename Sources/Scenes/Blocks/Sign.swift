import Base
import Graphics
import ProgressModel

/// A sign of a state, made of strokes with round ends. Lengths are in diameters of the shape that
/// it is in, from its center.
enum Sign {
  case tick, cross, square, exclamation, pause

  /// The time in which the sign is drawn.
  static let duration = Duration.milliseconds(320)

  /// The strokes: the ends of each, in the order of drawing.
  private var strokes: [8 of Float] {
    switch self {
    case .tick: [-0.19, 0.02, -0.055, 0.145, -0.055, 0.145, 0.2, -0.13]
    case .cross: [-0.14, -0.14, 0.14, 0.14, 0.14, -0.14, -0.14, 0.14]
    case .square: [-0.07, 0, 0.07, 0, 0, 0, 0, 0]
    case .exclamation: [0, -0.17, 0, 0.04, 0, 0.16, 0, 0.16]
    case .pause: [-0.06, -0.1, -0.06, 0.1, 0.06, -0.1, 0.06, 0.1]
    }
  }

  /// The sign of a phase; nil for none.
  static func of(_ phase: ProgressPhase, isPaused: Bool = false) -> Sign? {
    switch phase {
    case .idle: nil
    case .active: isPaused ? .pause : nil
    case .done: .tick
    case .failed: .cross
    case .cancelled: .square
    case .interrupted: .exclamation
    }
  }

  /// Half of the width of the sign of a phase, without its stroke; of a run's that of a pause.
  static func half(_ phase: ProgressPhase) -> Double {
    switch phase {
    case .done: 0.19
    case .failed: 0.14
    case .cancelled: 0.1
    case .interrupted: 0
    default: 0.06
    }
  }

  /// Draws the sign.
  ///
  /// - Parameters:
  ///   - centre: the shape's center, pixels.
  ///   - diameter: the shape's diameter, pixels.
  ///   - width: the width of the strokes, pixels.
  ///   - part: the drawn part of the sign, in `0...1`.
  func draw(
    around centre: Point, diameter: Double, width: Double, color: Color, part: Double = 1,
    alpha: Float = 1, transform: Transform = .identity, into list: inout DisplayList
  ) {
    if part <= 0 || alpha <= 0 { return }
    if self == .square {
      let half = 0.125 * diameter
      let corner = min(half, 0.35 * half)
      let path = list.path(transform) { pen in
        let (left, top) = (centre.x - half + corner, centre.y - half + corner)
        let (right, bottom) = (centre.x + half - corner, centre.y + half - corner)
        pen.move(to: Point(x: left, y: top))
        pen.line(to: Point(x: right, y: top))
        pen.line(to: Point(x: right, y: bottom))
        pen.line(to: Point(x: left, y: bottom))
        pen.line(to: Point(x: left, y: top))
        pen.close()
      }
      // The outline's stroke rounds the corners; the path itself fills the inside. As one layer,
      // so that they do not add up.
      return list.layer(alpha: alpha * Float(part)) { list in
        list.stroke(path, width: 2 * corner, with: color)
        list.fill(path, with: color)
      }
    }
    let strokes = self.strokes
    func point(_ index: Int) -> Point {
      Point(
        x: centre.x + Double(strokes[2 * index]) * diameter,
        y: centre.y + Double(strokes[2 * index + 1]) * diameter)
    }
    let path = list.path(transform) { pen in
      for stroke in 0..<2 {
        let drawn = max(0, min(2 * part - Double(stroke), 1))
        if drawn <= 0 { continue }
        let (start, end) = (point(2 * stroke), point(2 * stroke + 1))
        // The second stroke of a tick continues the first.
        if stroke == 0 || self != .tick { pen.move(to: start) }
        pen.line(to: start.moved(towards: end, by: drawn))
      }
    }
    list.stroke(path, width: width, with: color, alpha: alpha)
  }

  /// Draws the sign at the place of a number. It appears at a time.
  func draw(
    _ input: SceneInput, at place: NumeralPlace, color: Color, from began: Duration,
    into list: inout DisplayList
  ) {
    draw(
      around: place.centre, diameter: place.diameter, width: place.stroke, color: color,
      part: Self.part(input, from: began), into: &list)
  }

  /// The drawn part of a sign that appears at a time.
  static func part(_ input: SceneInput, from began: Duration) -> Double {
    input.ramp(from: began, over: duration, .easeOut)
  }
}
