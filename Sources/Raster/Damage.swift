public import Graphics
public import Pixels

// What changes from one display list to the next, found by comparing them.
//
// Items are compared by their places in the lists. One that looks the same costs nothing; one that only grew (an
// arc whose end moved, an annulus that widened, a bar that got longer) costs what it gained or lost; for any
// other change it costs all that it was and all that it is. A scene declares none of it, so it cannot be wrong.

extension DisplayList {
  /// Adds to a region the pixels that may differ between this list's picture and an older one's.
  public func appendDamage(
    since older: DisplayList, within bounds: PixelRect, to region: inout DamageRegion
  ) {
    let both = min(items.count, older.items.count)
    for index in 0..<both where !item(at: index, looksLike: older) {
      if !appendGrowth(at: index, since: older, within: bounds, to: &region) {
        region.insert(pixels(at: index).intersection(bounds))
        region.insert(older.pixels(at: index).intersection(bounds))
      }
    }
    for index in both..<max(both, items.count) {
      region.insert(pixels(at: index).intersection(bounds))
    }
    for index in both..<max(both, older.items.count) {
      region.insert(older.pixels(at: index).intersection(bounds))
    }
  }

  /// The pixels that an item may touch.
  private func pixels(at index: Int) -> PixelRect {
    let pixels = items[index].shape.bounds(segments: segments)
    guard case .image(let image, let x, let y) = items[index].paint else { return pixels }
    return pixels.intersection(
      PixelRect(left: x, top: y, right: x + image.width, bottom: y + image.height))
  }

  /// Adds what an item gained or lost, if its change is of a kind that has a boundary to follow.
  private func appendGrowth(
    at index: Int, since older: DisplayList, within bounds: PixelRect, to region: inout DamageRegion
  ) -> Bool {
    guard items[index].alpha == older.items[index].alpha, hasSamePaint(at: index, as: older) else {
      return false
    }
    switch (items[index].shape, older.items[index].shape) {
    case (.arc(let new), .arc(let old)):
      var moved = old
      moved.sweep = new.sweep
      if moved != new { return false }
      new.appendMove(from: old.sweep, within: bounds, to: &region)
    case (.annulus(let new), .annulus(let old)):
      if new.centre != old.centre { return false }
      Annulus.appendBand(new.centre, new.outerRadius, old.outerRadius, bounds, &region)
      Annulus.appendBand(new.centre, new.innerRadius, old.innerRadius, bounds, &region)
    case (.rectangle(let new), .rectangle(let old)):
      if new.x != old.x || new.y != old.y || new.height != old.height { return false }
      let (first, last) = (min(new.width, old.width), max(new.width, old.width))
      region.insert(
        PixelRect(
          from: Point(x: new.x + first - 1, y: new.y),
          to: Point(x: new.x + last + 1, y: new.y + new.height)
        ).intersection(bounds))
    default: return false
    }
    return true
  }
}

extension Arc {
  /// Adds where the arc's end passed, in steps short enough that their boxes follow the circle.
  fileprivate func appendMove(
    from old: Double, within bounds: PixelRect, to region: inout DamageRegion
  ) {
    let (first, last) = (min(old, sweep), max(old, sweep))
    if (old > 0.5) != (sweep > 0.5) || meetsStart(first) || meetsStart(last) {
      region.insert(end(at: 0).intersection(bounds))
    }
    let steps = max(1, Int(((last - first) * 32).rounded(.up)))
    var box = end(at: first)
    for step in 1...steps {
      let next = end(at: first + (last - first) * Double(step) / Double(steps))
      region.insert(box.union(next).intersection(bounds))
      box = next
    }
  }

  /// Whether the radial line at the end of a sweep, drawn on through the centre, crosses pixels that the start's
  /// line crosses: then how the start looks depends on the end.
  private func meetsStart(_ sweep: Double) -> Bool {
    min(sweep, abs(sweep - 0.5), 1 - sweep) * (radius - width / 2) < 1
  }

  /// The pixels about the stroke's end when it has a sweep: its cap, and the bulge up to the next step.
  private func end(at sweep: Double) -> PixelRect {
    let bulge = radius * 0.005
    return point(at: sweep).surrounded(by: width / 2 + 1 + bulge)
  }
}

extension Annulus {
  /// Adds the band between two radii as four boxes around the square that fits into the smaller circle.
  fileprivate static func appendBand(
    _ centre: Point, _ one: Double, _ other: Double, _ bounds: PixelRect,
    _ region: inout DamageRegion
  ) {
    if one == other { return }
    let outer = centre.surrounded(by: max(one, other, 0)).intersection(bounds)
    // cos 45° rounded down, less the pixel that an edge may touch inward.
    let inside = max(min(one, other), 0) * 0.7071 - 2
    if inside < 1 { return region.insert(outer) }
    let hole = PixelRect(
      from: Point(x: (centre.x - inside).rounded(.up), y: (centre.y - inside).rounded(.up)),
      to: Point(x: (centre.x + inside).rounded(.down), y: (centre.y + inside).rounded(.down)))
    region.insert(
      PixelRect(
        left: outer.left, top: outer.top, right: outer.right, bottom: min(hole.top, outer.bottom)))
    region.insert(
      PixelRect(
        left: outer.left, top: max(hole.bottom, outer.top), right: outer.right, bottom: outer.bottom
      ))
    let (top, bottom) = (max(hole.top, outer.top), min(hole.bottom, outer.bottom))
    region.insert(
      PixelRect(left: outer.left, top: top, right: min(hole.left, outer.right), bottom: bottom))
    region.insert(
      PixelRect(left: max(hole.right, outer.left), top: top, right: outer.right, bottom: bottom))
  }
}
