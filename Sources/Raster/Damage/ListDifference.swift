import Base
public import Graphics
public import Pixels
import RasterKernels

/// Where the pictures of two display lists may differ, found by comparing the lists.
///
/// Items are compared by their places in the lists. One that looks the same costs nothing; one that
/// only grew (an arc whose end moved, an annulus that widened, a bar that got longer) costs what it
/// gained or lost; for any other change it costs all that it was and all that it is. A scene
/// declares none of it, so it cannot be wrong.
///
/// Each part knows which columns of a row it may have changed, so that drawing follows the shape of
/// a change; what is told to a driver are rectangles around the parts. Once it has grown it
/// allocates nothing.
public final class ListDifference {
  let parts = DamageParts()
  private var maskParts = ReusableBuffer<DamagedMasks>(capacity: 16)
  // What those parts are about.
  private var masks: [CoverageMask] = []
  let pathMasks: PathMasks
  /// The pictures that lists may refer to: the frames of animated ones tell where they differ.
  public var images: [Image] = []
  // The columns of those parts that have a share in the rows in hand.
  private var edges = RowBoundaries()
  private(set) var canvas = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

  /// Creates a difference of nothing.
  ///
  /// - Parameter pathMasks: those of the rasterizer that will draw the difference, so that paths
  ///   are made once.
  public init(pathMasks: PathMasks = PathMasks()) { self.pathMasks = pathMasks }

  /// The smallest rectangle that holds all of it.
  public private(set) var bounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

  /// The smallest rectangle that holds those parts that are not masks.
  private(set) var partBounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

  /// The sum of each two rows that have the same columns, where each row within some bounds has
  /// such another one.
  func mirror(within bounds: PixelRect) -> Int? {
    let sum = bounds.top + bounds.bottom - 1
    return maskParts.count == 0 && parts.isMirrored(sum) ? sum : nil
  }

  /// Whether all pixels of `partBounds` differ.
  var isRectangle: Bool { parts.isRectangle }

  /// Creates a difference of all pixels of a rectangle.
  public convenience init(_ rect: PixelRect, of canvas: PixelRect) {
    self.init()
    set(rect, of: canvas)
  }

  /// Makes it all pixels of a rectangle.
  public func set(_ rect: PixelRect, of canvas: PixelRect) {
    removeAll()
    self.canvas = canvas
    insert(rect)
    findBounds()
  }

  /// Finds out how far all of it reaches.
  @inline(__always)
  private func findBounds() {
    partBounds = parts.bounds.intersection(canvas)
    bounds = partBounds
    for index in 0..<maskParts.count {
      bounds = bounds.union(maskParts[index].bounds.intersection(canvas))
    }
  }

