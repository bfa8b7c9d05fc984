import Animation
import Graphics

/// The tick and the cross that tell how it went, as ANIMATIONS.md §5.1 measured them.
struct Glyph {
  /// Corners in the unit box, one line after the other.
  private let lines: [[Point]]
  /// The stroke's width in the unit box.
  private let width: Double
  /// How far below the middle the box's centre stands, in boxes.
  private let drop: Double

  /// All is well.
  static let tick = Glyph(
    lines: [
      [Point(x: 0.1704, y: 0.4022), Point(x: 0.3420, y: 0.6312), Point(x: 0.8292, y: 0.3014)]
    ],
    width: 0.2034, drop: 0.05)
  /// It went wrong.
  static let cross = Glyph(
    lines: [
      [Point(x: 0.2954, y: 0.2954), Point(x: 0.7046, y: 0.7046)],
      [Point(x: 0.7046, y: 0.2954), Point(x: 0.2954, y: 0.7046)],
    ], width: 0.1895, drop: 0)

  /// How a glyph pops up: its box, as a part of the resting base (§5.3, as the seed's program ran).
  private static let pulse = KeyframeTrack([
    .init(.zero, 0.7), .init(.milliseconds(180), 1, .easeInEaseOut),
    .init(.milliseconds(360), 0.9, .easeOut),
  ])

  /// How long it takes to come to rest.
  static var duration: Duration { pulse.duration }

  /// Draws the glyph as it is some time after it began to appear.
  ///
  /// - Parameter base: the side of the box that the pulse scales, pixels.
  func draw(
    around centre: Point, base: Double, color: Color, since time: Duration,
    into list: inout DisplayList
  ) {
    let box = base * Self.pulse.value(at: time)
    let corner = Point(x: centre.x - box / 2, y: centre.y - box / 2 + box * drop)
    let transform = Transform(
      right: Point(x: box, y: 0), down: Point(x: 0, y: box), origin: corner)
    let path = list.path(transform) { pen in
      for line in lines {
        pen.move(to: line[0])
        for index in 1..<line.count { pen.line(to: line[index]) }
      }
    }
    let shown = EasedValue(from: 0, to: 1, at: .zero, over: EasedValue.standardDuration)
    list.fill(
      .stroke(path, style: StrokeStyle(width: width * box)), with: color,
      alpha: Float(shown.value(at: time)))
  }
}
