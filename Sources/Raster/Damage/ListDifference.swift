import Base
public import Graphics
public import Pixels
import RasterKernels

/// The area in which the pictures of two display lists may differ, found by comparing the lists.
///
/// Items are compared by their indices. An item that looks the same adds nothing. An item that only
/// grew or shrank adds the difference: an arc with a new sweep, an annulus with new radii, a longer
/// bar. Any other change adds the item's old and new areas. A scene declares no damage, so it
/// cannot declare it wrongly.
///
/// Each part knows its columns in each row, so drawing follows the shape of the change. Drivers get
/// rectangles around the parts. Nothing is allocated once the lists have grown.
public final class ListDifference {
  let parts = DamageParts()
  private var maskParts = ReusableBuffer<DamagedMasks>(capacity: 16)
  // The masks of `maskParts`, kept alive.
  private var masks: [CoverageMask] = []
  let pathMasks: PathMasks
  /// The pictures that lists may refer to; animated ones report where their frames differ.
  public var images: [Image] = []
  // The column boundaries of the parts in the solved rows.
  private var edges = RowBoundaries()
  private(set) var canvas = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

  /// Creates an empty difference.
  ///
  /// - Parameter pathMasks: the masks of the rasterizer that draws the difference, so that each
  ///   path is rendered once.
  public init(pathMasks: PathMasks = PathMasks()) { self.pathMasks = pathMasks }

  /// The smallest rectangle that contains the difference.
  public private(set) var bounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

  /// The smallest rectangle that contains all parts except masks.
  private(set) var partBounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

  /// The sum of a row and its mirrored row, if all rows within bounds have the same columns as
  /// their mirrored rows; otherwise nil.
  func mirror(within bounds: PixelRect) -> Int? {
    let sum = bounds.top + bounds.bottom - 1
    return maskParts.count == 0 && parts.isMirrored(sum) ? sum : nil
  }

  /// Whether the difference is the rectangle `partBounds`.
  var isRectangle: Bool { parts.isRectangle }

  /// Creates a difference of all pixels of a rectangle.
  public convenience init(_ rect: PixelRect, of canvas: PixelRect) {
    self.init()
    set(rect, of: canvas)
  }

  /// Sets the difference to all pixels of a rectangle.
  public func set(_ rect: PixelRect, of canvas: PixelRect) {
    removeAll()
    self.canvas = canvas
    insert(rect)
    findBounds()
  }

  /// Computes the bounds of all parts.
  @inline(__always)
  private func findBounds() {
    partBounds = parts.bounds.intersection(canvas)
    bounds = partBounds
    for index in 0..<maskParts.count {
      bounds = bounds.union(maskParts[index].bounds.intersection(canvas))
    }
  }

  /// Compares a list with an older one, and sets the difference to the damage between them.
  @_optimize(speed)
  public func find(from older: DisplayList, to newer: DisplayList, of canvas: PixelRect) {
    removeAll()
    self.canvas = canvas
    pathMasks.begin()
    let both = min(newer.count, older.count)
    // The frontmost item first: mostly it is the item that grew. Its damage takes longest to
    // compute, which overlaps with the comparison of the others.
    var index = both
    while index > 0 {
      index &-= 1
      if insertMove(at: index, from: older, to: newer) { continue }
      if newer.item(at: index, looksLike: older) { continue }
      if !insertGrowth(at: index, from: older, to: newer),
        !insertFrames(at: index, from: older, to: newer)
      {
        insert(at: index, of: newer)
        if !newer.item(at: index, isWhere: older) { insert(at: index, of: older) }
      }
    }
    for index in both..<max(both, newer.count) { insert(at: index, of: newer) }
    for index in both..<max(both, older.count) { insert(at: index, of: older) }
    insertLayers(from: older, to: newer)
    findBounds()
  }

