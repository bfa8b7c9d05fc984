/// An item to draw: a shape, its paint and its opacity.
@frozen public struct DisplayItem: Equatable, Sendable {
  /// The covered area.
  public var shape: Shape
  /// The paint of that area.
  public var paint: Paint
  /// Opacity in `0...1`; multiplies the paint's alpha.
  public var alpha: Float
}

/// A picture as data: items from back to front. Scenes make lists, and the rasterizer draws them.
///
/// Gradient stops and paths of all items are in arrays of the list. A list that is filled anew for
/// each frame allocates nothing once it has grown.
///
/// The list is four words, so it is passed in registers. A larger value, written field by field and
/// then copied as a whole, stalls on store forwarding. Rarely used parts are behind one reference.
public struct DisplayList {
  // The items, then unused ones of an earlier frame: overwriting these costs half of removing all
  // items and appending new ones.
  @usableFromInline var slots: [DisplayItem] = []
  /// The steps and points of all paths, except those of retained outlines.
  public private(set) var pen = PathPen()
  @usableFromInline var store = ListStore()

  /// Creates an empty list.
  public init() {}

  /// The number of items.
  @inlinable @inline(__always)
  public var count: Int { store.count }

  /// The items, from back to front.
  public var items: ArraySlice<DisplayItem> { slots[..<count] }

  /// The item at an index, without a copy. The index must be below `count`.
  @inlinable @inline(__always)
  public subscript(_ index: Int) -> DisplayItem {
    _read {
      assert(index < count, "no such item")
      yield slots[index]
    }
  }

  /// Groups of items that are composed before they are laid over the background, ordered by their
  /// first items, outer layers first. No layer is empty, and two layers that overlap are nested.
  @inlinable @inline(__always)
  public var layers: [DisplayLayer] { store.layers }

  /// Makes this list the only owner of its store, as copy-on-write requires.
  @inline(__always)
  mutating func own() -> ListStore {
    if !isKnownUniquelyReferenced(&store) { store = ListStore(store) }
    return store
  }

  /// Removes all items and keeps the memory.
  public mutating func removeAll() {
    own().removeAll()
    pen.removeAll()
  }

  /// Adds an item in front of the others, unless its opacity or an arc's sweep is 0 or less.
  ///
  /// Also left out are items with a number that is not finite, and arcs with a negative radius. So
  /// are circles of millions of pixels, whose edge is undefined in single precision. An arc of a
  /// whole turn or more becomes an annulus.
  @inline(never) @_optimize(speed)
  public mutating func fill(_ shape: Shape, with paint: Paint, alpha: Float = 1) {
    if paint.isFinite { add(shape, paint, alpha) }
  }

  /// Adds an item of one color in front of the others, with the rules of the general `fill`.
  @inline(never) @_optimize(speed)
  public mutating func fill(_ shape: Shape, with color: Color, alpha: Float = 1) {
    add(shape, .color(color), alpha)
  }

  @inline(__always)
  private mutating func add(_ shape: Shape, _ paint: Paint, _ alpha: Float) {
    guard alpha > 0 && shape.isPlaced else { return }
    var isWhole = false
    if case .arc(let arc) = shape {
      if arc.sweep <= 0 || arc.radius < 0 { return }
      isWhole = arc.sweep >= 1
    }
    let store = own()
    let count = store.count
    if count == slots.count { grow() }
    Self.set(&slots[count], shape, paint, alpha)
    if isWhole { close(count) }
    store.count = count &+ 1
  }

  // Field by field: as a whole the item would be copied.
  @inline(__always)
  private static func set(
    _ item: inout DisplayItem, _ shape: Shape, _ paint: Paint, _ alpha: Float
  ) { (item.shape, item.paint, item.alpha) = (shape, paint, alpha) }

  @inline(never)
  private mutating func grow() {
    if slots.isEmpty { slots.reserveCapacity(24) }
    let nothing = Shape.rectangle(Rect(x: 0, y: 0, width: 0, height: 0))
    slots.append(DisplayItem(shape: nothing, paint: .color(Color(0)), alpha: 0))
  }

  @inline(never)
  private mutating func close(_ index: Int) {
    guard case .arc(let arc) = slots[index].shape else { return }
    slots[index].shape = .annulus(arc.annulus)
  }

  /// Makes a path for an item of this list.
  ///
  /// - Parameters:
  ///   - transform: maps the path's points to the canvas. A stroke's width is not scaled.
  ///   - draw: called once with a pen that records the path.
  public mutating func path(
    _ transform: Transform = .identity, _ draw: (inout PathPen) -> Void
  ) -> Path { pen.path(transform, draw) }

  /// Makes a path that mostly moves by whole pixels: then its mask is made once. The transform's
  /// origin is rounded to 256ths of a pixel.
  public mutating func movablePath(
    _ transform: Transform, _ draw: (inout PathPen) -> Void
  ) -> Path { pen.movablePath(transform, draw) }

