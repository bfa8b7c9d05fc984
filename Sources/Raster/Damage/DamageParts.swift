import Graphics
import Pixels
import RasterKernels

/// The parts of a difference with known columns in each row.
///
/// Each kind has its own list: reading a case of an enumeration would copy the part.
final class DamageParts {
  private var rectangles = ReusableBuffer<PixelRect>(capacity: 16)
  private var bands = ReusableBuffer<DamagedBands>(capacity: 16)
  private var sweeps = ReusableBuffer<DamagedSweep>(capacity: 64)
  /// The smallest rectangle that contains all parts.
  private(set) var bounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

  /// Removes all parts.
  func removeAll() {
    rectangles.removeAll()
    bands.removeAll()
    sweeps.removeAll()
    bounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
  }

  /// Adds a rectangle, unless it is empty or equals the last one.
  func append(_ rect: PixelRect) {
    if rect.isEmpty || rectangles.count > 0 && rectangles[rectangles.count - 1] == rect { return }
    rectangles.append(rect)
    bounds = bounds.union(rect)
  }

  /// Adds the area between two circles, or between two pairs of circles.
  func append(_ new: DamagedBands) {
    bands.append(new)
    bounds = bounds.union(new.bounds)
  }

  /// Adds the area that the end of an arc swept.
  @inline(never) @_optimize(speed)
  func appendSweep(
    _ arc: Arc, from: Point, to: Point, isTrimmed: Bool, meetsStart: Bool
  ) {
    sweeps.append(
      DamagedSweep(arc, from: from, to: to, isTrimmed: isTrimmed, meetsStart: meetsStart))
    bounds = bounds.union(sweeps[sweeps.count &- 1].bounds)
  }

  /// Whether the only part is one rectangle.
  var isRectangle: Bool { rectangles.count == 1 && bands.count == 0 && sweeps.count == 0 }

  /// Whether two rows whose numbers add up to `sum` always have the same columns.
  func isMirrored(_ sum: Int) -> Bool {
    if sweeps.count > 0 { return false }
    for index in 0..<rectangles.count {
      let rect = rectangles[index]
      if rect.top + rect.bottom - 1 != sum { return false }
    }
    // Both bands of a pair have the same center.
    for index in 0..<bands.count where !bands[index].outer.edges.rim.isMirrored(sum) {
      return false
    }
    return true
  }

  /// Appends the columns of all parts in eight rows. A single sweep is the most frequent case: then
  /// as many blocks of eight rows are solved at once as fit.
  ///
  /// - Returns: the number of blocks of eight rows.
  @inline(__always)
  func append(
    to edges: inout RowBoundaries, from row: Int
  ) -> Int {
    let isSweep = sweeps.count == 1 && rectangles.count == 0 && bands.count == 0
    if isSweep {
      let blocks = max(1, min(RowBoundaries.leastRoom / 2, (bounds.bottom &- row &+ 7) >> 3))
      sweeps.modify(0) { KernelSet.append($0.edges, from: row, blocks: blocks, to: &edges) }
      return blocks
    }
    for index in 0..<rectangles.count {
      let rect = rectangles[index]
      if rect.top >= row &+ 8 || rect.bottom <= row { continue }
      let middles = Lanes.pixelCenters(from: Float(row))
      let isMissed = Lanes.signMask(
        Lanes.min(middles - Float(rect.top), Float(rect.bottom) - middles))
      let (left, right) = (SIMD8(repeating: Float(rect.left)), SIMD8(repeating: Float(rect.right)))
      edges.reserve()
      edges.append(from: left, to: Lanes.select(isMissed, left, right))
    }
    for index in 0..<bands.count {
      bands.with(index) { pair in
        if pair.bounds.top >= row &+ 8 || pair.bounds.bottom <= row { return }
        let hasInner =
          pair.hasInner && pair.inner.bounds.top < row &+ 8 && pair.inner.bounds.bottom > row
        KernelSet.append(
          pair.outer.edges, around: pair.inner.edges, hasInner: hasInner, from: row, to: &edges)
      }
    }
    for index in 0..<sweeps.count {
      sweeps.modify(index) { sweep in
        if sweep.bounds.top >= row &+ 8 || sweep.bounds.bottom <= row { return }
        KernelSet.append(sweep.edges, from: row, blocks: 1, to: &edges)
      }
    }
    return 1
  }

  /// The first row, from `row` on, that a part may touch; the end of all parts if there is none.
  func nextRow(from row: Int) -> Int {
    var next = bounds.bottom
    func look(_ part: PixelRect) { if part.bottom > row { next = min(next, max(row, part.top)) } }
    for index in 0..<rectangles.count { look(rectangles[index]) }
    for index in 0..<bands.count { look(bands[index].bounds) }
    for index in 0..<sweeps.count { look(sweeps[index].bounds) }
    return next
  }

  /// Adds rectangles that contain all parts to a region.
  func insert(into region: inout DamageRegion, within canvas: PixelRect) {
    for index in 0..<rectangles.count { region.insert(rectangles[index].intersection(canvas)) }
    for index in 0..<bands.count {
      let pair = bands[index]
      pair.outer.insert(into: &region, within: canvas)
      if pair.hasInner { pair.inner.insert(into: &region, within: canvas) }
    }
    for index in 0..<sweeps.count { region.insert(sweeps[index].bounds.intersection(canvas)) }
  }
}

/// The area between two circles, and optionally between two more, which lie mostly within the first
/// two.
struct DamagedBands: BitwiseCopyable {
  var outer: DamagedBand
  /// The inner band; equals `outer` if there is none.
  var inner: DamagedBand
  let hasInner: Bool
  let bounds: PixelRect

