// Goal: to know whether a frame is worth drawing without asking scenes how fast they move.
//
// Idea: two lists of the same items are compared number by number. The result is an upper bound: of the distance that any edge
// moved, and of the levels that any color changed by. Lists that are built differently count as visibly different.

extension DisplayList {
  /// An edge that moved by so many pixels is seen to have moved.
  public static var visibleDistance: Double { 0.5 }
  /// A color that changed by so many of 255 levels is seen to have changed.
  public static var visibleLevels: Double { 2 }
  /// Colors without edges that drift by so many levels at each place are seen to have moved.
  public static var visibleDrift: Double { 12 }

  /// Whether an eye that sees another list sees a change when this one takes its place: an edge moved by `visibleDistance`,
  /// or a color changed by `visibleLevels`.
  public func differsVisibly(from other: DisplayList) -> Bool {
    if count != other.count || layers.count != other.layers.count { return true }
    // Layers lie within each other, so their changes add up.
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

  /// How far the edges of an item are from those of the other list's at most, pixels; nil for other edges.
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
    case (.path(let one, let rule), .path(let two, let otherRule)):
      return rule == otherRule ? distance(of: one, from: two, of: other) : nil
    case (.stroke(let one, let style), .stroke(let two, let otherStyle)):
      if style.join != otherStyle.join || style.cap != otherStyle.cap { return nil }
      return distance(of: one, from: two, of: other).map {
        $0 + abs(style.width - otherStyle.width) / 2
      }
    case (.mask(let one, let x, let y), .mask(let two, let otherX, let otherY)):
      return one == two && x == otherX && y == otherY ? 0 : nil
    default: return nil
    }
  }

  /// How far the points of a path are from another one's at most, pixels; nil where the steps are others. A curve is nowhere
  /// further from another one than their points are.
  private func distance(of path: Path, from old: Path, of other: DisplayList) -> Double? {
    if PathPen.areSame(path, of: self, old, of: other) { return 0 }
    // Outlines that are kept do not move.
    guard path.identifier == 0, old.identifier == 0, path.steps.count == old.steps.count,
      path.points.count == old.points.count, pen.steps[path.steps] == other.pen.steps[old.steps]
    else { return nil }
    var distance = 0.0
    let offset = old.points.lowerBound - path.points.lowerBound
    for index in path.points {
      distance = max(
        distance, pen.points[index].distance(from: other.pen.points[index + offset]))
    }
    return distance
  }

  // MARK: - Colors

  /// By how many levels the color of any place of an item changed at most; nil for another kind of paint.
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
    case (.scaledImage(let one, let rect), .scaledImage(let two, let otherRect)):
      return one == two && rect == otherRect ? faded : nil
    default: return nil
    }
  }

  /// By how many levels colors changed at most that stops tell.
  ///
  /// - Parameters:
  ///   - moved: how far the gradient moved, in lengths of it.
  ///   - length: pixels.
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
    // Between two pixels colors may jump: then an edge moved.
    let asEdge = (moved + shifted) * length / Self.visibleDistance * Self.visibleLevels
    return changed + (asEdge > 0 ? min((moved + shifted) * slope * drift, asEdge) : 0)
  }
}

extension Point {
  /// How far it is from another one, pixels.
  fileprivate func distance(from other: Point) -> Double {
    let (right, down) = (x - other.x, y - other.y)
    return (right * right + down * down).squareRoot()
  }
}

extension Shape {
  /// How far from a point it reaches, pixels; nil for one of which that is not known.
  fileprivate func reach(from centre: Point) -> Double? {
    switch self {
    case .annulus(let annulus): annulus.centre.distance(from: centre) + annulus.outerRadius
    case .arc(let arc): arc.centre.distance(from: centre) + arc.annulus.outerRadius
    case .rectangle(let rect):
      max(abs(rect.x - centre.x), abs(rect.x + rect.width - centre.x))
        + max(abs(rect.y - centre.y), abs(rect.y + rect.height - centre.y))
    case .path, .stroke, .mask: nil
    }
  }
}

extension Color {
  /// The most of 255 levels that a component differs by.
  fileprivate func levels(from other: Color) -> Double {
    255
      * Double(
        max(
          max(abs(red - other.red), abs(green - other.green)),
          max(abs(blue - other.blue), abs(alpha - other.alpha))))
  }
}