  /// Makes a path for an item of this list from an outline, which the list retains.
  public mutating func path(_ outline: RetainedPath) -> Path {
    var path = outline.path
    path.outline = store.outlines.count
    own().outlines.append(outline)
    return path
  }

  /// Calls a function with the pen that has a path's steps and points, without a copy.
  @inline(__always)
  public func withPen<Result>(
    of path: Path, _ body: (borrowing PathPen) -> Result
  ) -> Result {
    path.outline < 0 ? body(pen) : store.outlines[path.outline].withPen(body)
  }

  /// Makes an axial gradient for an item of this list.
  ///
  /// - Parameters:
  ///   - start: the point of place 0, pixels.
  ///   - end: the point of place 1, pixels.
  ///   - repeats: whether the colors repeat beyond both ends.
  ///   - count: the number of stops.
  ///   - stop: the stop of each index in `0..<count`, by ascending place.
  public mutating func gradient(
    from start: Point, to end: Point, repeats: Bool = false, count: Int,
    stop: (Int) -> ColorStop
  ) -> Paint {
    let stops = append(count: count, stop)
    return .gradient(AxialGradient(start: start, end: end, stops: stops, repeats: repeats))
  }

  /// Makes a conic gradient for an item of this list.
  ///
  /// - Parameters:
  ///   - centre: the center, pixels.
  ///   - start: the angle of place 0, in turns clockwise from three o'clock.
  ///   - count: the number of stops.
  ///   - stop: the stop of each index in `0..<count`, by ascending place.
  public mutating func conicGradient(
    around centre: Point, start: Double, count: Int, stop: (Int) -> ColorStop
  ) -> Paint {
    .conic(
      ConicGradient(centre: centre, start: start, stops: append(count: count, stop)))
  }

  private mutating func append(count: Int, _ stop: (Int) -> ColorStop) -> StopRange {
    let first = store.stops.count
    for index in 0..<count { append(stop(index)) }
    return StopRange(range: first..<(first + count))
  }

  // Each gradient has a closure, and a copy of the code around it.
  @inline(never)
  private mutating func append(_ stop: ColorStop) { own().stops.append(stop) }

  /// The stops of a gradient of this list.
  public subscript(_ stops: StopRange) -> ArraySlice<ColorStop> {
    store.stops[stops.range]
  }

  /// Whether an item looks the same as the other list's item of the same index.
  @inline(never) @_optimize(speed)
  public func item(at index: Int, looksLike other: DisplayList) -> Bool {
    self[index].alpha == other[index].alpha && hasSameShape(at: index, as: other)
      && hasSamePaint(at: index, as: other)
  }

  /// Whether an item has the same paint as the other list's item of the same index. Inlined for one
  /// color, the most frequent case.
  @inline(__always)
  public func hasSamePaint(at index: Int, as other: DisplayList) -> Bool {
    if case .color(let mine) = self[index].paint {
      guard case .color(let others) = other[index].paint else { return false }
      return mine == others
    }
    return hasSameColors(at: index, as: other)
  }

  @inline(never)
  private func hasSameColors(at index: Int, as other: DisplayList) -> Bool {
    // One after the other: a pair of enums would be copied, which costs more than the comparison.
    switch self[index].paint {
    case .color: return false
    case .gradient(let mine):
      guard case .gradient(let others) = other[index].paint else { return false }
      return mine.start == others.start && mine.end == others.end
        && mine.repeats == others.repeats && self[mine.stops] == other[others.stops]
    case .conic(let mine):
      guard case .conic(let others) = other[index].paint else { return false }
      return mine.centre == others.centre && mine.start == others.start
        && self[mine.stops] == other[others.stops]
    case .image: return self[index].paint == other[index].paint
    }
  }

  /// Whether an item has the same shape as the other list's item of the same index. Inlined for
  /// shapes of a few numbers.
  @inline(__always)
  public func hasSameShape(at index: Int, as other: DisplayList) -> Bool {
    switch self[index].shape {
    case .rectangle(let mine):
      guard case .rectangle(let others) = other[index].shape else { return false }
      return mine == others
    case .arc(let mine):
      guard case .arc(let others) = other[index].shape else { return false }
      return mine.sweep == others.sweep && mine.isSame(but: others)
    // A word that does not move keeps its outline.
    case .path(let mine) where mine.identifier != 0:
      if case .path(let others) = other[index].shape, mine.identifier == others.identifier {
        return true
      }
      return hasSameForm(at: index, as: other)
    case .annulus, .path, .stroke: return hasSameForm(at: index, as: other)
    }
  }

  @inline(never)
  private func hasSameForm(at index: Int, as other: DisplayList) -> Bool {
    switch self[index].shape {
    case .rectangle, .arc: return false
    case .path(let mine):
      guard case .path(let others) = other[index].shape else { return false }
      return PathPen.areSame(mine, of: self, others, of: other)
    case .stroke(let mine, let style):
      guard case .stroke(let others, let otherStyle) = other[index].shape else {
        return false
      }
      return style == otherStyle && PathPen.areSame(mine, of: self, others, of: other)
    case .annulus: return self[index].shape == other[index].shape
    }
  }
}