  /// Compares a list with an older one.
  @_optimize(speed)
  public func find(from older: DisplayList, to newer: DisplayList, of canvas: PixelRect) {
    removeAll()
    self.canvas = canvas
    pathMasks.begin()
    let both = min(newer.count, older.count)
    // The foremost first: mostly it is what grew, and to find out where takes long, while the
    // others are compared.
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

  /// Whether its spans, which reach beyond what is wanted, may show something of a rectangle.
  func mayTouch(_ rect: PixelRect) -> Bool {
    var rect = rect
    (rect.left, rect.right) = (rect.left &- 8, rect.right &+ 8)
    if !partBounds.intersection(rect).isEmpty { return true }
    for index in 0..<maskParts.count
    where !maskParts[index].bounds.intersection(rect).isEmpty { return true }
    return false
  }

  /// Adds to a region rectangles that hold all of it.
  public func insert(into region: inout DamageRegion) {
    parts.insert(into: &region, within: canvas)
    for index in 0..<maskParts.count {
      region.insert(maskParts[index].bounds.intersection(canvas))
    }
  }

  /// Finds out which columns of eight rows may differ, within `room`; or of `blocks` times eight.
  @_optimize(speed)
  func solve(from row: Int, within room: ColumnRange) {
    edges.begin(from: room.start, to: room.end)
    blocks = parts.append(to: &edges, from: row)
    isOneRange = edges.count == 2 &* blocks
    isOrdered = isOneRange || edges.areRangesOrdered()
    isNarrow = isOneRange && edges.areRanges(within: Int32(8 &* SpanBatch.maximumPerRow))
  }

  /// How many times eight rows were solved.
  private(set) var blocks = 1

  /// The row below those that were solved; if no part is in these, the first one below in which one
  /// is, or that below all.
  func nextRow(behind row: Int) -> Int {
    let next = row &+ 8 &* blocks
    return edges.count > 0 ? next : parts.nextRow(from: next)
  }

  /// Whether there are one or more ranges from left to right, none of which overlap; otherwise they
  /// have to be sorted.
  private(set) var isOrdered = false

  /// Whether there is one range in each row.
  private(set) var isOneRange = false

  /// Whether there is one range in each row, and none is so wide that a part of it could be left
  /// out.
  private(set) var isNarrow = false

  /// Lends all ranges, eight rows of one edge after the other; those that are inside out are none.
  @inline(__always)
  func lendRanges() -> UnsafeSlice<Int32> { edges.lend() }

  /// Lends ranges of a block, eight rows of one edge after the other; those that are inside out are
  /// none.
  @inline(__always)
  func lendRanges(_ block: Int) -> UnsafeSlice<Int32> {
    isOneRange ? edges.lend().part(from: block &* 16, count: 16) : edges.lend()
  }

  /// The columns of one of the eight rows of a block that may differ, within `room`.
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

  /// Calls a function with each part that is two masks, or one.
  @inline(__always)
  func forEachMask(_ body: (borrowing DamagedMasks) -> Void) {
    for index in 0..<maskParts.count { maskParts.with(index, body) }
  }

  /// Adds all that an item covers.
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

  /// Forgets all parts.
  private func removeAll() {
    parts.removeAll()
    maskParts.removeAll()
    if !masks.isEmpty { masks.removeAll(keepingCapacity: true) }
  }

  func insert(_ rect: PixelRect) {
    // What an item was is often just where it is.
    parts.append(rect.intersection(canvas))
  }

  /// Adds what an item gained or lost, if its change is of a kind that has a boundary to follow.
  @inline(never)
  private func insertGrowth(
    at index: Int, from older: DisplayList, to newer: DisplayList
  ) -> Bool {
    guard newer[index].alpha == older[index].alpha,
      newer.hasSamePaint(at: index, as: older)
    else { return false }
    switch (newer[index].shape, older[index].shape) {
    // A closed circle is an arc of a whole turn.
    case (.annulus(let closed), .arc(let arc)), (.arc(let arc), .annulus(let closed)):
      if closed != arc.annulus { return false }
      // A circle does not begin anywhere.
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

  /// Adds what differs between two frames of an animated picture, if that is all that changed.
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

  /// Adds what lies between the rims and between the holes of two annuli about one center.
  @inline(never)
  private func insertBands(_ one: Annulus, _ other: Annulus) {
    // Where two lines say what one did, pixels that an edge cuts may have another level, also if
    // the edge stays.
    let turns = one.isPlain != other.isPlain
    let rim = DamagedBand(one.centre, one.outerRadius, other.outerRadius, hasEdge: turns)
    let hole = DamagedBand(one.centre, one.innerRadius, other.innerRadius, hasEdge: turns)
    if let rim, let hole {
      parts.append(DamagedBands(rim, hole))
    } else if let band = rim ?? hole {
      parts.append(DamagedBands(band, nil))
    }
  }

  /// Single numbers know where a larger circle is, but not to a part of a pixel, pixels of radius.
  static var farthest: Double { 1e5 }
}

extension Shape {
  /// All that a ring may cover, which is far less than its square; nil for other shapes and for
  /// rings with a small hole.
  fileprivate var band: DamagedBand? {
    let annulus: Annulus
    switch self {
    case .annulus(let ring): annulus = ring
    case .arc(let arc): annulus = arc.annulus
    default: return nil
    }
    if annulus.innerRadius < 16 || annulus.outerRadius > ListDifference.farthest { return nil }
    // The ends of an arc may cut pixels beside it.
    return DamagedBand(annulus.centre, annulus.innerRadius - 1, annulus.outerRadius + 1)
  }
}
