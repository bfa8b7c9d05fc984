import Graphics
import Pixels
import RasterKernels

/// The edges of contours, clipped to an area.
///
/// A contour is divided into numbered sections. Within a section, all edges run into the same
/// quadrant, so a section passes each pixel at most once. The same holds for two consecutive
/// sections. If any other two sections meet in a pixel, areas may overlap there.
struct EdgeList: ~Copyable {
  private(set) var edges = EdgeBlocks()
  // The current section.
  private var section: Int32 = 0
  private var origin = Vector()
  private var width = 0.0
  private var height = 0.0
  // Whether all points lie within the area.
  private var isInside = false
  /// Whether no areas overlap, although sections may meet.
  var isSimple = false
  /// Whether edges right of the area are missing.
  private(set) var isCut = false
  private var start = Vector()
  private var firstSection: Int32 = 0
  private var firstBlock = 0
  // The signs of the contour's first section.
  private var firstSigns = Vector()
  private var current = Vector()
  // The signs of the last horizontal and vertical movement; 0 while unknown.
  private var signs = Vector()
  // The last edge, and whether it was split off at a corner.
  private var way = Vector()
  private var isCorner = false
  // Whether the next edge is a regular one: within the area, and not behind such a corner.
  private var isPlain = false

  /// Movements up to this length do not start a section, pixels.
  private static var slack: Double { 1e-6 }

  /// Removes all edges.
  ///
  /// - Parameters:
  ///   - area: the area to clip to. Of edges left of it, only their vertical movement is kept.
  ///   - isInside: whether no point will lie outside the area.
  mutating func begin(area: PixelRect, isInside: Bool) {
    edges.removeAll()
    section = 0
    isSimple = false
    origin = Vector(Double(area.left), Double(area.top))
    (width, height) = (Double(area.width), Double(area.height))
    self.isInside = isInside
    isCut = false
  }

  /// Begins a section, because the contour changes its direction horizontally, vertically or both.
  private mutating func turn(_ next: Vector, isStraight: Bool) {
    if section == firstSection { firstSigns = signs }
    section += 1
    let turns = next * signs
    if turns.x >= 0 || turns.y >= 0 { return }
    // If both directions change, the contour may cross its previous section. That is impossible if
    // both edges at the corner are straight and longer than a pixel: then these two become sections
    // of their own.
    if isInside && isStraight && way.squaredLength > 2.25 && next.squaredLength > 2.25,
      var last = edges.lastEdge, last.bend == 0, ends(last)
    {
      edges.removeLast()
      last.section = section
      edges.append(last)
      (isCorner, isPlain) = (true, false)
    }
    section += 1
  }

  /// Whether an edge ends at the current point.
  private func ends(_ edge: Edge) -> Bool {
    let (x, y) = edge.winding > 0 ? (edge.bottomX, edge.bottomY) : (edge.topX, edge.topY)
    return SIMD2(x, y) == current.single
  }

  /// The start of an edge in the contour's direction.
  private func begin(of edge: Edge) -> SIMD2<Float> {
    edge.winding > 0 ? SIMD2(edge.topX, edge.topY) : SIMD2(edge.bottomX, edge.bottomY)
  }

  /// Adds an edge within the current section's quadrant, the most frequent case.
  ///
  /// - Returns: whether the edge was added.
  @inline(__always)
  private mutating func continueSection(to next: SIMD2<Float>, bend: Float) -> Bool {
    if !isPlain || signs.x * signs.y == 0 { return false }
    // Float represents the point exactly, as all points within the area.
    let from = current.single
    let way = next - from
    let isAlong = (signs.x < 0 ? -way.x : way.x) > -Float(Self.slack)
    if !isAlong || (signs.y < 0 ? -way.y : way.y) <= 0 { return false }
    append(from, next, section, bend)
    current = Vector(next)
    self.way = current - Vector(from)
    return true
  }

  @inline(never)
  private mutating func go(to next: Vector, bend: Float) {
    let way = next - current
    if isCorner { (isCorner, section) = (false, section + 1) }
    isPlain = isInside
    if (way * signs).goesBelow(-Self.slack * Self.slack) { turn(way, isStraight: bend == 0) }
    let from = current
    goOn(to: next, way)
    if isInside {
      append(from.single, next.single, section, bend)
    } else {
      cutRows(from, next)
    }
  }

  @inline(__always)
  private mutating func goOn(to next: Vector, _ way: Vector) {
    signs = signs.replaced(by: way, whereItsSquareIsAbove: Self.slack * Self.slack)
    (current, self.way) = (next, way)
  }

