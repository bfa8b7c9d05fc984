/// One thing to draw: a shape, what it is filled with, how much of it shows.
@frozen public struct DisplayItem: Equatable, Sendable {
  /// What it covers.
  public var shape: Shape
  /// What it is filled with.
  public var paint: Paint
  /// In `0...1`; multiplies the paint's own alpha.
  public var alpha: Float
}

/// A picture as data: items from back to front. The narrow waist between scenes and the rasterizer.
///
/// Stops and paths of all items stand in arrays of the list, so that a list that is filled anew for each frame
/// allocates nothing once it has grown.
///
/// It is four words, so that it is handed on in registers: what is written a number at a time and then copied as a whole would be waited
/// for. What few lists have is behind one reference.
public struct DisplayList {
  // The items, and behind them some of an earlier frame: to write over these is half the work of removing all and appending.
  @usableFromInline var slots: [DisplayItem] = []
  /// The steps and points of all paths, but for those of outlines.
  public private(set) var pen = PathPen()
  @usableFromInline var store = ListStore()

  /// Creates a list of nothing.
  public init() {}

  /// How many items there are.
  @inlinable @inline(__always)
  public var count: Int { store.count }

  /// The items, the backmost first.
  public var items: ArraySlice<DisplayItem> { slots[..<count] }

  /// The item at an index, lent where it is. It is a fault of the program if there is none.
  @inlinable @inline(__always)
  public subscript(_ index: Int) -> DisplayItem {
    _read {
      assert(index < count, "no such item")
      yield slots[index]
    }
  }

  /// Items that are composed before they are laid over what is behind them: from back to front by their first items,
  /// those that hold others before these. None is empty, and none overlaps another without holding it.
  @inlinable @inline(__always)
  public var layers: [DisplayLayer] { store.layers }

  /// Makes sure that no copy of the list is changed with it.
  @inline(__always)
  mutating func own() -> ListStore {
    if !isKnownUniquelyReferenced(&store) { store = ListStore(store) }
    return store
  }

  /// Forgets everything, and keeps the room.
  public mutating func removeAll() {
    own().removeAll()
    pen.removeAll()
  }

  /// Adds an item in front. One of which nothing shows is left out, and so is one with a number that is not finite, and a circle
  /// of millions of pixels: nobody can tell where that would be, nor where an arc with a radius below zero. An arc of a whole turn or
  /// more is added as the annulus that it is.
  @inline(never) @_optimize(speed)
  public mutating func fill(_ shape: Shape, with paint: Paint, alpha: Float = 1) {
    if paint.isFinite { add(shape, paint, alpha) }
  }

  /// Adds an item of one colour in front.
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

  // Part by part: made as a whole, the item would be copied.
  @inline(__always)
  private static func set(
    _ item: inout DisplayItem, _ shape: Shape, _ paint: Paint, _ alpha: Float
  ) { (item.shape, item.paint, item.alpha) = (shape, paint, alpha) }

