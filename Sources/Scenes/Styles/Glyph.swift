import Base
import Graphics

/// The tick and the cross of an outcome, as measured in ANIMATIONS.md §5.1.
enum Glyph {
  case tick, cross

  /// The corners in the unit box: of the tick's line, or of the cross's two lines.
  private var corners: [4 of (x: Double, y: Double)] {
    self == .tick
      ? [(0.1704, 0.4022), (0.3420, 0.6312), (0.3420, 0.6312), (0.8292, 0.3014)]
      : [(0.2954, 0.2954), (0.7046, 0.7046), (0.7046, 0.2954), (0.2954, 0.7046)]
  }

  /// The glyph of an outcome.
  static func of(success: Bool) -> Glyph { success ? tick : cross }

  /// Draws the glyph at a time of its pulse.
  ///
  /// - Parameters:
  ///   - base: the side of the box that the pulse scales, pixels.
  ///   - time: the time since the pulse began.
  func draw(
    around centre: Point, base: Double, color: Color, since time: Duration,
    pulse: Pulse = .asRun, into list: inout DisplayList
  ) {
    let box = base * pulse.size(at: time)
    // The tick's box is lower than its middle.
    let drop = self == .tick ? 0.05 : 0
    let corner = Point(x: centre.x - box / 2, y: centre.y - box / 2 + box * drop)
    let transform = Transform(
      right: Point(x: box, y: 0), down: Point(x: 0, y: box), origin: corner)
    draw(transform, color: color, alpha: Float(pulse.alpha(at: time)), into: &list)
  }

  /// Draws the glyph with a transform of the unit box, which includes the drop.
  func draw(_ transform: Transform, color: Color, alpha: Float, into list: inout DisplayList) {
    let path = list.path(transform) { pen in
      let corners = corners
      for index in corners.indices {
        let corner = Point(x: corners[index].x, y: corners[index].y)
        if index == 0 || index == 2 && self == .cross {
          pen.move(to: corner)
        } else if index != 2 {
          pen.line(to: corner)
        }
      }
    }
    let (right, down) = (transform.right, transform.down)
    let box = abs(right.x * down.y - right.y * down.x).squareRoot()
    list.stroke(
      path, width: (self == .tick ? 0.2034 : 0.1895) * box, with: color, alpha: alpha)
  }
}

/// A size animation relative to a base: growth to the full size, then a little back (ANIMATIONS.md
/// §5.3).
enum Pulse {
  /// The timing with which the original program ran, and the one that its author wrote.
  case asRun, asWritten

  /// The size at the end, relative to the base.
  static var rest: Double { 0.9 }

  /// The time of the growth, and of the way back.
  private var half: Duration { self == .asRun ? .milliseconds(180) : .milliseconds(300) }
  private var fade: Duration { self == .asRun ? EasedValue.standardDuration : .seconds(1) }

  /// The duration of the animation.
  var duration: Duration { max(half * 2, fade) }

  /// The size relative to the base, at a time since the beginning.
  func size(at time: Duration) -> Double {
    if time < half {
      let part = half.fraction(at: time, from: .zero)
      return 0.7 + (1 - 0.7) * TimingFunction.easeInEaseOut.value(at: part)
    }
    let part = half.fraction(at: time, from: half)
    return 1 + (Self.rest - 1) * TimingFunction.easeOut.value(at: part)
  }

  /// The glyph's opacity at a time since the beginning.
  func alpha(at time: Duration) -> Double {
    let timing: TimingFunction = self == .asRun ? .standard : .easeInEaseOut
    return timing.value(at: fade.fraction(at: time, from: .zero))
  }
}
