public import Graphics
public import Pixels

/// What shapes cover of each pixel: 256 strips to a row, with the exact extent of the shape along the middle of each.
///
/// It knows outlines as polygons and unions of convex pieces, and nothing of how the rasterizer does it.
public struct AreaOracle {
  private static let strips = 256
  private let size: PixelSize
  private var areas: [Double]

  /// Creates a picture of nothing.
  public init(_ size: PixelSize) {
    self.size = size
    areas = Array(repeating: 0, count: size.width * size.height)
  }

  /// The level of a pixel, `0...255`, not rounded.
  public func level(_ x: Int, _ y: Int) -> Double { areas[y * size.width + x] * 255 }

  /// Fills polygons, each closed.
  public mutating func fill(_ polygons: [[Point]]) {
    var crossings = [[(x: Double, winding: Int)]](repeating: [], count: size.height * Self.strips)
    for polygon in polygons {
      for (index, from) in polygon.enumerated() {
        let to = polygon[(index + 1) % polygon.count]
        for strip in strips(between: from.y, to.y) {
          let x = from.x + (to.x - from.x) * ((middle(strip) - from.y) / (to.y - from.y))
          crossings[strip].append((x, from.y < to.y ? 1 : -1))
        }
      }
    }
    for strip in crossings.indices {
      crossings[strip].sort { $0.x < $1.x }
      var winding = 0
      var start = 0.0
      for crossing in crossings[strip] {
        let wasInside = winding != 0
        winding += crossing.winding
        let isInside = winding != 0
        if !wasInside && isInside { start = crossing.x }
        if wasInside && !isInside { add(start, crossing.x, strip) }
      }
    }
  }

  /// Fills the union of convex pieces.
  public mutating func fill(unionOf pieces: [ConvexPiece]) {
    var extents = [[(Double, Double)]](repeating: [], count: size.height * Self.strips)
    // Pieces beside each other along a stroke overlap: of each strip the last extent grows while they do.
    var last = [(Double, Double)](
      repeating: (.infinity, -.infinity), count: size.height * Self.strips)
    for piece in pieces {
      for strip in strips(between: piece.rows.0, piece.rows.1) {
        guard let extent = piece.extent(middle(strip)) else { continue }
        let (start, end) = last[strip]
        if extent.0 <= end && extent.1 >= start {
          last[strip] = (min(start, extent.0), max(end, extent.1))
        } else {
          if start <= end { extents[strip].append((start, end)) }
          last[strip] = extent
        }
      }
    }
    for strip in extents.indices {
      extents[strip].append(last[strip])
      extents[strip].sort { $0.0 < $1.0 }
      var (start, end) = (-Double.infinity, -Double.infinity)
      for extent in extents[strip] {
        if extent.0 > end {
          add(start, end, strip)
          (start, end) = extent
        } else {
          end = max(end, extent.1)
        }
      }
      add(start, end, strip)
    }
  }

  private func middle(_ strip: Int) -> Double { (Double(strip) + 0.5) / Double(Self.strips) }

  /// The strips whose middles lie between two heights.
  private func strips(between one: Double, _ other: Double) -> Range<Int> {
    func first(_ height: Double) -> Int {
      let place = (height * Double(Self.strips) - 0.5).rounded(.up)
      return Int(max(0, min(Double(size.height * Self.strips), place)))
    }
    return first(min(one, other))..<first(max(one, other))
  }

  private mutating func add(_ start: Double, _ end: Double, _ strip: Int) {
    let (left, right) = (max(0, start), min(Double(size.width), end))
    if left >= right { return }
    let row = strip / Self.strips * size.width
    for x in Int(left)..<Int(right.rounded(.up)) {
      areas[row + x] +=
        (min(right, Double(x + 1)) - max(left, Double(x))) / Double(Self.strips)
    }
  }
}

/// A piece of the plane that every horizontal line meets in one extent.
public enum ConvexPiece {
  /// A disc.
  case disc(Point, radius: Double)
  /// A convex polygon.
  case polygon([Point])

  /// From its top to its bottom.
  var rows: (Double, Double) {
    switch self {
    case .disc(let centre, let radius): (centre.y - radius, centre.y + radius)
    case .polygon(let corners):
      corners.reduce((Double.infinity, -Double.infinity)) { (min($0.0, $1.y), max($0.1, $1.y)) }
    }
  }

