import Graphics
import Pixels

/// The masks of paths that lists drew of late.
///
/// A path is found again by its contents, so one that did not change costs its comparison. A mask is made anew for
/// another path once nobody holds it and some frames did not ask for it: as many as the oldest frame is behind that a
/// display may still show.
public final class PathMasks {
  /// How a path is drawn.
  private enum Style: Equatable {
    case fill(FillRule)
    case stroke(StrokeStyle)
  }

  /// What a mask shows.
  private final class Entry {
    var mask = CoverageMask()
    var fingerprint: UInt64 = 0
    var style = Style.fill(.nonZero)
    var canvas = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
    var steps = RowBuffer<PathStep>(capacity: 32)
    var points = RowBuffer<Point>(capacity: 64)
    // The drawing that asked for it last.
    var lastUse = 0
  }

  private var entries: [Entry] = []
  private var drawing = 0
  private var outline = StrokeOutline()
  private var sums = AreaSums()
  private var sweep = WindingSweep()

  /// Drawings, and comparisons of lists, for which a mask is kept.
  private static var patience: Int { 8 }

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
    for entry in entries
    where entry.fingerprint == path.fingerprint && entry.style == style && entry.canvas == canvas
      && Self.shows(entry, path, list.pen)
    {
      entry.lastUse = drawing
      return entry.mask
    }
    let entry = unusedEntry()
    (entry.fingerprint, entry.style, entry.canvas) = (path.fingerprint, style, canvas)
    entry.lastUse = drawing
    entry.steps.removeAll()
    for index in path.steps { entry.steps.append(list.pen.steps[index]) }
    entry.points.removeAll()
    for index in path.points { entry.points.append(list.pen.points[index]) }
    draw(path, of: list, style, within: list.items[index].shape.bounds, on: canvas, entry.mask)
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

  /// An entry that nobody needs any more, or a new one.
  private func unusedEntry() -> Entry {
    for index in entries.indices where entries[index].lastUse + Self.patience < drawing {
      if isKnownUniquelyReferenced(&entries[index].mask) { return entries[index] }
    }
    entries.append(Entry())
    return entries[entries.count - 1]
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
