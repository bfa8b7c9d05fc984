import Base
import Configuration
import Graphics

/// The shapes of the bubble bar: the box that becomes a bar, the arrow that becomes a label, the
/// line. Lengths are in design points.
struct BubbleFigures {
  /// The bar's length and height, and the label's measures.
  let width: Double
  let thickness: Double
  let labelWidth: Double
  let labelHeight: Double
  let pointer: Double
  let corner: Double
  let digitHeight: Double
  /// The distance from the box's center down to the bar.
  let drop: Double
  let isSmooth: Bool

  /// The side of the box that becomes the bar.
  let side: Double

  init(_ settings: SceneSettings, most: Double, isSmooth: Bool) {
    self.isSmooth = isSmooth
    thickness = settings.number(.bubbleLineWidth)
    (side, labelWidth, labelHeight, pointer, corner, digitHeight) =
      settings.given.has("seed", .bubblePreset)
      ? (80, 31.5, 19, 6.5, 1.5, 7.2) : (46, 70, 43, 10, 11, 17)
    drop = isSmooth ? 14 : -45
    // A label that leans at the end of the bar stays in the room.
    let leaning = Arc.direction(turns: most)
    let reach = labelWidth / 2 * leaning.x + (labelHeight + pointer) * leaning.y
    width = min(settings.number(.bubbleWidth), 320 - 2 * reach)
  }

  /// The height of the label's tip: in the bar's upper edge.
  var tipLevel: Double { 0.5 - thickness / 2 }
  /// The height of the label's middle, from the tip.
  var labelMiddle: Double { -pointer - labelHeight / 2 }
  /// The middle of the bar.
  var middle: Point { Point(x: width / 2, y: 0) }
  /// The room below the bar.
  var floor: Double { 120 - drop }

  /// The distance from the middle down to the tip, of a figure between arrow (0) and label (1).
  func tip(_ shape: Double) -> Double { side / 4 + (pointer - side / 4) * shape }

  func place(_ input: SceneInput) -> Transform {
    input.mirrored(
      Transform(moving: Point(x: width / 2, y: -drop), to: input.centre, scale: input.scale))
  }

  // MARK: - The track

  /// Draws the unfilled bar: the box while it flattens, the bar, the rope, or dashes after an
  /// interruption.
  func drawTrack(
    _ pose: BubblePose, _ color: Color, _ ink: Color, _ place: Transform,
    into list: inout DisplayList
  ) {
    if pose.broken > 0 {
      let count = max(6, (width / (2.5 * thickness)).rounded())
      let path = list.path(place) { pen in
        for dash in stride(from: 0, to: count, by: 1) {
          let (start, end) = ((dash + 0.25) / count, (dash + 0.75) / count)
          if start < pose.line.upperBound + 0.25 / count { continue }
          pen.move(to: Point(x: width * start, y: hanging(pose, start)))
          pen.line(to: Point(x: width * end, y: hanging(pose, end)))
        }
      }
      list.fill(
        .stroke(path, style: StrokeStyle(width: thickness * place.down.y, cap: .butt)),
        with: ink, alpha: Float(pose.broken))
    }
    let alpha = 1 - Float(pose.broken)
    if pose.sag != 0 {
      let path = list.path(place) { drawStrand(pose, 0...1, 0, with: &$0) }
      return list.stroke(path, width: thickness * place.down.y, with: color, alpha: alpha)
    }
    let half = side / 2
    var (across, down, radius, box) = (half, half, 14.0, place)
    if isSmooth {
      across += ((width + thickness) / 2 - half) * pose.flat
      down += (thickness / 2 - half) * pose.flat
      radius = min(radius, down)
    } else {
      // The whole box is scaled, with its outline of one point.
      let scale = Point(
        x: 1 + (width / side - 1) * pose.flat, y: 1 + (thickness / side - 1) * pose.flat)
      (across, down, radius) = (half + 0.5, half + 0.5, 5.5)
      box.origin = place.apply(Point(x: width / 2 * (1 - scale.x), y: 0))
      (box.right.x, box.down.y) = (place.right.x * scale.x, place.down.y * scale.y)
    }
    let path = list.path(box) { pen in
      Self.drawRounded(4, with: &pen) { index in
        (
          Point(
            x: width / 2 + (index == 0 || index == 3 ? -across : across),
            y: index < 2 ? -down : down), radius
        )
      }
    }
    list.fill(path, with: color, alpha: alpha)
  }

  // MARK: - The line

