import Graphics
import Pixels

/// The masks of paths that lists drew of late.
///
/// A path is found again by its contents: one that did not change costs its comparison.
///
/// Masks that the last frames asked for stay as they are: as many frames as the oldest one is behind that a display may
/// still show. So does one that somebody holds. Of the others the one that was asked for longest ago is made anew
/// for the next path, if it has room for that path and not much more; so paths that move need no more memory than
/// their last frames take. If a path comes again whose mask is gone, then an animation may be repeating itself:
/// while there is room left, such masks are made beside the others, and from the next round on all are known.
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
    var steps = RowBuffer<PathStep>(capacity: 0)
    var points = RowBuffer<Point>(capacity: 0)

    /// The bytes that it has room for, about.
    var byteCount: Int { mask.byteCount + steps.byteCount + points.byteCount + 256 }
  }

  /// What is looked at to find an entry.
  private struct Key: BitwiseCopyable {
    var fingerprint: UInt64
    // The drawing that asked for it last.
    var lastUse: Int
    // For how many groups it was created.
    var groupCount: Int
    var byteCount: Int
  }

  private var entries: [Entry] = []
  // One for each entry.
  private var keys = RowBuffer<Key>(capacity: 16)
  // What was made of late.
  private var made = RowBuffer<UInt64>(capacity: 0)
  private var madeCount = 0
  private var drawing = 0
  private var outline = StrokeOutline()
  private var sums = AreaSums()
  private var sweep = WindingSweep()
  /// The bytes that all masks have room for, about.
  private(set) var byteCount = 0

  /// Drawings, and comparisons of lists, for which a mask is kept in any case.
  private static var patience: Int { 8 }
  /// The room that all of them may take, but for those that the last frames asked for.
  static var byteLimit: Int { 4 << 20 }
  /// How many masks ago one may have been made to be known as repeated; a power of two.
  private static var memory: Int { 512 }

  /// How many masks there are.
  var count: Int { entries.count }

  /// Creates a collection of no masks.
  public init() { made.fill(0, count: Self.memory) }

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
    let bounds = list.items[index].shape.bounds
    var area = bounds.intersection(canvas)
    // Groups of columns are those of the canvas.
    area.left &= ~7
    let place = place(
      forGroups: CoverageMask.groupCount(area), isRepeated: note(path.fingerprint))
    let entry = entries[place]
    (entry.style, entry.canvas) = (style, canvas)
    entry.steps.removeAll()
    entry.steps.reserve(path.steps.count)
    for index in path.steps { entry.steps.append(list.pen.steps[index]) }
    entry.points.removeAll()
    entry.points.reserve(path.points.count)
    for index in path.points { entry.points.append(list.pen.points[index]) }
    outline.edges.begin(area: area, isInside: area.contains(bounds))
    draw(path, of: list, style, area, entry.mask)
    byteCount += entry.byteCount - keys[place].byteCount
    keys[place].byteCount = entry.byteCount
    (keys[place].fingerprint, keys[place].lastUse) = (path.fingerprint, drawing)
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

  private func draw(
    _ path: Path, of list: DisplayList, _ style: Style, _ area: PixelRect, _ mask: CoverageMask
  ) {
    var rule = FillRule.nonZero
    switch style {
    case _ where area.isEmpty: break
    case .fill(let own):
      rule = own
      list.pen.trace(path, into: &outline.edges)
    case .stroke(let stroke) where stroke.width > 0:
      outline.begin(stroke)
      list.pen.trace(path, into: &outline)
    case .stroke: break
    }
    sums.fill(mask, with: outline.edges, area, rule: rule, &sweep)
  }

  // MARK: - Room

  /// Notes that a path's mask is made.
  ///
  /// - Returns: whether that was so before, of late.
  private func note(_ fingerprint: UInt64) -> Bool {
    var isRepeated = false
    for index in 0..<Self.memory where made[index] == fingerprint { isRepeated = true }
    made[madeCount & (Self.memory - 1)] = fingerprint
    madeCount += 1
    return isRepeated
  }

  /// Where an entry is that may be made anew, or a new one.
  ///
  /// - Parameters:
  ///   - groupCount: for how many groups it has room at least.
  ///   - isRepeated: whether others should be kept.
  private func place(forGroups groupCount: Int, isRepeated: Bool) -> Int {
    // One that is not taken so soon will not be.
    while byteCount > Self.byteLimit {
      let oldest = oldest(unusedFor: 4 * Self.patience, from: 0, to: .max)
      if oldest < 0 { break }
      remove(at: oldest)
    }
    let least = max(groupCount, 64)
    // What is known of its rows takes at most twice as much as their levels.
    if !isRepeated || byteCount + 24 * least > Self.byteLimit {
      let oldest = oldest(unusedFor: Self.patience, from: least, to: 4 * least)
      if oldest >= 0 { return oldest }
    }
    entries.append(Entry())
    // A quarter more, so that one that grows slowly seldom needs another one.
    keys.append(Key(fingerprint: 0, lastUse: 0, groupCount: least + least / 4, byteCount: 0))
    return entries.count - 1
  }

  /// The entry that was asked for longest ago, of those that nobody holds.
  ///
  /// - Parameters:
  ///   - drawings: for how many no one asked for it.
  ///   - least, most: for how many groups it was created.
  /// - Returns: its place; -1 if there is none.
  private func oldest(unusedFor drawings: Int, from least: Int, to most: Int) -> Int {
    var oldest = -1
    var before = drawing - drawings
    for place in 0..<keys.count {
      let key = keys[place]
      if key.lastUse < before && key.groupCount >= least && key.groupCount <= most
        && isKnownUniquelyReferenced(&entries[place].mask)
      {
        (oldest, before) = (place, key.lastUse)
      }
    }
    return oldest
  }

  private func remove(at place: Int) {
    byteCount -= keys[place].byteCount
    let last = entries.removeLast()
    if place < entries.count {
      entries[place] = last
      keys[place] = keys[entries.count]
    }
    keys.removeLast()
  }
}
