import Graphics
import Kernels
import Pixels

/// The edges of contours, cut off at the sides of an area.
///
/// Edges are numbered by sections of their contours: within a section all of them run into the same quadrant, so a
/// section meets no pixel twice, and neither does the pair of two sections that follow one another with numbers that do.
/// Where two sections meet a pixel that are not such a pair, areas may overlap.
struct EdgeList: ~Copyable {
  private(set) var edges = EdgeBlocks()
  // The one in hand.
  private var section: Int32 = 0
  private var origin = Point(x: 0, y: 0)
  private var width = 0.0
  private var height = 0.0
  // Whether no point lies outside the area.
  private var isInside = false
  /// Whether edges are missing to the right of the area.
  private(set) var isCut = false
  private var start = Point(x: 0, y: 0)
  private var firstSection: Int32 = 0
  // The way of the contour's first section, as `signX` and `signY` tell it.
  private var firstSigns = (0.0, 0.0)
  private var current = Point(x: 0, y: 0)
  // The last way that had a direction; 0 while that is not known.
  private var signX = 0.0
  private var signY = 0.0
  // The last way, and whether that began at a corner.
  private var way = Point(x: 0, y: 0)
  private var isCorner = false

  /// Ways so short turn nothing, square pixels.
  private static var slack: Double { 1e-12 }

  /// Forgets all edges.
  ///
  /// - Parameters:
  ///   - area: of others nothing is kept but that they are to the left.
  ///   - isInside: whether no point will lie outside the area.
  mutating func begin(area: PixelRect, isInside: Bool) {
    edges.removeAll()
    section = 0
    origin = Point(x: Double(area.left), y: Double(area.top))
    (width, height) = (Double(area.width), Double(area.height))
    self.isInside = isInside
    isCut = false
  }

  @inline(__always)
  private func place(_ point: Point) -> Point {
    Point(x: point.x - origin.x, y: point.y - origin.y)
  }

  /// Begins another section, which goes the other way, across or down or both.
  private mutating func turn(_ x: Double, _ y: Double, isStraight: Bool) {
    if section == firstSection { firstSigns = (signX, signY) }
    section += 1
    if x * signX >= 0 || y * signY >= 0 { return }
    // Going back in both may cross what came before, but not where both edges at the corner are straight, and longer than
    // a pixel: these two are made sections of their own.
    let length = way.x * way.x + way.y * way.y
    if isInside && isStraight && length > 2.25 && x * x + y * y > 2.25, var last = edges.lastEdge,
      last.bend == 0, ends(last)
    {
      edges.removeLast()
      last.section = section
      edges.append(last)
      isCorner = true
    }
    section += 1
  }

  /// Whether an edge ends where the contour is.
  private func ends(_ edge: Edge) -> Bool {
    let (x, y) = edge.winding > 0 ? (edge.bottomX, edge.bottomY) : (edge.topX, edge.topY)
    return x == Float(current.x) && y == Float(current.y)
  }

  // What happens seldom is done last, by itself: so what happens often keeps its numbers in registers.
  @inline(never) @_optimize(speed)
  private mutating func go(to next: Point, bend: Double = 0) {
    let (x, y) = (next.x - current.x, next.y - current.y)
    if x * signX < -Self.slack || y * signY < -Self.slack || isCorner {
      return turnAndGo(to: next, bend: bend)
    }
    goOn(to: next, x, y, bend)
  }

  @inline(never)
  private mutating func turnAndGo(to next: Point, bend: Double) {
    let (x, y) = (next.x - current.x, next.y - current.y)
    if isCorner { (isCorner, section) = (false, section + 1) }
    if x * signX < -Self.slack || y * signY < -Self.slack { turn(x, y, isStraight: bend == 0) }
    goOn(to: next, x, y, bend)
  }

  @inline(__always)
  private mutating func goOn(to next: Point, _ x: Double, _ y: Double, _ bend: Double) {
    if x * x > Self.slack { signX = x }
    if y * y > Self.slack { signY = y }
    let from = current
    (current, way) = (next, Point(x: x, y: y))
    if isInside { append(from, next, section, bend) } else { cutRows(from, next) }
  }

