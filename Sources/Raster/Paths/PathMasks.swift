import Graphics
import Pixels

/// The masks of paths that lists drew of late.
///
/// A path is found again by its contents: one that did not change costs its comparison. One that
/// moved by whole pixels is a copy of a mask at the path's origin, which is made once; without that
/// mask it is made again, so a mask never depends on those that are kept. What moves otherwise is
/// another path in each frame and hardly ever comes again, so its mask is made in the memory of one
/// that is not needed any more: one without other references that none of the last frames asked
/// for, as many as the oldest frame is behind that a display may still show. Only one that was
/// created for the same sides asks for no more room, so it is such a one or a new one. Once there
/// are enough of each size that an animation has, it allocates nothing.
public final class PathMasks {
  /// How a path is drawn.
  private enum Style: Equatable {
    case fill(FillRule)
    case stroke(StrokeStyle)
  }

  /// What a mask shows.
  private final class Entry {
    var mask: CoverageMask
    var style = Style.fill(.nonZero)
    var canvas = PathMasks.everywhere
    var origin = SIMD2<Int32>()
    // The number of the outline; 0 for a path of its own, whose steps and points follow.
    var identifier = 0
    // Enough for any path that a scene draws, so that no entry grows because it happens upon a long
    // one.
    var steps = ReusableBuffer<PathStep>(capacity: 256)
    var points = ReusableBuffer<Point>(capacity: 512)

    init(_ room: PixelSize) { mask = CoverageMask(room) }

    /// The bytes that it has room for.
    var byteCount: Int { mask.byteCount + steps.byteCount + points.byteCount }
  }

  /// What is looked at to find an entry.
  private struct Key: BitwiseCopyable {
    var fingerprint: UInt64
    // The drawing that asked for it last.
    var lastUse: Int
    // What its mask was created for.
    var room: PixelSize
  }

  /// Whether pixels are covered whole or not at all: for displays without grays. Set before the
  /// first drawing.
  public var hasHardEdges = false
  /// What of arcs is computed once for a difference and its drawing, as masks are.
  let directions = DirectionCache()
  private var entries: [Entry] = []
  // One for each entry.
  private var keys = ReusableBuffer<Key>(capacity: 16)
  private var drawing = 0
  private var outline = StrokeOutline()
  private var sums = MaskFiller()
  private var sweep = WindingSweep()

  /// Drawings, and comparisons of lists, for which a mask is kept in any case.
  private static var patience: Int { 8 }
  /// Larger than any canvas, and than what a path may touch.
  static var everywhere: PixelRect {
    PixelRect(left: -1 << 20, top: -1 << 20, right: 1 << 20, bottom: 1 << 20)
  }
  /// Beyond so many bytes others go before one is added.
  static var byteLimit: Int { 16 << 20 }

  /// How many masks there are.
  var count: Int { entries.count }

  /// The bytes that all of them have room for.
  var byteCount: Int {
    var sum = 0
    for entry in entries { sum += entry.byteCount }
    return sum
  }

  /// Creates a collection of no masks.
  public init() {}

  /// Begins to draw a list or to compare two.
  func begin() { drawing += 1 }

  /// The mask of an item's path, made unless it is known; nil for an item without a path. It stays
  /// as it is until some drawings later, and for as long as another object holds it.
  ///
  /// - Parameter canvas: `everywhere` for a mask of which nothing is cut off, as if the path's
  ///   origin were that of the canvas.
  func mask(at index: Int, of list: DisplayList, on canvas: PixelRect) -> CoverageMask? {
    let (path, style): (Path, Style)
    switch list[index].shape {
    case .path(let shape, let rule): (path, style) = (shape, .fill(rule))
    case .stroke(let shape, let stroke): (path, style) = (shape, .stroke(stroke))
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
    // Groups of columns are those of the canvas, and so are words of their bits.
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
    _ path: Path, of list: DisplayList, _ style: Style, _ area: PixelRect, _ mask: CoverageMask
  ) {
    var (isEmpty, rule) = (area.isEmpty, FillRule.nonZero)
    switch style {
    case .fill(let own): (outline.isFill, rule) = (true, own)
    case .stroke(let stroke):
      outline.begin(stroke)
      isEmpty = isEmpty || stroke.width <= 0
    }
    if !isEmpty {
      list.withPen(of: path) {
        outline.edges.isSimple = !outline.isFill && $0.isLine(path)
        $0.trace(path, into: &outline)
      }
    }
    sums.fill(mask, with: outline.edges, area, rule: rule, &sweep)
    if hasHardEdges { mask.harden() }
  }

  // MARK: - Memory

  /// Where the entry is that takes a mask of an area: one that is not needed, or a new one.
  private func place(for area: PixelRect, on canvas: PixelRect) -> Int {
    // Powers of two: what turns or grows has few sizes.
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

  /// The entry of a size, or of any, that was asked for longest ago, of those that are not needed.
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
