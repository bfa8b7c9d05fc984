/// The pixels that changed: up to `capacity` rectangles, none of which overlap.
///
/// Rectangles that do not fit any more are merged, the cheapest pair first, so the region may hold
/// more pixels than were added, never fewer. After its first growth it allocates nothing.
public struct DamageRegion: Equatable, Sendable {
  /// The most rectangles kept.
  public static let capacity = 32

  /// The rectangles: disjoint, not empty, in no order.
  public private(set) var rects: [PixelRect] = []
  private var pending: [PixelRect] = []

  /// Creates a region of no pixels.
  public init() {
    rects.reserveCapacity(Self.capacity + 4)
    pending.reserveCapacity(Self.capacity * 4)
  }

  /// Creates a region of one rectangle.
  public init(_ rect: PixelRect) {
    self.init()
    insert(rect)
  }

  /// Whether two regions have the same rectangles in the same order.
  public static func == (left: DamageRegion, right: DamageRegion) -> Bool {
    left.rects == right.rects
  }

  /// Whether it holds no pixel.
  public var isEmpty: Bool { rects.isEmpty }

  /// Pixels.
  public var area: Int { rects.reduce(0) { $0 + $1.area } }

  /// The smallest rectangle that holds all.
  public var bounds: PixelRect {
    rects.reduce(PixelRect(left: 0, top: 0, right: 0, bottom: 0)) { $0.union($1) }
  }

  /// Forgets all.
  public mutating func removeAll() { rects.removeAll(keepingCapacity: true) }

  /// Adds a rectangle.
  public mutating func insert(_ rect: PixelRect) {
    pending.removeAll(keepingCapacity: true)
    pending.append(rect)
    while let piece = pending.popLast() {
      if piece.isEmpty { continue }
      guard let known = rects.first(where: { !$0.intersection(piece).isEmpty }) else {
        rects.append(piece)
        if rects.count > Self.capacity { mergeCheapestPair() }
        continue
      }
      if !known.contains(piece) { split(piece, around: known) }
    }
  }

  /// Leaves the parts of a rectangle beside another for later: above, below, left, right.
  private mutating func split(_ rect: PixelRect, around hole: PixelRect) {
    let middle = PixelRect(
      left: rect.left, top: max(rect.top, hole.top), right: rect.right,
      bottom: min(rect.bottom, hole.bottom))
    pending.append(
      PixelRect(left: rect.left, top: rect.top, right: rect.right, bottom: middle.top))
    pending.append(
      PixelRect(left: rect.left, top: middle.bottom, right: rect.right, bottom: rect.bottom))
    pending.append(
      PixelRect(left: rect.left, top: middle.top, right: hole.left, bottom: middle.bottom))
    pending.append(
      PixelRect(left: hole.right, top: middle.top, right: rect.right, bottom: middle.bottom))
  }

  /// Replaces the two rectangles whose union wastes the fewest pixels by that union, cut free of
  /// the others it now overlaps.
  private mutating func mergeCheapestPair() {
    var best = (first: 0, second: 1, waste: Int.max)
    for first in rects.indices {
      for second in rects.indices where second > first {
        let waste = rects[first].union(rects[second]).area - rects[first].area - rects[second].area
        if waste < best.waste { best = (first, second, waste) }
      }
    }
    var merged = rects[best.first].union(rects[best.second])
    rects.remove(at: best.second)
    rects.remove(at: best.first)
    // The union may touch others: take them in until it does not.
    while let index = rects.firstIndex(where: { !$0.intersection(merged).isEmpty }) {
      merged = merged.union(rects.remove(at: index))
    }
    rects.append(merged)
  }
}
