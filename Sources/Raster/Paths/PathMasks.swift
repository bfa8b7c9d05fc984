import Graphics
import Pixels

/// A cache of the masks of recently drawn paths.
///
/// A path is found by its contents, so an unchanged path costs one comparison. A path that moved by
/// whole pixels is a copy of a mask at the path's origin, which is rendered once; that mask is
/// rendered again if it was evicted, so a mask never depends on the cache. A path that moved
/// otherwise is a new path in each frame and hardly ever repeats. Its mask reuses the memory of an
/// entry that is no longer needed: one that no other object references and that recent drawings did
/// not use. Recent means within the age of the oldest frame that a display may still show. Only an
/// entry of the same size is reused, because it does not grow. Once an animation has enough entries
/// of each size, nothing is allocated.
public final class PathMasks {
  /// A mask, and the path that it was rendered from.
  private final class Entry {
    var mask: CoverageMask
    // The stroke along the path; nil if it is filled.
    var style: StrokeStyle?
    var canvas = PathMasks.everywhere
    var origin = SIMD2<Int32>()
    // The identifier of a shared outline; 0 for a path of its own, stored in `steps` and `points`.
    var identifier = 0
    // Enough for any path of a scene, so that no entry grows by chance.
    var steps = ReusableBuffer<PathStep>(capacity: 256)
    var points = ReusableBuffer<Point>(capacity: 512)

    init(_ room: PixelSize) { mask = CoverageMask(room) }

    /// The capacity in bytes.
    var byteCount: Int { mask.byteCount + steps.byteCount + points.byteCount }
  }

  /// The part of an entry that is compared first.
  private struct Key: BitwiseCopyable {
    var fingerprint: UInt64
    // The number of the drawing that used the entry last.
    var lastUse: Int
    // The size for which the mask was created.
    var room: PixelSize
  }

  /// Whether pixels are covered entirely or not at all, for displays without gray levels. Set
  /// before the first drawing.
  public var hasHardEdges = false
  /// The directions of arcs, shared by a difference and its drawing.
  let directions = DirectionCache()
  private var entries: [Entry] = []
  // One key for each entry.
  private var keys = ReusableBuffer<Key>(capacity: 16)
  private var drawing = 0
  private var outline = StrokeOutline()
  private var sums = MaskFiller()
  private var sweep = WindingSweep()

  /// The number of drawings and comparisons for which an entry is kept in any case.
  private static var patience: Int { 8 }
  /// Larger than any canvas, and than the area that a path may touch.
  static var everywhere: PixelRect {
    PixelRect(left: -1 << 20, top: -1 << 20, right: 1 << 20, bottom: 1 << 20)
  }
  /// The size in bytes above which old entries are removed before one is added.
  static var byteLimit: Int { 16 << 20 }

  /// The number of entries.
  var count: Int { entries.count }

  /// The capacity of all entries in bytes.
  var byteCount: Int {
    var sum = 0
    for entry in entries { sum += entry.byteCount }
    return sum
  }

  /// Creates an empty cache.
  public init() {}

  /// Begins to draw a list or to compare two lists.
  func begin() { drawing += 1 }

