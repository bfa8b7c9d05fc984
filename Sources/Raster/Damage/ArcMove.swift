import Graphics
import Pixels
import RasterKernels

// Damage of an arc whose sweep changes.

extension ListDifference {
  /// Adds the area between two sweeps of an arc, if nothing else of the item changed. Returns
  /// whether the item is handled; an equal item adds nothing.
  @inline(__always)
  func insertMove(
    at index: Int, from older: DisplayList, to newer: DisplayList
  ) -> Bool {
    guard case .arc(let new) = newer[index].shape, case .arc(let old) = older[index].shape,
      new.isSame(but: old), newer[index].alpha == older[index].alpha,
      newer.hasSamePaint(at: index, as: older)
    else { return false }
    if new.sweep != old.sweep { insertMove(of: new, from: old.sweep) }
    return true
  }

  /// Adds the area between two sweeps of an arc.
  @inline(never) @_optimize(speed)
  func insertMove(of arc: Arc, from old: Double) {
    let (first, last) = (min(old, arc.sweep), max(old, arc.sweep))
    // Computed first: a new direction has the longest latency.
    let to = pathMasks.directions.direction(turns: arc.start + last)
    let from = pathMasks.directions.direction(turns: arc.start + first)
    let hole = arc.radius - arc.width / 2
    // With a start this large, a double has no fraction of a turn left to which a sweep could be
    // added.
    if hole < 1 || abs(arc.start) > 1e6 || arc.radius > Self.farthest {
      var longer = arc
      longer.sweep = last
      return insert(Shape.arc(longer).bounds)
    }
    // A butt end is drawn differently on both sides of a quarter turn, as far as Float
    // distinguishes them.
    func meets(_ sweep: Double) -> Bool { first <= sweep + 1e-6 && last >= sweep - 1e-6 }
    let turnsOver =
      first <= 0.5 && last > 0.5 || arc.cap == .butt && (meets(0.25) || meets(0.75))
    if turnsOver || Self.meetsStart(arc, first) || Self.meetsStart(arc, last) {
      insert(arc.point(at: 0).surrounded(by: arc.width / 2 + 1))
    }
    // Split the sweep into steps so short that the rim's bulge over the chord is small: R(1 − cos
    // δ/2) ≈ Rδ²/8. Mostly one step suffices.
    let most = Double(DamagedSweep.leastBulge) * 0.9 * 8 / (4 * .pi * .pi)
    let rim = arc.radius + arc.width / 2
    let way = last - first
    let count = rim * way * way <= most ? 1 : min(64, (way / (most / rim).squareRoot()).ceiling)
    // While the end is near the start, its cap extends behind the start's radial line.
    let (turn, near) = (2 * .pi * hole, arc.width + 2)
    @inline(__always) func add(_ from: Point, _ begin: Double, _ to: Point, _ end: Double) {
      let isNear = begin * turn < near
      parts.appendSweep(
        arc, from: from, to: to, isTrimmed: !isNear,
        meetsStart: isNear || (1 - end) * turn < near)
    }
    if count <= 1 { return add(from, first, to, last) }
    var (begin, beginning) = (first, from)
    for index in 1...count {
      let end = index == count ? last : first + way * Double(index) / Double(count)
      let ending = pathMasks.directions.direction(turns: arc.start + end)
      add(beginning, begin, ending, end)
      (begin, beginning) = (end, ending)
    }
  }

  /// Whether the line through the end of a sweep and the center crosses pixels that the start's
  /// line crosses. Then the pixels at the start depend on the end. For a round start this happens
  /// only half a turn away.
  private static func meetsStart(_ arc: Arc, _ sweep: Double) -> Bool {
    let apart = arc.cap == .round ? abs(sweep - 0.5) : min(sweep, abs(sweep - 0.5), 1 - sweep)
    return apart * (arc.radius - arc.width / 2) < 1
  }
}
