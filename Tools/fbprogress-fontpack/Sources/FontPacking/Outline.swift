/// A place in units of an em, y downwards from the baseline.
struct Point: Hashable {
  var x = 0
  var y = 0

  static func + (a: Point, b: Point) -> Point { Point(x: a.x + b.x, y: a.y + b.y) }
  static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
}

/// What leads from one point of a contour to the next; all points are absolute.
enum Segment: Hashable {
  case line(Point)
  case quadratic(Point, Point)
  case cubic(Point, Point, Point)

  /// Control points first, the end last.
  var points: [Point] {
    switch self {
    case .line(let end): [end]
    case .quadratic(let control, let end): [control, end]
    case .cubic(let first, let second, let end): [first, second, end]
    }
  }

  var end: Point {
    switch self {
    case .line(let end), .quadratic(_, let end), .cubic(_, _, let end): end
    }
  }

  func map(_ transform: (Point) -> Point) -> Segment {
    switch self {
    case .line(let end): .line(transform(end))
    case .quadratic(let control, let end): .quadratic(transform(control), transform(end))
    case .cubic(let first, let second, let end):
      .cubic(transform(first), transform(second), transform(end))
    }
  }
}

/// A closed line; a straight line back to its start is not among the segments.
struct Contour: Hashable {
  var start: Point
  var segments: [Segment]

  func map(_ transform: (Point) -> Point) -> Contour {
    Contour(start: transform(start), segments: segments.map { $0.map(transform) })
  }

  var points: [Point] { [start] + segments.flatMap(\.points) }
}

/// Contours, filled where the winding number is not 0.
struct Outline: Hashable {
  var contours: [Contour] = []

  /// Moved, scaled or both; what shrinks to nothing by it is left out.
  func map(_ transform: (Point) -> Point) -> Outline {
    Outline(contours: contours.compactMap { $0.map(transform).tidied })
  }

  var points: [Point] { contours.flatMap(\.points) }
}

extension Contour {
  /// Without segments that lead nowhere and without the last line if it leads back; nil if nothing is left.
  var tidied: Contour? {
    var kept = Contour(start: start, segments: [])
    var place = start
    for segment in segments where segment.points.contains(where: { $0 != place }) {
      kept.segments.append(segment)
      place = segment.end
    }
    if case .line(let end)? = kept.segments.last, end == start { kept.segments.removeLast() }
    return kept.segments.isEmpty ? nil : kept
  }
}
