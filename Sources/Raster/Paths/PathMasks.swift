import Graphics
import Pixels

/// The masks of paths that lists drew of late.
///
/// A path is found again by its contents: one that did not change costs its comparison, and so does a frame of an
/// animation that comes again. Masks are kept until they take a certain room together; then the one that was asked
/// for longest ago is made anew for another path. Those are never taken that somebody holds, or that one of the last
/// frames asked for: as many as the oldest frame is behind that a display may still show.
public final class PathMasks {
  /// How a path is drawn.
  private enum Style: Equatable {
    case fill(FillRule)
    case stroke(StrokeStyle)
  }

  /// What a mask shows.
  private final class Entry {
    var mask = CoverageMask()
    var style = Style.fill(.nonZero)
    var canvas = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
    var steps = RowBuffer<PathStep>(capacity: 32)
    var points = RowBuffer<Point>(capacity: 64)
  }

  /// What is looked at to find an entry.
  private struct Key: BitwiseCopyable {
    var fingerprint: UInt64
    // The drawing that asked for it last.
    var lastUse: Int
    // The room that it takes.
    var byteCount: Int
  }

  private var entries: [Entry] = []
  // One for each entry.
  private var keys = RowBuffer<Key>(capacity: 16)
  private var byteCount = 0
  private var drawing = 0
  private var outline = StrokeOutline()
  private var sums = AreaSums()
  private var sweep = WindingSweep()

  /// Drawings, and comparisons of lists, for which a mask is kept in any case.
  private static var patience: Int { 8 }
  /// The room that all of them may take.
  private static var byteLimit: Int { 4 << 20 }

  /// How many masks there are.
  var count: Int { entries.count }

  /// Creates a collection of no masks.
  public init() {}

  /// Begins to draw a list or to compare two.
  func begin() { drawing += 1 }

  /// The mask of an item's path, made unless it is known; nil for an item without a path. It stays as it is until
  /// some drawings later, and for as long as somebody holds it.
  func mask(at index: Int, of list: DisplayList, on canvas: PixelRect) -> CoverageMask? {
    let (path, style): (Path, Style)
    switch list.items[index].shape {
    case .path(let shape, let rule): (path, style) = (shape, .fill(rule))
    case .stroke(let shape, let stroke): (path, style) = (shape, .stroke(stroke))
    default: return nil
    }
    for place in 0..<keys.count where keys[place].fingerprint == path.fingerprint {
      let entry = entries[place]
      if entry.style == style && entry.canvas == canvas && Self.shows(entry, path, list.pen) {
        keys[place].lastUse = drawing
        return entry.mask
      }
    }
    let place = unusedPlace()
    let entry = entries[place]
    (entry.style, entry.canvas) = (style, canvas)
    entry.steps.removeAll()
    for index in path.steps { entry.steps.append(list.pen.steps[index]) }
    entry.points.removeAll()
    for index in path.points { entry.points.append(list.pen.points[index]) }
    draw(path, of: list, style, within: list.items[index].shape.bounds, on: canvas, entry.mask)
    byteCount -= keys[place].byteCount
    keys[place] = Key(
      fingerprint: path.fingerprint, lastUse: drawing,
      byteCount: entry.mask.byteCount + path.points.count * 16 + 512)
    byteCount += keys[place].byteCount
    return entry.mask
  }

  private static func shows(_ entry: Entry, _ path: Path, _ pen: PathPen) -> Bool {
    if entry.steps.count != path.steps.count || entry.points.count != path.points.count {
      return false
    }
    for index in 0..<path.steps.count
    where entry.steps[index] != pen.steps[path.steps.lowerBound + index] { return false }
    for index in 0..<path.points.count
    where entry.points[index] != pen.points[path.points.lowerBound + index] { return false }
    return true
  }

  /// Where a new entry is, or while there is no room for it, the one that was asked for longest ago.
  private func unusedPlace() -> Int {
    if byteCount > Self.byteLimit {
      var oldest = -1
      for place in 0..<keys.count where keys[place].lastUse + Self.patience < drawing {
        if (oldest < 0 || keys[place].lastUse < keys[oldest].lastUse)
          && isKnownUniquelyReferenced(&entries[place].mask)
        {
          oldest = place
        }
      }
      if oldest >= 0 { return oldest }
    }
    entries.append(Entry())
    keys.append(Key(fingerprint: 0, lastUse: 0, byteCount: 0))
    return entries.count - 1
  }

  private func draw(
    _ path: Path, of list: DisplayList, _ style: Style, within bounds: PixelRect,
    on canvas: PixelRect, _ mask: CoverageMask
  ) {
    var area = bounds.intersection(canvas)
    // Groups of columns are those of the canvas.
    area.left &= ~7
    outline.edges.begin(area: area, isInside: area.contains(bounds))
    if !area.isEmpty {
      switch style {
      case .fill: list.pen.trace(path, into: &outline.edges)
      case .stroke(let stroke) where stroke.width > 0:
        outline.begin(stroke)
        list.pen.trace(path, into: &outline)
      case .stroke: break
      }
    }
    let rule = if case .fill(let rule) = style { rule } else { FillRule.nonZero }
    sums.fill(mask, with: outline.edges, area, rule: rule, &sweep)
  }
}
