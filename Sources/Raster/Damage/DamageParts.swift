import Graphics
import Pixels
import RasterKernels

/// The parts of a difference whose columns in each row are known.
///
/// One list for each kind: of an enumeration, each look at a part would copy it.
final class DamageParts {
  private var rectangles = ReusableBuffer<PixelRect>(capacity: 16)
  private var bands = ReusableBuffer<DamagedBands>(capacity: 16)
  private var sweeps = ReusableBuffer<DamagedSweep>(capacity: 64)
  /// The smallest rectangle that holds all of them.
  private(set) var bounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

  /// Forgets all.
  func removeAll() {
    rectangles.removeAll()
    bands.removeAll()
    sweeps.removeAll()
    bounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
  }

  /// Adds all of a rectangle, unless it was added last.
  func append(_ rect: PixelRect) {
    if rect.isEmpty || rectangles.count > 0 && rectangles[rectangles.count - 1] == rect { return }
    rectangles.append(rect)
    bounds = bounds.union(rect)
  }

  /// Adds what lies between two circles, or each two.
  func append(_ new: DamagedBands) {
    bands.append(new)
    bounds = bounds.union(new.bounds)
  }

  /// Adds what the end of an arc passed.
  @inline(never) @_optimize(speed)
  func appendSweep(
    _ arc: Arc, from: Point, to: Point, isTrimmed: Bool, meetsStart: Bool
  ) {
    sweeps.append(
      DamagedSweep(arc, from: from, to: to, isTrimmed: isTrimmed, meetsStart: meetsStart))
    bounds = bounds.union(sweeps[sweeps.count &- 1].bounds)
  }

  /// Whether they are one rectangle.
  var isRectangle: Bool { rectangles.count == 1 && bands.count == 0 && sweeps.count == 0 }

  /// Whether each two rows with some sum have the same columns.
  func isMirrored(_ sum: Int) -> Bool {
    if sweeps.count > 0 { return false }
    for index in 0..<rectangles.count {
      let rect = rectangles[index]
      if rect.top + rect.bottom - 1 != sum { return false }
    }
    // Both of two have the same center.
    for index in 0..<bands.count where !bands[index].outer.edges.rim.isMirrored(sum) {
      return false
    }
    return true
  }

  /// Adds their columns in eight rows. What the end of an arc passed is mostly all that there is:
  /// then as many rows are found at once as there is room for.
  ///
  /// - Returns: how many times eight rows.
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

  /// The first row from one on in which one of them may be; the end of all if there is none.
  func nextRow(from row: Int) -> Int {
    var next = bounds.bottom
    func look(_ part: PixelRect) { if part.bottom > row { next = min(next, max(row, part.top)) } }
    for index in 0..<rectangles.count { look(rectangles[index]) }
    for index in 0..<bands.count { look(bands[index].bounds) }
    for index in 0..<sweeps.count { look(sweeps[index].bounds) }
    return next
  }

  /// Adds rectangles that hold them.
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

/// What lies between two circles, and perhaps between two others that are within these for the most
/// part.
struct DamagedBands: BitwiseCopyable {
  var outer: DamagedBand
  /// The same as the outer one where there is none.
  var inner: DamagedBand
  let hasInner: Bool
  let bounds: PixelRect

  /// Creates one or both.
  init(_ outer: DamagedBand, _ inner: DamagedBand?) {
    (self.outer, self.inner, hasInner) = (outer, inner ?? outer, inner != nil)
    bounds = outer.bounds.union(self.inner.bounds)
  }
}

/// What lies between two circles around one center.
struct DamagedBand: BitwiseCopyable {
  var edges: BandEdges
  let bounds: PixelRect

  /// - Parameter hasEdge: whether there is something between circles that are the same: the pixels
  ///   that they cut.
  /// - Returns: nil if there is nothing, or neither is a circle.
  init?(_ centre: Point, _ one: Double, _ other: Double, hasEdge: Bool = false) {
    if one == other && !hasEdge || one <= 0 && other <= 0 { return nil }
    edges = BandEdges(
      rim: Circle(centre, radius: max(one, other)),
      hole: Circle(centre, radius: max(min(one, other), 0)))
    bounds = centre.surrounded(by: max(one, other))
  }