  /// Whether a rectangle meets the difference, widened by the columns that spans may exceed it.
  func mayTouch(_ rect: PixelRect) -> Bool {
    var rect = rect
    (rect.left, rect.right) = (rect.left &- 8, rect.right &+ 8)
    if !partBounds.intersection(rect).isEmpty { return true }
    for index in 0..<maskParts.count
    where !maskParts[index].bounds.intersection(rect).isEmpty { return true }
    return false
  }

  /// Adds rectangles that contain the difference to a region.
  public func insert(into region: inout DamageRegion) {
    parts.insert(into: &region, within: canvas)
    for index in 0..<maskParts.count {
      region.insert(maskParts[index].bounds.intersection(canvas))
    }
  }

  /// Solves the damaged columns of `blocks` times eight rows from `row` on, clipped to `room`.
  @_optimize(speed)
  func solve(from row: Int, within room: ColumnRange) {
    edges.begin(from: room.start, to: room.end)
    blocks = parts.append(to: &edges, from: row)
    isOneRange = edges.count == 2 &* blocks
    isOrdered = isOneRange || edges.areRangesOrdered()
    isNarrow = isOneRange && edges.areRanges(within: Int32(8 &* SpanBatch.maximumPerRow))
  }

  /// The number of blocks of eight rows that were solved.
  private(set) var blocks = 1

  /// The first row to solve after those solved from `row` on. If no part touches these, it is the
  /// first row below with a part, or the end of all parts.
  func nextRow(behind row: Int) -> Int {
    let next = row &+ 8 &* blocks
    return edges.count > 0 ? next : parts.nextRow(from: next)
  }

  /// Whether the ranges are in order from left to right and do not overlap; otherwise they have to
  /// be sorted.
  private(set) var isOrdered = false

  /// Whether each row has one range.
  private(set) var isOneRange = false

  /// Whether each row has one range that is narrow enough to be computed as spans.
  private(set) var isNarrow = false

  /// All ranges, eight rows of one boundary after the other. A range is empty if it ends before it
  /// starts.
  @inline(__always)
  func lendRanges() -> UnsafeSlice<Int32> { edges.lend() }

  /// The ranges of a block, eight rows of one boundary after the other. A range is empty if it ends
  /// before it starts.
  @inline(__always)
  func lendRanges(_ block: Int) -> UnsafeSlice<Int32> {
    isOneRange ? edges.lend().part(from: block &* 16, count: 16) : edges.lend()
  }

  /// Sets `ranges` to the damaged columns in one row of a block, clipped to `room`.
  @inline(__always)
  func getColumns(
    _ block: Int, _ row: Int, within room: ColumnRange, into ranges: inout ColumnRanges
  ) {
    ranges.removeAll(keepingRoom: room)
    var index = block &* 2
    let end = isOneRange ? index &+ 2 : edges.count
    while index < end {
      ranges.insert(edges[index, row], edges[index &+ 1, row])
      index &+= 2
    }
  }

  /// Calls `body` for each part that is a mask or a pair of masks.
  @inline(__always)
  func forEachMask(_ body: (borrowing DamagedMasks) -> Void) {
    for index in 0..<maskParts.count { maskParts.with(index, body) }
  }

  /// Adds all pixels that an item covers.
  @inline(never)
  private func insert(at index: Int, of list: DisplayList) {
    if let mask = pathMasks.mask(at: index, of: list, on: canvas) {
      maskParts.append(DamagedMasks(mask))
      masks.append(mask)
    } else if let band = list[index].shape.band {
      parts.append(DamagedBands(band, nil))
    } else {
      insert(list.pixels(at: index))
    }
  }

  private func insert(_ new: consuming CoverageMask, _ old: consuming CoverageMask) {
    maskParts.append(DamagedMasks(new, old))
    masks.append(new)
    masks.append(old)
  }

  /// Removes all parts.
  private func removeAll() {
    parts.removeAll()
    maskParts.removeAll()
    if !masks.isEmpty { masks.removeAll(keepingCapacity: true) }
  }

  func insert(_ rect: PixelRect) {
    // `append` ignores a rectangle that repeats: an item's old and new areas are often the same.
    parts.append(rect.intersection(canvas))
  }

