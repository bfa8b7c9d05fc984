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
public struct DisplayList {
  /// The items, the backmost first.
  public internal(set) var items: [DisplayItem] = []
  /// Items that are composed before they are laid over what is behind them: from back to front by their first items,
  /// those that hold others before these. None is empty, and none overlaps another without holding it.
  public internal(set) var layers: [DisplayLayer] = []
  /// The stops of all gradients.
  public private(set) var stops: [ColorStop] = []
  /// The steps and points of all paths, but for those of outlines.
  public private(set) var pen = PathPen()
  // The outlines that paths refer to.
  private var outlines: [RetainedPath] = []

  // How many layers are open.
  var depth = 0

  /// Creates a list of nothing.
  public init() {}

  /// Forgets everything, and keeps the room.
  public mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
    layers.removeAll(keepingCapacity: true)
    stops.removeAll(keepingCapacity: true)
    outlines.removeAll(keepingCapacity: true)
    pen.removeAll()
  }

  /// Adds an item in front. One of which nothing shows is left out, and so is one with a number that is not finite:
  /// nobody can tell where that would be. An arc of a whole turn or more is added as the annulus that it is.
  @inline(never) @_optimize(speed)
  public mutating func fill(_ shape: Shape, with paint: Paint, alpha: Float = 1) {
    guard alpha > 0 && shape.isFinite && paint.isFinite else { return }
    var shape = shape
    if case .arc(let arc) = shape {
      if arc.sweep <= 0 { return }
      if arc.sweep >= 1 { shape = .annulus(arc.annulus) }
    }
    items.append(DisplayItem(shape: shape, paint: paint, alpha: alpha))
  }

  /// Adds an item of one colour in front.
  @inline(never)
  public mutating func fill(_ shape: Shape, with color: Color, alpha: Float = 1) {
    fill(shape, with: .color(color), alpha: alpha)
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
    path.outline = outlines.count
    outlines.append(outline)
    return path
  }

  /// The pen that has a path's steps and points.
  public func pen(of path: Path) -> PathPen {
    path.outline < 0 ? pen : outlines[path.outline].pen
  }

  /// Makes a gradient for an item of this list.
  ///
  /// - Parameter stop: the stop of each index in `0..<count`, in the order of places.
  public mutating func gradient(
    from start: Point, to end: Point, repeats: Bool = false, count: Int,
    stop: (Int) -> ColorStop
  ) -> Paint {
    let first = stops.count
    for index in 0..<count { stops.append(stop(index)) }
    return .gradient(
      AxialGradient(start: start, end: end, stops: first..<stops.count, repeats: repeats))
  }

  /// Makes a gradient for an item of this list from stops that are ready, in the order of their places.
  public mutating func gradient(
    from start: Point, to end: Point, repeats: Bool = false, stops new: [ColorStop]
  ) -> Paint {
    let first = stops.count
    stops.append(contentsOf: new)
    return .gradient(
      AxialGradient(start: start, end: end, stops: first..<stops.count, repeats: repeats))
  }

  /// Makes a gradient around a point for an item of this list.
  ///
  /// - Parameters:
  ///   - start: where place 0 is, in turns clockwise from three o'clock.
  ///   - stop: the stop of each index in `0..<count`, in the order of places.
  public mutating func conicGradient(
    around centre: Point, start: Double, count: Int, stop: (Int) -> ColorStop
  ) -> Paint {
    let first = stops.count
    for index in 0..<count { stops.append(stop(index)) }
    return .conic(ConicGradient(centre: centre, start: start, stops: first..<stops.count))
  }

  /// Whether the item at an index looks the same as that of another list.
  @inline(never) @_optimize(speed)
  public func item(at index: Int, looksLike other: DisplayList) -> Bool {
    let (mine, others) = (items[index], other.items[index])
    return mine.alpha == others.alpha && hasSameShape(at: index, as: other)
      && hasSamePaint(at: index, as: other)
  }

  /// Whether the item at an index is filled with the same as that of another list.
  @inline(never) @_optimize(speed)
  public func hasSamePaint(at index: Int, as other: DisplayList) -> Bool {
    switch (items[index].paint, other.items[index].paint) {
    case (.gradient(let mine), .gradient(let others)):
      mine.start == others.start && mine.end == others.end && mine.repeats == others.repeats
        && stops[mine.stops] == other.stops[others.stops]
    case (.conic(let mine), .conic(let others)):
      mine.centre == others.centre && mine.start == others.start
        && stops[mine.stops] == other.stops[others.stops]
    case (let mine, let others): mine == others
    }
  }

  /// Whether the item at an index covers the same as that of another list.
  @_optimize(speed)
  public func hasSameShape(at index: Int, as other: DisplayList) -> Bool {
    switch (items[index].shape, other.items[index].shape) {
    case (.path(let mine, let rule), .path(let others, let otherRule)):
      rule == otherRule && PathPen.areSame(mine, of: self, others, of: other)
    case (.stroke(let mine, let style), .stroke(let others, let otherStyle)):
      style == otherStyle && PathPen.areSame(mine, of: self, others, of: other)
    case (let mine, let others): mine == others
    }
  }
}
