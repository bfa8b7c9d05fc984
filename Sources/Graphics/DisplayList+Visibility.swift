// Goal: decide whether a frame is worth drawing, without asking scenes for their speed.
//
// Idea: compare two lists of the same items number by number. The result is an upper bound: of the
// distance that any edge moved, and of the levels that any color changed by. Lists of different
// structure count as visibly different.

extension DisplayList {
  /// The shortest visible movement of an edge, pixels.
  public static var visibleDistance: Double { 0.5 }
  /// The smallest visible change of a color, in 255ths.
  public static var visibleLevels: Double { 2 }
  /// The smallest visible change of a smooth gradient that moves, in 255ths at each pixel.
  public static var visibleDrift: Double { 12 }

  /// Whether replacing another list by this one is visible: an edge moved by `visibleDistance`, or
  /// a color changed by `visibleLevels`.
  public func differsVisibly(from other: DisplayList) -> Bool {
    if count != other.count || layers.count != other.layers.count { return true }
    // Layers are nested, so their changes add up.
    var layerLevels = 0.0
    for index in layers.indices {
      if layers[index].items != other.layers[index].items { return true }
      layerLevels += 255 * Double(abs(layers[index].alpha - other.layers[index].alpha))
    }
    if layerLevels >= Self.visibleLevels { return true }
    for index in 0..<count where layerLevels > 0 || !item(at: index, looksLike: other) {
      guard let distance = distance(at: index, from: other),
        let levels = levels(at: index, from: other)
      else { return true }
      if distance >= Self.visibleDistance || levels + layerLevels >= Self.visibleLevels {
        return true
      }
    }
    return false
  }

  // MARK: - Edges

  /// An upper bound of the distance between an item's edges and those of the other list's item,
  /// pixels; nil for different kinds of shapes.
  private func distance(at index: Int, from other: DisplayList) -> Double? {
    switch (self[index].shape, other[index].shape) {
    case (.rectangle(let one), .rectangle(let two)):
      return max(
        max(abs(one.x - two.x), abs(one.x + one.width - two.x - two.width)),
        max(abs(one.y - two.y), abs(one.y + one.height - two.y - two.height)))
    case (.annulus(let one), .annulus(let two)):
      return one.centre.distance(from: two.centre)
        + max(abs(one.innerRadius - two.innerRadius), abs(one.outerRadius - two.outerRadius))
    case (.arc(let one), .arc(let two)):
      if one.cap != two.cap { return nil }
      let turned = max(
        abs(one.start - two.start), abs(one.start + one.sweep - two.start - two.sweep))
      return one.centre.distance(from: two.centre) + abs(one.radius - two.radius)
        + abs(one.width - two.width) / 2
        + turned * 2 * Double.pi * (one.radius + one.width / 2)
    case (.path(let one), .path(let two)): return distance(of: one, from: two, of: other)
    case (.stroke(let one, let style), .stroke(let two, let otherStyle)):
      if style.cap != otherStyle.cap { return nil }
      return distance(of: one, from: two, of: other).map {
        $0 + abs(style.width - otherStyle.width) / 2
      }
    default: return nil
    }
  }

  /// The largest distance between the points of two paths, pixels; nil if their steps differ.
  /// Bézier curves are never further apart than their control points.
  private func distance(of path: Path, from old: Path, of other: DisplayList) -> Double? {
    if PathPen.areSame(path, of: self, old, of: other) { return 0 }
    // Retained outlines do not move.
    guard path.identifier == 0, old.identifier == 0, path.steps.count == old.steps.count,
      path.points.count == old.points.count, pen.steps[path.steps] == other.pen.steps[old.steps]
    else { return nil }
    var distance = 0.0
    let moved = Point(
      x: Double(old.origin.x - path.origin.x), y: Double(old.origin.y - path.origin.y))
    let offset = old.points.lowerBound - path.points.lowerBound
    for index in path.points {
      let point = other.pen.points[index + offset]
      distance = max(
        distance,
        pen.points[index].distance(from: Point(x: point.x + moved.x, y: point.y + moved.y)))
    }
    return distance
  }