  /// Adds the pixels that an item gained or lost, if its shape changed in a supported way. Returns
  /// whether it did.
  @inline(never)
  private func insertGrowth(
    at index: Int, from older: DisplayList, to newer: DisplayList
  ) -> Bool {
    guard newer[index].alpha == older[index].alpha,
      newer.hasSamePaint(at: index, as: older)
    else { return false }
    switch (newer[index].shape, older[index].shape) {
    // A closed circle equals an arc of a whole turn.
    case (.annulus(let closed), .arc(let arc)), (.arc(let arc), .annulus(let closed)):
      if closed != arc.annulus { return false }
      // A full circle has no visible start, so add the arc's start.
      insert(arc.point(at: 0).surrounded(by: arc.width / 2 + 1))
      insertMove(of: arc, from: 1)
    case (.annulus(let new), .annulus(let old)):
      if new.centre != old.centre { return false }
      if max(new.outerRadius, old.outerRadius) > Self.farthest { return false }
      insertBands(new, old)
    case (.rectangle(let new), .rectangle(let old)):
      if new.x != old.x || new.y != old.y || new.height != old.height { return false }
      let (first, last) = (min(new.width, old.width), max(new.width, old.width))
      insert(
        PixelRect(
          from: Point(x: new.x + first - 1, y: new.y),
          to: Point(x: new.x + last + 1, y: new.y + new.height)))
    default:
      guard let new = pathMasks.mask(at: index, of: newer, on: canvas),
        let old = pathMasks.mask(at: index, of: older, on: canvas)
      else { return false }
      insert(new, old)
    }
    return true
  }

  /// Adds the pixels in which two frames of an animated picture differ, if nothing else changed.
  private func insertFrames(
    at index: Int, from older: DisplayList, to newer: DisplayList
  ) -> Bool {
    guard Traits.pictures, case .image(let new, let x, let y) = newer[index].paint,
      case .image(let old, let otherX, let otherY) = older[index].paint,
      new.identifier == old.identifier, x == otherX, y == otherY,
      case .rectangle(let rect) = newer[index].shape,
      case .rectangle(let otherRect) = older[index].shape, rect == otherRect,
      newer[index].alpha == older[index].alpha,
      let image = images.first(where: { $0.reference.identifier == new.identifier })
    else { return false }
    let change = image.change(from: old.frame, to: new.frame)
    insert(
      PixelRect(
        left: x + change.left, top: y + change.top, right: x + change.right,
        bottom: y + change.bottom))
    return true
  }

  /// Adds the areas between the rims and between the holes of two concentric annuli.
  @inline(never)
  private func insertBands(_ one: Annulus, _ other: Annulus) {
    // If `isPlain` changes, pixels at an edge may get another level, even if the edge stays.
    let turns = one.isPlain != other.isPlain
    let rim = DamagedBand(one.centre, one.outerRadius, other.outerRadius, hasEdge: turns)
    let hole = DamagedBand(one.centre, one.innerRadius, other.innerRadius, hasEdge: turns)
    if let rim, let hole {
      parts.append(DamagedBands(rim, hole))
    } else if let band = rim ?? hole {
      parts.append(DamagedBands(band, nil))
    }
  }

  /// The largest radius whose edge Float locates to a fraction of a pixel, pixels.
  static var farthest: Double { 1e5 }
}

extension Shape {
  /// The pixels that a ring may cover, which are far fewer than its bounding square; nil for other
  /// shapes and for rings with a small hole.
  fileprivate var band: DamagedBand? {
    let annulus: Annulus
    switch self {
    case .annulus(let ring): annulus = ring
    case .arc(let arc): annulus = arc.annulus
    default: return nil
    }
    if annulus.innerRadius < 16 || annulus.outerRadius > ListDifference.farthest { return nil }
    // The ends of an arc may cut adjacent pixels.
    return DamagedBand(annulus.centre, annulus.innerRadius - 1, annulus.outerRadius + 1)
  }
}