  @inline(__always)
  private mutating func append(
    _ from: Point, _ to: Point, _ section: Int32, _ bend: Double = 0
  ) {
    let (fromX, fromY) = (Float(from.x), Float(from.y))
    let (toX, toY) = (Float(to.x), Float(to.y))
    if fromY < toY {
      edges.append(
        Edge(
          topX: fromX, topY: fromY, bottomX: toX, bottomY: toY, winding: 1, bend: Float(bend),
          section: section))
    } else if fromY > toY {
      edges.append(
        Edge(
          topX: toX, topY: toY, bottomX: fromX, bottomY: fromY, winding: -1, bend: Float(bend),
          section: section))
    } else if fromX != toX && fromY != fromY.rounded(.down) {
      // It adds no area. But within a row, others may overlap what it bounds.
      edges.append(
        Edge(
          topX: fromX, topY: fromY, bottomX: toX, bottomY: fromY, winding: 1, section: section))
    }
  }

  private mutating func cutRows(_ from: Point, _ to: Point) {
    if max(from.y, to.y) <= 0 || min(from.y, to.y) >= height { return }
    func cut(_ point: Point) -> Point {
      let y = max(0, min(height, point.y))
      if y == point.y { return point }
      return Point(x: from.x + (to.x - from.x) * ((y - from.y) / (to.y - from.y)), y: y)
    }
    cutColumns(cut(from), cut(to))
  }

  private mutating func cutColumns(_ from: Point, _ to: Point) {
    if min(from.x, to.x) >= width {
      isCut = true
      return
    }
    if max(from.x, to.x) <= 0 { return appendLeft(from.y, to.y) }
    for side in [0, width] where (from.x < side) != (to.x < side) && from.x != side && to.x != side
    {
      let part = (side - from.x) / (to.x - from.x)
      let cut = Point(x: side, y: from.y + (to.y - from.y) * part)
      cutColumns(from, cut)
      return cutColumns(cut, to)
    }
    append(from, to, section)
  }

  /// Goes on to the left of the area, where only the way down or up matters: there and back again is nothing.
  private mutating func appendLeft(_ from: Double, _ to: Double) {
    var start = from
    if let last = edges.lastEdge {
      let (lastStart, lastEnd) =
        last.winding > 0 ? (last.topY, last.bottomY) : (last.bottomY, last.topY)
      if last.section == 0 && lastEnd == Float(from) {
        start = Double(lastStart)
        edges.removeLast()
      }
    }
    append(Point(x: 0, y: start), Point(x: 0, y: to), 0)
  }
}

extension EdgeList: ContourSink {
  mutating func begin(at point: Point) {
    current = place(point)
    start = current
    // One more, so that it does not follow the contour before.
    section += 2
    firstSection = section
    (signX, signY) = (0, 0)
    firstSigns = (0, 0)
    (way, isCorner) = (Point(x: 0, y: 0), false)
  }

  @inline(__always)
  mutating func line(to point: Point) { go(to: place(point)) }

  /// Goes on in a parabola: `bend` tells how far it is from a straight line.
  @inline(__always)
  mutating func line(to point: Point, bend: Double) { go(to: place(point), bend: bend) }

  /// Whether it can go on in parabolas.
  var takesBends: Bool { isInside }

  @_optimize(speed)
  mutating func cubic(_ curve: Cubic) {
    let chords = curve.chords()
    let corners = curve.corners(chords.length)
    var index = 0
    var (start, direction) = (curve.start, curve.direction(0))
    // A chord leads to where corners are, a parabola to the curve itself: so the last chord waits for what follows it.
    var isWaiting = false
    while index < chords.count {
      let next = min(index + Bend.chordCount, chords.count)
      let t = chords.end(next)
      let end = next == chords.count ? curve.end : curve.point(t)
      let directions = (direction, curve.direction(t))
      let bend = takesBends ? Bend.between(start, end, directions) : nil
      if isWaiting { go(to: place(bend == nil ? corners.point(chords.end(index)) : start)) }
      isWaiting = bend == nil
      if let bend {
        go(to: place(end), bend: bend)
      } else {
        for corner in index + 1..<next { go(to: place(corners.point(chords.end(corner)))) }
      }
      (index, start, direction) = (next, end, directions.1)
    }
    if isWaiting { go(to: place(curve.end)) }
  }

  mutating func end(isClosed: Bool) {
    go(to: start)
    // Where the contour goes on as it began, both sections are one. Otherwise these two and the second one would be three
    // at a corner, which may overlap.
    let goesOn = signX * firstSigns.0 >= 0 && signY * firstSigns.1 >= 0
    if section != firstSection && goesOn { edges.wrap(section, section - firstSection) }
  }
}