  @inline(__always)
  private mutating func append(
    _ from: SIMD2<Float>, _ to: SIMD2<Float>, _ section: Int32, _ bend: Float = 0
  ) {
    if from.y < to.y {
      edges.append(
        Edge(
          topX: from.x, topY: from.y, bottomX: to.x, bottomY: to.y, winding: 1, bend: bend,
          section: section))
    } else if from.y > to.y {
      edges.append(
        Edge(
          topX: to.x, topY: to.y, bottomX: from.x, bottomY: from.y, winding: -1, bend: bend,
          section: section))
    } else {
      appendLevel(from, to, section)
    }
  }

  /// Appends a horizontal edge. It adds no area, but within a row other edges may overlap it.
  @inline(never)
  private mutating func appendLevel(_ from: SIMD2<Float>, _ to: SIMD2<Float>, _ section: Int32) {
    if isSimple || from.x == to.x || from.y == from.y.rounded(.down) { return }
    edges.append(
      Edge(
        topX: from.x, topY: from.y, bottomX: to.x, bottomY: from.y, winding: 1, section: section))
  }

  private mutating func cutRows(_ from: Vector, _ to: Vector) {
    if max(from.y, to.y) <= 0 || min(from.y, to.y) >= height { return }
    func cut(_ point: Vector) -> Vector {
      let y = max(0, min(height, point.y))
      if y == point.y { return point }
      return Vector(from.x + (to.x - from.x) * ((y - from.y) / (to.y - from.y)), y)
    }
    cutColumns(cut(from), cut(to))
  }

  private mutating func cutColumns(_ from: Vector, _ to: Vector) {
    if min(from.x, to.x) >= width {
      isCut = true
      return
    }
    if max(from.x, to.x) <= 0 { return appendLeft(from.y, to.y) }
    for side in [0, width] where (from.x < side) != (to.x < side) && from.x != side && to.x != side
    {
      let part = (side - from.x) / (to.x - from.x)
      let cut = Vector(side, from.y + (to.y - from.y) * part)
      cutColumns(from, cut)
      return cutColumns(cut, to)
    }
    append(from.single, to.single, section)
  }

  /// Follows the contour left of the area, where only vertical movement counts. Opposite movements
  /// cancel out.
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
    append(SIMD2(0, Float(start)), SIMD2(0, Float(to)), 0)
  }
}

// MARK: - Contours

extension EdgeList {
  /// Whether edges may be parabolas: only if nothing is clipped.
  var takesBends: Bool { isInside }

  /// Begins a contour.
  mutating func begin(at point: Vector) {
    current = point - origin
    if isInside { current = Vector(current.single) }
    start = current
    // Skip one number, so that the section does not follow that of the contour before.
    section += 2
    (firstSection, firstBlock) = (section, edges.count)
    (signs, firstSigns, way) = (Vector(), Vector(), Vector())
    (isCorner, isPlain) = (false, isInside)
  }

  /// Adds a straight line.
  mutating func line(to point: Vector) { line(to: point, bend: 0) }

  /// Adds a line or, unless `bend` is 0, a parabola, with `bend` as in `Edge`.
  @inline(__always)
  mutating func line(to point: Vector, bend: Float) {
    let next = point - origin
    if !isInside { return go(to: next, bend: bend) }
    if !continueSection(to: next.single, bend: bend) { go(to: Vector(next.single), bend: bend) }
  }

  /// Ends a contour with a line to its start.
  mutating func end() {
    go(to: start, bend: 0)
    // If the contour ends in the direction in which it began, its last and first sections are one.
    // Otherwise the last, first and second sections might overlap at a corner.
    let goesOn = !(signs * firstSigns).goesBelow(0)
    if section == firstSection { return }
    if goesOn { edges.wrap(section, section - firstSection) } else { partCorner() }
  }

  /// If the contour begins and ends at a corner where only its first and last edges can meet, these
  /// two become consecutive sections, as in `turn`. The rest of the first section continues behind
  /// the first edge.
  private mutating func partCorner() {
    guard isInside, var last = edges.lastEdge, isLong(last), ends(last) else { return }
    var first = edges.edge(firstBlock, 0)
    // Alone in its section, the first edge would leave a gap between two sections, whose overlap
    // would be missed.
    let isAlone = edges[firstBlock].count == 1 && edges[firstBlock + 1].section != firstSection
    if isAlone || !isLong(first) || begin(of: first) != start.single { return }
    edges.removeLast()
    edges.removeFirst(of: firstBlock)
    // Keep the number if the last edge was alone in its section.
    if edges.lastEdge?.section == section { section += 1 }
    last.section = section
    edges.append(last)
    section += 1
    first.section = section
    edges.append(first)
    edges.wrap(section, section - firstSection)
  }

  /// Whether an edge is straight and longer than a pixel.
  private func isLong(_ edge: Edge) -> Bool {
    let (width, height) = (edge.bottomX - edge.topX, edge.bottomY - edge.topY)
    return edge.bend == 0 && width * width + height * height > 2.25
  }
}
