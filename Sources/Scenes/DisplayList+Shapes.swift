import Base
import Graphics
import Text

extension DisplayList {
  /// Fills the outlines of a text.
  @inline(never) mutating func fill(_ text: SetText, with color: Color, alpha: Float = 1) {
    for word in 0..<text.count {
      fill(path(text[word]), with: color, alpha: alpha)
    }
  }

  /// Fills the inside of a path.
  @inline(never) mutating func fill(_ path: Path, with color: Color, alpha: Float = 1) {
    fill(.path(path), with: color, alpha: alpha)
  }

  /// Draws a line with round ends along a path.
  @inline(never)
  mutating func stroke(_ path: Path, width: Double, with color: Color, alpha: Float = 1) {
    fill(.stroke(path, style: StrokeStyle(width: width)), with: color, alpha: alpha)
  }

  /// Fills a disc.
  @inline(never)
  mutating func fillDisc(_ centre: Point, radius: Double, with color: Color, alpha: Float = 1) {
    let disc = Annulus(centre: centre, innerRadius: 0, outerRadius: radius)
    fill(.annulus(disc), with: color, alpha: alpha)
  }

  /// Fills a rectangle with round ends at the left and at the right.
  mutating func fillPill(_ box: Rect, with color: Color, alpha: Float = 1) {
    let radius = min(box.height, box.width) / 2
    let y = box.y + box.height / 2
    let path = path {
      $0.move(to: Point(x: box.x + radius, y: y))
      $0.line(to: Point(x: max(box.x + radius, box.x + box.width - radius), y: y))
    }
    stroke(path, width: box.height, with: color, alpha: alpha)
  }

  /// Fills a rectangle with round corners.
  mutating func fillRounded(_ box: Rect, radius: Double, with color: Color) {
    let (right, bottom) = (box.x + box.width, box.y + box.height)
    // The best cubic approximation of a quarter circle.
    let bend = 0.4477 * radius
    let path = path { pen in
      pen.move(to: Point(x: box.x + radius, y: box.y))
      pen.line(to: Point(x: right - radius, y: box.y))
      pen.cubic(
        Point(x: right - bend, y: box.y), Point(x: right, y: box.y + bend),
        to: Point(x: right, y: box.y + radius))
      pen.line(to: Point(x: right, y: bottom - radius))
      pen.cubic(
        Point(x: right, y: bottom - bend), Point(x: right - bend, y: bottom),
        to: Point(x: right - radius, y: bottom))
      pen.line(to: Point(x: box.x + radius, y: bottom))
      pen.cubic(
        Point(x: box.x + bend, y: bottom), Point(x: box.x, y: bottom - bend),
        to: Point(x: box.x, y: bottom - radius))
      pen.line(to: Point(x: box.x, y: box.y + radius))
      pen.cubic(
        Point(x: box.x, y: box.y + bend), Point(x: box.x + bend, y: box.y),
        to: Point(x: box.x + radius, y: box.y))
      pen.close()
    }
    fill(path, with: color)
  }
}
