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

  /// Adds a rectangle, without the part of it inside `hole`.
  public mutating func insert(_ rect: PixelRect, around hole: PixelRect? = nil) {
    if let hole { split(rect, around: hole) } else { pending.append(rect) }
    while let piece = pending.popLast() {
      if piece.isEmpty { continue }
      if let known = rects.first(where: { !$0.intersection(piece).isEmpty }) {
        split(piece, around: known)
        continue
      }
      rects.append(piece)
      if rects.count > Self.capacity { mergeCheapestPair() }
    }
  }

  /// Leaves the parts of a rectangle beside another for later: above, below, left, right.
  private mutating func split(_ rect: PixelRect, around other: PixelRect) {
    let hole = rect.intersection(other)
    if hole.isEmpty { return pending.append(rect) }
    var (above, below, left, right) = (rect, rect, hole, hole)
    (above.bottom, below.top) = (hole.top, hole.bottom)
    (left.left, left.right) = (rect.left, hole.left)
    (right.left, right.right) = (hole.right, rect.right)
    pending.append(above)
    pending.append(below)
    pending.append(left)
    pending.append(right)
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