  /// The mask of an item's path, rendered unless it is cached; nil for an item without a path. It
  /// is valid for the next drawings, and as long as the caller retains it.
  ///
  /// - Parameter canvas: the area to clip to; `everywhere` for an unclipped mask with the path's
  ///   origin as the canvas's origin.
  func mask(at index: Int, of list: DisplayList, on canvas: PixelRect) -> CoverageMask? {
    let (path, style): (Path, StrokeStyle?)
    switch list[index].shape {
    case .path(let shape): (path, style) = (shape, nil)
    case .stroke(let shape, let stroke): (path, style) = (shape, stroke)
    default: return nil
    }
    let isStill = canvas.left < 0
    let origin = isStill ? SIMD2() : path.origin
    for place in 0..<keys.count where keys[place].fingerprint == path.fingerprint {
      let entry = entries[place]
      if entry.style == style && entry.canvas == canvas && entry.origin == origin
        && Self.shows(entry, path, of: list)
      {
        keys[place].lastUse = drawing
        return entry.mask
      }
    }
    var bounds = list.shapePixels(at: index)
    if isStill { bounds = bounds.moved(by: 0 &- path.origin) }
    let isWhole = canvas.contains(bounds)
    let source = isWhole && origin != SIMD2() ? mask(at: index, of: list, on: Self.everywhere) : nil
    var area = bounds.intersection(canvas)
    if area.isEmpty { area = PixelRect(left: 0, top: 0, right: 0, bottom: 0) }
    // Groups, and words of their bits, are aligned to the canvas.
    area.left &= ~63
    let place = place(for: area, on: canvas)
    (keys[place].fingerprint, keys[place].lastUse) = (path.fingerprint, drawing)
    let entry = entries[place]
    (entry.style, entry.canvas, entry.origin) = (style, canvas, origin)
    entry.identifier = path.identifier
    entry.steps.removeAll()
    entry.points.removeAll()
    if path.identifier == 0 {
      entry.steps.append(contentsOf: list.pen.steps.span.extracting(path.steps))
      entry.points.append(contentsOf: list.pen.points.span.extracting(path.points))
    }
    if let source {
      entry.mask.copy(source, movedBy: origin, area)
    } else {
      outline.edges.begin(area: area.moved(by: 0 &- origin), isInside: isWhole)
      draw(path, of: list, style, area, entry.mask)
    }
    return entry.mask
  }

  private static func shows(_ entry: Entry, _ path: Path, of list: DisplayList) -> Bool {
    if entry.identifier != path.identifier { return false }
    if path.identifier != 0 { return true }
    return entry.steps.hasSameBits(as: list.pen.steps.span.extracting(path.steps))
      && entry.points.hasSameBits(as: list.pen.points.span.extracting(path.points))
  }

  private func draw(
    _ path: Path, of list: DisplayList, _ style: StrokeStyle?, _ area: PixelRect,
    _ mask: CoverageMask
  ) {
    outline.isFill = style == nil
    if let style { outline.begin(style) }
    if !area.isEmpty && style?.width ?? 1 > 0 {
      list.withPen(of: path) {
        outline.edges.isSimple = !outline.isFill && $0.isLine(path)
        $0.trace(path, into: &outline)
      }
    }
    sums.fill(mask, with: outline.edges, area, &sweep)
    if hasHardEdges { mask.harden() }
  }

  // MARK: - Memory

  /// The index of an entry for a mask of an area: a reused one, or a new one.
  private func place(for area: PixelRect, on canvas: PixelRect) -> Int {
    // Round up to powers of two, so that a rotating or growing path has few sizes.
    func side(_ length: Int) -> Int {
      1 << (Int.bitWidth - max(31, length - 1).leadingZeroBitCount)
    }
    let room = PixelSize(
      width: min(side(area.width), canvas.width), height: min(side(area.height), canvas.height))
    if let place = oldest(of: room) { return place }
    while byteCount > Self.byteLimit, let place = oldest(of: nil) { remove(at: place) }
    entries.append(Entry(room))
    keys.append(Key(fingerprint: 0, lastUse: 0, room: room))
    return entries.count - 1
  }

  /// The least recently used entry of a size, or of any size, that is no longer needed.
  private func oldest(of room: PixelSize?) -> Int? {
    var oldest: Int?
    var lastUse = drawing - Self.patience
    for place in 0..<keys.count where keys[place].lastUse < lastUse {
      if let room, room != keys[place].room { continue }
      if !isKnownUniquelyReferenced(&entries[place].mask) { continue }
      (oldest, lastUse) = (place, keys[place].lastUse)
    }
    return oldest
  }

  private func remove(at place: Int) {
    entries.swapAt(place, entries.count - 1)
    keys[place] = keys[keys.count - 1]
    entries.removeLast()
    keys.removeLast()
  }
}
