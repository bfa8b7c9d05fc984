import Animation
import Base
import Graphics

/// The tick and the cross of an outcome, as measured in ANIMATIONS.md §5.1.
struct Glyph {
  /// The corners of each line in the unit box.
  private let lines: [[Point]]
  /// The stroke's width in the unit box.
  private let width: Double
  /// The distance from the middle down to the box's center, in box sides.
  private let drop: Double

  /// The glyph of success.
  static let tick = Glyph(
    lines: [
      [Point(x: 0.1704, y: 0.4022), Point(x: 0.3420, y: 0.6312), Point(x: 0.8292, y: 0.3014)]
    ],
    width: 0.2034, drop: 0.05)
  /// The glyph of failure.
  static let cross = Glyph(
    lines: [
      [Point(x: 0.2954, y: 0.2954), Point(x: 0.7046, y: 0.7046)],
      [Point(x: 0.7046, y: 0.2954), Point(x: 0.2954, y: 0.7046)],
    ], width: 0.1895, drop: 0)

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
    let corner = Point(x: centre.x - box / 2, y: centre.y - box / 2 + box * drop)
    let transform = Transform(
      right: Point(x: box, y: 0), down: Point(x: 0, y: box), origin: corner)
    draw(transform, color: color, alpha: Float(pulse.alpha(at: time)), into: &list)
  }

  /// Draws the glyph with a transform of the unit box, which includes the drop.
  func draw(_ transform: Transform, color: Color, alpha: Float, into list: inout DisplayList) {
    let path = list.path(transform) { pen in
      for line in lines {
        pen.move(to: line[0])
        for index in 1..<line.count { pen.line(to: line[index]) }
      }
    }
    let (right, down) = (transform.right, transform.down)
    let box = abs(right.x * down.y - right.y * down.x).squareRoot()
    list.stroke(path, width: width * box, with: color, alpha: alpha)
  }
}

/// A size animation relative to a base: growth to the full size, then a little back (ANIMATIONS.md
/// §5.3).
struct Pulse: Sendable {
  private let track: KeyframeTrack
  private let fade: (duration: Duration, timing: TimingFunction)

  /// The timing with which the original program ran.
  static let asRun = Pulse(
    peak: .milliseconds(180), rest: .milliseconds(360),
    fade: (EasedValue.standardDuration, .standard))
  /// The timing that the original author wrote.
  static let asWritten = Pulse(
    peak: .milliseconds(300), rest: .milliseconds(600), fade: (.seconds(1), .easeInEaseOut))

  private init(
    peak: Duration, rest: Duration, fade: (duration: Duration, timing: TimingFunction)
  ) {
    track = KeyframeTrack([
      .init(.zero, 0.7), .init(peak, 1, .easeInEaseOut), .init(rest, Self.rest, .easeOut),
    ])
    self.fade = fade
  }

  /// The size at the end, relative to the base.
  static var rest: Double { 0.9 }

  /// The duration of the animation.
  var duration: Duration { max(track.duration, fade.duration) }

  /// The size relative to the base, at a time since the beginning.
  func size(at time: Duration) -> Double { track.value(at: time) }

  /// The glyph's opacity at a time since the beginning.
  func alpha(at time: Duration) -> Double {
    fade.timing.value(at: fade.duration.fraction(at: time, from: .zero))
  }
}