  // MARK: - Colors

  /// The largest change of an item's color at any pixel, in 255ths; nil for different kinds of
  /// paints.
  private func levels(at index: Int, from other: DisplayList) -> Double? {
    let faded = 255 * Double(abs(self[index].alpha - other[index].alpha))
    switch (self[index].paint, other[index].paint) {
    case (.color(let one), .color(let two)): return faded + one.levels(from: two)
    case (.gradient(let one), .gradient(let two)):
      if one.repeats != two.repeats { return nil }
      let length = max(one.start.distance(from: one.end), 1e-9)
      let moved = max(one.start.distance(from: two.start), one.end.distance(from: two.end))
      return levels(
        one.stops, two.stops, of: other, moved: moved / length, length: length,
        wraps: one.repeats
      ).map { $0 + faded }
    case (.conic(let one), .conic(let two)):
      guard let reach = self[index].shape.reach(from: one.centre) else { return nil }
      let length = max(2 * Double.pi * reach, 1e-9)
      let moved = abs(one.start - two.start) + one.centre.distance(from: two.centre) / length
      return levels(
        one.stops, two.stops, of: other, moved: moved, length: length, wraps: true
      ).map { $0 + faded }
    case (.image(let one, let x, let y), .image(let two, let otherX, let otherY)):
      return one == two && x == otherX && y == otherY ? faded : nil
    default: return nil
    }
  }

  /// The largest change of a gradient's color, in 255ths.
  ///
  /// - Parameters:
  ///   - moved: the gradient's movement, relative to its length.
  ///   - length: the gradient's length, pixels.
  ///   - wraps: whether the first color follows the last one.
  private func levels(
    _ new: StopRange, _ old: StopRange, of other: DisplayList, moved: Double, length: Double,
    wraps: Bool
  ) -> Double? {
    let (stops, before) = (self[new], other[old])
    if stops.count != before.count { return nil }
    var (changed, shifted, slope) = (0.0, 0.0, 0.0)
    for index in stops.indices {
      let (stop, other) = (stops[index], before[index - stops.startIndex + before.startIndex])
      changed = max(changed, stop.color.levels(from: other.color))
      shifted = max(shifted, Double(abs(stop.place - other.place)))
      if index > stops.startIndex {
        let last = stops[index - 1]
        let step = max(Double(stop.place - last.place), 1e-9)
        slope = max(slope, stop.color.levels(from: last.color) / step)
      }
    }
    if wraps, let first = stops.first, let last = stops.last, first.color != last.color {
      slope = .infinity
    }
    let drift = Self.visibleLevels / Self.visibleDrift
    // Colors may jump between two pixels: such a step counts as an edge.
    let asEdge = (moved + shifted) * length / Self.visibleDistance * Self.visibleLevels
    return changed + (asEdge > 0 ? min((moved + shifted) * slope * drift, asEdge) : 0)
  }
}

extension Point {
  /// The distance from another point, pixels.
  fileprivate func distance(from other: Point) -> Double {
    let (right, down) = (x - other.x, y - other.y)
    return (right * right + down * down).squareRoot()
  }
}

extension Shape {
  /// The largest distance of the shape's edge from a point, pixels; nil if unknown.
  fileprivate func reach(from centre: Point) -> Double? {
    switch self {
    case .annulus(let annulus): annulus.centre.distance(from: centre) + annulus.outerRadius
    case .arc(let arc): arc.centre.distance(from: centre) + arc.annulus.outerRadius
    case .rectangle(let rect):
      max(abs(rect.x - centre.x), abs(rect.x + rect.width - centre.x))
        + max(abs(rect.y - centre.y), abs(rect.y + rect.height - centre.y))
    case .path, .stroke: nil
    }
  }
}

extension Color {
  /// The largest difference of a component, in 255ths.
  fileprivate func levels(from other: Color) -> Double {
    255
      * Double(
        max(
          max(abs(red - other.red), abs(green - other.green)),
          max(abs(blue - other.blue), abs(alpha - other.alpha))))
  }
}