  /// Adds four boxes around the square that fits into the smaller circle.
  func insert(into region: inout DamageRegion, within canvas: PixelRect) {
    let outer = bounds.intersection(canvas)
    let hole = edges.hole
    // cos 45° rounded down, less the pixel that an edge may touch inward.
    let inside = Double(hole.radius) * 0.7071 - 2
    if inside < 1 { return region.insert(outer) }
    let (x, y) = (Double(hole.centerX), Double(hole.centerY))
    let kept = PixelRect(
      left: (x - inside).ceiling, top: (y - inside).ceiling, right: (x + inside).floor,
      bottom: (y + inside).floor)
    let (top, bottom) = (max(kept.top, outer.top), min(kept.bottom, outer.bottom))
    region.insert(
      PixelRect(
        left: outer.left, top: outer.top, right: outer.right, bottom: min(kept.top, outer.bottom)))
    region.insert(
      PixelRect(
        left: outer.left, top: max(kept.bottom, outer.top), right: outer.right, bottom: outer.bottom
      ))
    region.insert(
      PixelRect(left: outer.left, top: top, right: min(kept.left, outer.right), bottom: bottom))
    region.insert(
      PixelRect(left: max(kept.right, outer.left), top: top, right: outer.right, bottom: bottom))
  }
}

/// What the end of an arc passed on a short way: both caps and what lies between them, without what
/// both pictures cover alike.
struct DamagedSweep: BitwiseCopyable {
  var edges: SweepEdges
  /// A bulge less than this does not matter, pixels.
  static let leastBulge: Float = 0.1
  /// How much farther than its disc an end may show where it is mixed with what else is there. In
  /// pixels that the end cuts the line goes on; and where both ends meet, the nearer one counts
  /// even if the other one alone had a part: whatever direction that lies in, a pixel's corner is
  /// never farther from its center than this and half a pixel.
  static let mixedReach: Float = 0.2
  let bounds: PixelRect

  /// - Parameters:
  ///   - isTrimmed: whether nothing changed behind the radial line, nor within the cap where it
  ///     was.
  ///   - meetsStart: whether the disc at the start may be where it passed.
  // Made where it stays: the inliner finds its caller too large.
  @_transparent
  init(_ arc: Arc, from: Point, to: Point, isTrimmed: Bool, meetsStart: Bool) {
    let (first, last) = (arc.point(towards: from), arc.point(towards: to))
    // How far the rim bulges over the straight way: 1 − √(1 − u) is less than u/2 + u²/4 for ways
    // of less than a quarter.
    let square = (1 - (from.x * to.x + from.y * to.y)) / 2
    let bulge = (arc.radius + arc.width / 2) * square * (0.5 + 0.25 * square)
    let isTrimmed = isTrimmed && arc.cap == .round && bulge < Double(Self.leastBulge)
    // Unless one distance says it all, pixels that the line cuts depend on it, too.
    let isMixed =
      arc.cap == .butt || Float(arc.width / 2) < ArcEdges.leastCap
      || !AnnulusEdges.isPlain(
        rim: Float(arc.annulus.outerRadius), hole: Float(arc.annulus.innerRadius))
    let spread =
      (isMixed || meetsStart ? Self.mixedReach : 0) + (arc.cap == .butt ? ArcEdges.buttReach : 0)
    let radius = arc.width / 2 + bulge + Double(spread)
    // Along a row; a tenth is for rounding.
    let margin = isMixed ? 0.1 + Circle.reach / max(0.01, abs(Float(from.y))) : 0.1
    // The unit vector between both directions is their sum over 2 √(1 − square). A way is a seventh
    // of a turn at most: with two terms of the root's series it is off by less than a hundredth of
    // a pixel.
    let share = -radius * (0.5 + square * (0.25 + 0.1875 * square))
    let side = SIMD2(Float((from.x + to.x) * share), Float((from.y + to.y) * share))
    edges = SweepEdges(
      from: Circle(first, radius: radius), to: Circle(last, radius: radius),
      centre: SIMD2(Float(arc.centre.x), Float(arc.centre.y)),
      direction: SIMD2(Float(from.x), Float(from.y)), side: side,
      margin: isTrimmed ? margin : .infinity,
      inset: isTrimmed ? Self.leastBulge + spread : .infinity)
    // A tenth is for rounding. On the side that the way comes from, what is ahead of the radial
    // line ends with that: of the disc as far as the line crosses it, and as far as a pixel that
    // has its center ahead may reach behind.
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
