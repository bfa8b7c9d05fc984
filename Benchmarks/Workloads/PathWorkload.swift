import Graphics

/// Three outlines side by side: one that rests, one that turns, and a stroke whose wave moves.
enum PathWorkload {
  static func draw(_ frame: Int, _ canvas: Size, into list: inout DisplayList) {
    let (centre, side) = (canvas.centre, canvas.shortSide)
    let arrow = Transform(
      moving: Point(x: 0, y: 0), to: Point(x: centre.x - 0.24 * side, y: centre.y - 0.05 * side),
      scale: 0.1 * side)
    let first = list.path(arrow, Self.drawArrow)
    list.fill(.path(first), with: Color(0x30_3030))
    let pencil = Transform(
      moving: Point(x: 0.5, y: 0.5), to: Point(x: centre.x - 0.06 * side, y: centre.y),
      scale: 0.1 * side, turns: Double(frame) / 120)
    let second = list.path(pencil, Self.drawPencil)
    list.fill(.path(second), with: Color(0x15_65c0))
    let wave = list.path { Self.drawWave(frame, centre, side, &$0) }
    list.fill(
      .stroke(wave, style: StrokeStyle(width: 0.006 * side)), with: Color(0xe5_3935))
  }

  private static func drawArrow(_ pen: inout PathPen) {
    pen.move(to: Point(x: 0.40, y: 0.10))
    pen.line(to: Point(x: 0.60, y: 0.10))
    pen.line(to: Point(x: 0.60, y: 0.50))
    pen.line(to: Point(x: 0.80, y: 0.50))
    pen.cubic(Point(x: 0.70, y: 0.62), Point(x: 0.60, y: 0.74), to: Point(x: 0.50, y: 0.86))
    pen.cubic(Point(x: 0.40, y: 0.74), Point(x: 0.30, y: 0.62), to: Point(x: 0.20, y: 0.50))
    pen.line(to: Point(x: 0.40, y: 0.50))
    pen.close()
  }

  private static func drawPencil(_ pen: inout PathPen) {
    pen.move(to: Point(x: 0.15, y: 0.85))
    pen.line(to: Point(x: 0.20, y: 0.65))
    pen.cubic(Point(x: 0.35, y: 0.50), Point(x: 0.55, y: 0.30), to: Point(x: 0.65, y: 0.20))
    pen.cubic(Point(x: 0.70, y: 0.14), Point(x: 0.80, y: 0.14), to: Point(x: 0.84, y: 0.18))
    pen.cubic(Point(x: 0.88, y: 0.22), Point(x: 0.88, y: 0.30), to: Point(x: 0.82, y: 0.36))
    pen.cubic(Point(x: 0.70, y: 0.48), Point(x: 0.50, y: 0.66), to: Point(x: 0.36, y: 0.81))
    pen.close()
  }

  /// Two periods of a sine, as cubic curves that have its places and slopes.
  private static func drawWave(
    _ frame: Int, _ centre: Point, _ side: Double, _ pen: inout PathPen
  ) {
    let left = centre.x + 0.02 * side
    let (width, height) = (0.2 * side, 0.03 * side)
    let count = 16
    let step = width / Double(count)
    var before = (Point(x: 0, y: 0), slope: 0.0)
    for index in 0...count {
      let turns = 2 * Double(index) / Double(count) + Double(frame) / 30
      let direction = Arc.direction(turns: turns)
      let point = Point(x: left + Double(index) * step, y: centre.y + height * direction.y)
      let slope = height * (2 * 2 * Double.pi / width) * direction.x
      if index == 0 {
        pen.move(to: point)
      } else {
        pen.cubic(
          Point(x: before.0.x + step / 3, y: before.0.y + before.slope * step / 3),
          Point(x: point.x - step / 3, y: point.y - slope * step / 3), to: point)
      }
      before = (point, slope)
    }
  }
}