  /// Creates a pair; `inner` is optional.
  init(_ outer: DamagedBand, _ inner: DamagedBand?) {
    (self.outer, self.inner, hasInner) = (outer, inner ?? outer, inner != nil)
    bounds = outer.bounds.union(self.inner.bounds)
  }
}

/// The area between two concentric circles.
struct DamagedBand: BitwiseCopyable {
  var edges: BandEdges
  let bounds: PixelRect

  /// Creates the band between two radii in either order.
  ///
  /// - Parameter hasEdge: whether equal radii give the band of pixels that the circle cuts.
  /// - Returns: nil if the band is empty, or neither radius is positive.
  init?(_ centre: Point, _ one: Double, _ other: Double, hasEdge: Bool = false) {
    if one == other && !hasEdge || one <= 0 && other <= 0 { return nil }
    edges = BandEdges(
      rim: Circle(centre, radius: max(one, other)),
      hole: Circle(centre, radius: max(min(one, other), 0)))
    bounds = centre.surrounded(by: max(one, other))
  }

  /// Adds four rectangles around the square inscribed in the smaller circle.
  func insert(into region: inout DamageRegion, within canvas: PixelRect) {
    let outer = bounds.intersection(canvas)
    let hole = edges.hole
    // cos 45° rounded down, minus the pixel that an edge may touch on the inside.
    let inside = Double(hole.radius) * 0.7071 - 2
    if inside < 1 { return region.insert(outer) }
    let (x, y) = (Double(hole.centerX), Double(hole.centerY))
    region.insert(
      outer,
      around: PixelRect(
        left: (x - inside).ceiling, top: (y - inside).ceiling, right: (x + inside).floor,
        bottom: (y + inside).floor))
  }
}

/// The area that the end of an arc sweeps along a short chord: both caps and the area between them,
/// without the area that both pictures cover equally.
struct DamagedSweep: BitwiseCopyable {
  var edges: SweepEdges
  /// The greatest bulge of the rim that may be ignored, pixels.
  static let leastBulge: Float = 0.1
  /// The distance beyond its disc at which an end may show if its pixels are mixed, pixels. In the
  /// pixels that the end cuts, the radial line continues. If both ends meet, the nearer one counts,
  /// even if only the other one covers the pixel. In every direction, a pixel's corner is at most
  /// this much plus half a pixel from its center.
  static let mixedReach: Float = 0.2
  let bounds: PixelRect

  /// Creates the sweep between two directions, given as unit vectors.
  ///
  /// - Parameters:
  ///   - isTrimmed: whether nothing changed behind the radial line of `from`, nor within its cap.
  ///   - meetsStart: whether the cap at the arc's start may overlap the sweep.
  // Transparent, so that the struct is built in place: the inliner finds its caller too large.
  @_transparent
  init(_ arc: Arc, from: Point, to: Point, isTrimmed: Bool, meetsStart: Bool) {
    let (first, last) = (arc.point(towards: from), arc.point(towards: to))
    // The rim's bulge over the chord: 1 − √(1 − u) is less than u/2 + u²/4 for sweeps of less than
    // a quarter turn.
    let square = (1 - (from.x * to.x + from.y * to.y)) / 2
    let bulge = (arc.radius + arc.width / 2) * square * (0.5 + 0.25 * square)
    let isTrimmed = isTrimmed && arc.cap == .round && bulge < Double(Self.leastBulge)
    // Unless one distance determines the coverage, pixels that the radial line cuts also depend on
    // it.
    let isMixed =
      arc.cap == .butt || Float(arc.width / 2) < ArcEdges.leastCap
      || !AnnulusEdges.isPlain(
        rim: Float(arc.annulus.outerRadius), hole: Float(arc.annulus.innerRadius))
    let spread =
      (isMixed || meetsStart ? Self.mixedReach : 0) + (arc.cap == .butt ? ArcEdges.buttReach : 0)
    let radius = arc.width / 2 + bulge + Double(spread)
    // Measured along a row; a tenth covers rounding.
    let margin = isMixed ? 0.1 + Circle.reach / max(0.01, abs(Float(from.y))) : 0.1
    // The unit vector between both directions is their sum over 2 √(1 − square). A chord spans a
    // seventh of a turn at most, so two terms of the root's series have an error below a hundredth
    // of a pixel.
    let share = -radius * (0.5 + square * (0.25 + 0.1875 * square))
    let side = SIMD2(Float((from.x + to.x) * share), Float((from.y + to.y) * share))
    edges = SweepEdges(
      from: Circle(first, radius: radius), to: Circle(last, radius: radius),
      centre: SIMD2(Float(arc.centre.x), Float(arc.centre.y)),
      direction: SIMD2(Float(from.x), Float(from.y)), side: side,
      margin: isTrimmed ? margin : .infinity,
      inset: isTrimmed ? Self.leastBulge + spread : .infinity)
    // A tenth covers rounding. On the side of the start, the area ahead of the radial line ends
    // where that line crosses the disc, plus the distance that a pixel with its center ahead may
    // reach behind the line.
    let reach = radius + 0.1
    let behind = isMixed ? 2.0 : 1
    let (across, down) = isTrimmed ? (abs(from.x), abs(from.y)) : (1, 1)
    let (breadth, height) = (
      min(across * reach + down * behind, reach), min(down * reach + across * behind, reach)
    )
    bounds = PixelRect(
      from: Point(
        x: min(first.x - (from.y < 0 ? breadth : reach), last.x - reach),
        y: min(first.y - (from.x > 0 ? height : reach), last.y - reach)),
      to: Point(
        x: max(first.x + (from.y > 0 ? breadth : reach), last.x + reach),
        y: max(first.y + (from.x < 0 ? height : reach), last.y + reach)))
  }
}