  @inline(never)
  private mutating func grow() {
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
  ///   - transform: where its points go on the canvas. A stroke's width is not scaled by it.
  ///   - draw: is called once, and draws with the pen that it gets.
  public mutating func path(
    _ transform: Transform = .identity, _ draw: (inout PathPen) -> Void
  ) -> Path { pen.path(transform, draw) }

  /// Makes a path of an outline for an item of this list, which holds it from now on.
  public mutating func path(_ outline: RetainedPath) -> Path {
    var path = outline.path
    path.outline = store.outlines.count
    own().outlines.append(outline)
    return path
  }

  /// Lends the pen that has a path's steps and points.
  @inline(__always)
  public func withPen<Result>(
    of path: Path, _ body: (borrowing PathPen) -> Result
  ) -> Result {
    path.outline < 0 ? body(pen) : store.outlines[path.outline].withPen(body)
  }

  /// Makes a gradient for an item of this list.
  ///
  /// - Parameter stop: the stop of each index in `0..<count`, in the order of places.
  public mutating func gradient(
    from start: Point, to end: Point, repeats: Bool = false, count: Int,
    stop: (Int) -> ColorStop
  ) -> Paint {
    let stops = append(count: count, stop)
    return .gradient(AxialGradient(start: start, end: end, stops: stops, repeats: repeats))
  }

  /// Makes a gradient for an item of this list from stops that are ready, in the order of their places. The first array of a list
  /// is shared, which costs nothing; others are copied.
  public mutating func gradient(
    from start: Point, to end: Point, repeats: Bool = false, stops new: [ColorStop]
  ) -> Paint {
    let stops: StopRange
    if store.sharedStops.isEmpty {
      own().sharedStops = new
      stops = StopRange(isShared: true, range: new.indices)
    } else {
      stops = append(count: new.count) { new[$0] }
    }
    return .gradient(AxialGradient(start: start, end: end, stops: stops, repeats: repeats))
  }

  /// Makes a gradient around a point for an item of this list.
  ///
  /// - Parameters:
  ///   - start: where place 0 is, in turns clockwise from three o'clock.
  ///   - stop: the stop of each index in `0..<count`, in the order of places.
  public mutating func conicGradient(
    around centre: Point, start: Double, count: Int, stop: (Int) -> ColorStop
  ) -> Paint {
    .conic(
      ConicGradient(centre: centre, start: start, stops: append(count: count, stop)))
  }

  private mutating func append(count: Int, _ stop: (Int) -> ColorStop) -> StopRange {
    let store = own()
    let first = store.stops.count
    for index in 0..<count { store.stops.append(stop(index)) }
    return StopRange(isShared: false, range: first..<store.stops.count)
  }

  /// The stops of a gradient.
  public subscript(_ stops: StopRange) -> ArraySlice<ColorStop> {
    stops.isShared ? store.sharedStops[stops.range] : store.stops[stops.range]
  }

  /// Whether the item at an index looks the same as that of another list.
  @inline(never) @_optimize(speed)
  public func item(at index: Int, looksLike other: DisplayList) -> Bool {
    self[index].alpha == other[index].alpha && hasSameShape(at: index, as: other)
      && hasSamePaint(at: index, as: other)
  }

  /// Whether the item at an index is filled with the same as that of another list: mostly one colour.
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
    // One after the other: as a pair both would be copied, which takes longer than to compare them.
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
    case .image, .scaledImage: return self[index].paint == other[index].paint
    }
  }

  /// Whether the item at an index covers the same as that of another list: mostly that is said by a few numbers.
  @inline(__always)
  public func hasSameShape(at index: Int, as other: DisplayList) -> Bool {
    switch self[index].shape {
    case .rectangle(let mine):
      guard case .rectangle(let others) = other[index].shape else { return false }
      return mine == others
    case .arc(let mine):
      guard case .arc(let others) = other[index].shape else { return false }
      return mine.sweep == others.sweep && mine.isSame(but: others)
    // A word that stands is the same outline.
    case .path(let mine, let rule) where mine.identifier != 0:
      if case .path(let others, let otherRule) = other[index].shape,
        mine.identifier == others.identifier, rule == otherRule
      {
        return true
      }
      return hasSameForm(at: index, as: other)
    case .annulus, .path, .stroke, .mask: return hasSameForm(at: index, as: other)
    }
  }

  @inline(never)
  private func hasSameForm(at index: Int, as other: DisplayList) -> Bool {
    switch self[index].shape {
    case .rectangle, .arc: return false
    case .path(let mine, let rule):
      guard case .path(let others, let otherRule) = other[index].shape else { return false }
      return rule == otherRule && PathPen.areSame(mine, of: self, others, of: other)
    case .stroke(let mine, let style):
      guard case .stroke(let others, let otherStyle) = other[index].shape else {
        return false
      }
      return style == otherStyle && PathPen.areSame(mine, of: self, others, of: other)
    case .annulus, .mask: return self[index].shape == other[index].shape
    }
  }
}