  /// Draws the filled part of the bar.
  func drawLine(
    _ pose: BubblePose, _ color: Color, _ place: Transform, into list: inout DisplayList
  ) {
    let lineWidth = thickness * (1 - pose.drained) * place.down.y
    let line = pose.line
    if line.upperBound > line.lowerBound, lineWidth > 0, pose.lineAlpha > 0 {
      let path = list.path(place) { pen in
        if pose.shattered > 0 {
          drawDots(pose, with: &pen)
        } else {
          drawStrand(pose, line, thickness / 2 * pose.drained, with: &pen)
        }
      }
      list.stroke(path, width: lineWidth, with: color, alpha: Float(pose.lineAlpha))
    }
    let endless = pose.endless
    if endless.upperBound > endless.lowerBound, pose.known < 1 {
      let path = list.path(place) { drawStrand(pose, endless, 0, with: &$0) }
      list.stroke(
        path, width: thickness * place.down.y, with: color,
        alpha: Float(pose.lineAlpha * (1 - pose.known)))
    }
    if pose.thread.length > 0, pose.thread.alpha > 0 {
      let top = Point(x: pose.thread.x, y: pose.thread.top)
      let path = list.path(place) { pen in
        pen.move(to: top)
        pen.line(to: Point(x: top.x, y: top.y + pose.thread.length))
      }
      list.stroke(
        path, width: pose.thread.width * place.down.y, with: color,
        alpha: Float(pose.thread.alpha))
    }
  }

  /// Adds a part of the bar to a path: straight on each side of the label.
  private func drawStrand(
    _ pose: BubblePose, _ part: ClosedRange<Double>, _ sunk: Double, with pen: inout PathPen
  ) {
    let label = pose.tip.x / width
    func point(_ fraction: Double) -> Point {
      Point(x: width * fraction, y: sunk + hanging(pose, fraction))
    }
    pen.move(to: point(part.lowerBound))
    if pose.sag != 0, label > part.lowerBound, label < part.upperBound {
      pen.line(to: point(label))
    }
    pen.line(to: point(part.upperBound))
  }

  private func hanging(_ pose: BubblePose, _ fraction: Double) -> Double {
    if pose.sag == 0 { return 0 }
    let label = pose.tip.x / width
    return pose.sag * (fraction < label ? fraction / label : (1 - fraction) / (1 - label))
  }

  /// Adds the line in pieces that shrink to dots and fall, every second one further.
  private func drawDots(_ pose: BubblePose, with pen: inout PathPen) {
    let length = pose.line.upperBound * width
    let count = max(1, (length / (2.5 * thickness)).rounded())
    let gone = pose.shattered
    for dot in stride(from: 0, to: count, by: 1) {
      let isEven = dot / 2 == (dot / 2).rounded(.down)
      let half = length / count / 2 * max(0, 1 - 2 * gone)
      let x = length * (dot + 0.5) / count
      let y = hanging(pose, x / width) + (isEven ? 36 : 22) * gone * gone
      pen.move(to: Point(x: x - half, y: y))
      pen.line(to: Point(x: x + half, y: y))
    }
  }

  // MARK: - The label

  /// Draws the figure between arrow (0) and label (1), around its tip.
  func drawLabel(
    _ shape: Double, _ color: Color, _ label: Transform, into list: inout DisplayList
  ) {
    func between(_ arrow: Double, _ label: Double) -> Double { arrow + (label - arrow) * shape }
    let quarter = side / 4
    let base = -between(quarter, pointer)
    let top = base - between(quarter, labelHeight)
    let body = between(quarter / 2, labelWidth / 2)
    let head = between(quarter, pointer)
    let round = isSmooth ? 3.0 : 1.5
    let path = list.movablePath(label) { pen in
      Self.drawRounded(7, with: &pen) { index in
        // Clockwise from the top left; corners on the left mirror those on the right.
        switch index {
        case 0: (Point(x: -body, y: top), between(round, corner))
        case 1: (Point(x: body, y: top), between(round, corner))
        case 2: (Point(x: body, y: base), between(0, corner))
        case 3: (Point(x: head, y: base), between(round, 0))
        case 4: (Point(x: 0, y: 0), between(round, 0.5))
        case 5: (Point(x: -head, y: base), between(round, 0))
        default: (Point(x: -body, y: base), between(0, corner))
        }
      }
    }
    list.fill(path, with: color)
  }

  /// Adds a polygon with round corners to a path.
  ///
  /// - Parameter corner: a corner's point, and the distance from it at which the rounding begins
  ///   and ends; at most half of each side.
  private static func drawRounded(
    _ count: Int, with pen: inout PathPen, _ corner: (Int) -> (Point, Double)
  ) {
    var before = corner(count - 1).0
    for index in 0..<count {
      let (place, radius) = corner(index)
      let after = corner(index + 1 < count ? index + 1 : 0).0
      func beside(_ other: Point, _ factor: Double) -> Point {
        let (x, y) = (other.x - place.x, other.y - place.y)
        let distance = (x * x + y * y).squareRoot()
        let part = distance > 0 ? min(radius / distance, 0.5) * factor : 0
        return place.moved(towards: other, by: part)
      }
      if index == 0 { pen.move(to: beside(before, 1)) } else { pen.line(to: beside(before, 1)) }
      // The best cubic approximation of a quarter circle.
      if radius > 0 {
        pen.cubic(beside(before, 0.4477), beside(after, 0.4477), to: beside(after, 1))
      }
      before = place
    }
    pen.close()
  }
}