  /// What a horizontal line meets of it.
  func extent(_ y: Double) -> (Double, Double)? {
    switch self {
    case .disc(let centre, let radius):
      let square = radius * radius - (y - centre.y) * (y - centre.y)
      if square <= 0 { return nil }
      return (centre.x - square.squareRoot(), centre.x + square.squareRoot())
    case .polygon(let corners):
      var (left, right) = (Double.infinity, -Double.infinity)
      for (index, from) in corners.enumerated() {
        let to = corners[(index + 1) % corners.count]
        if (from.y <= y) == (to.y <= y) { continue }
        let x = from.x + (to.x - from.x) * ((y - from.y) / (to.y - from.y))
        (left, right) = (min(left, x), max(right, x))
      }
      return left < right ? (left, right) : nil
    }
  }
}

/// A path as its author draws it, for the pen and for the oracle.
public struct Outline {
  /// A step of the pen.
  public enum Step {
    /// Begins a contour.
    case move(Point)
    /// A straight line.
    case line(Point)
    /// A control point, and the end of the curve.
    case quad(Point, Point)
    /// Two control points, and the end of the curve.
    case cubic(Point, Point, Point)
    /// Closes the contour.
    case close
  }

  /// Its steps; each contour begins with a move.
  public var steps: [Step] = []

  /// Creates an outline of nothing.
  public init() {}

  /// Draws it.
  public func draw(with pen: inout PathPen) {
    for step in steps {
      switch step {
      case .move(let point): pen.move(to: point)
      case .line(let point): pen.line(to: point)
      case .quad(let control, let end): pen.quad(control, to: end)
      case .cubic(let one, let two, let end): pen.cubic(one, two, to: end)
      case .close: pen.close()
      }
    }
  }

  /// Its contours, curves as many chords, and whether each is closed.
  public var contours: [(points: [Point], isClosed: Bool)] {
    var all: [(points: [Point], isClosed: Bool)] = []
    var points: [Point] = []
    func finish(_ isClosed: Bool) {
      if !points.isEmpty { all.append((points, isClosed)) }
      points = []
    }
    for step in steps {
      switch step {
      case .move(let point):
        finish(false)
        points = [point]
      case .line(let point): points.append(point)
      case .quad(let control, let end):
        let start = points[points.count - 1]
        for index in 1...400 {
          let t = Double(index) / 400
          points.append(Self.mix(Self.mix(start, control, t), Self.mix(control, end, t), t))
        }
      case .cubic(let one, let two, let end):
        let start = points[points.count - 1]
        for index in 1...400 {
          let t = Double(index) / 400
          let (a, b, c) = (
            Self.mix(start, one, t), Self.mix(one, two, t), Self.mix(two, end, t)
          )
          points.append(Self.mix(Self.mix(a, b, t), Self.mix(b, c, t), t))
        }
      case .close: finish(true)
      }
    }
    finish(false)
    return all
  }

  private static func mix(_ one: Point, _ other: Point, _ t: Double) -> Point {
    Point(x: one.x + (other.x - one.x) * t, y: one.y + (other.y - one.y) * t)
  }

  /// The pieces that a stroke along it consists of. Corners of curves' chords are round.
  public func strokePieces(_ style: StrokeStyle) -> [ConvexPiece] {
    let half = style.width / 2
    var pieces: [ConvexPiece] = []
    for (all, isClosed) in contours {
      var points: [Point] = []
      for point in all where points.last != point { points.append(point) }
      if isClosed && points.count > 1 && points.first == points.last { points.removeLast() }
      if points.count < 2 {
        if style.cap == .round { pieces.append(.disc(points[0], radius: half)) }
        continue
      }
      let segments = isClosed ? points.count : points.count - 1
      func normal(_ index: Int) -> Point {
        let (from, to) = (points[index % points.count], points[(index + 1) % points.count])
        let (x, y) = (to.x - from.x, to.y - from.y)
        let length = (x * x + y * y).squareRoot()
        return Point(x: y / length * half, y: -x / length * half)
      }
      for index in 0..<segments {
        let (from, to, side) = (points[index], points[(index + 1) % points.count], normal(index))
        pieces.append(
          .polygon([
            Point(x: from.x + side.x, y: from.y + side.y),
            Point(x: to.x + side.x, y: to.y + side.y),
            Point(x: to.x - side.x, y: to.y - side.y),
            Point(x: from.x - side.x, y: from.y - side.y),
          ]))
      }
      for index in 0..<points.count {
        let isEnd = !isClosed && (index == 0 || index == points.count - 1)
        if !isEnd || style.cap == .round { pieces.append(.disc(points[index], radius: half)) }
      }
    }
    return pieces
  }
}
