// This file is compiled twice, as `GroupKernels.swift` is.
#if AVX2
  public import Kernels
#endif

/// Making edges of outlines.
public enum EdgeKernels {
  /// Adds the edges from a point on, eight at a time, for as long as none of them leads out of a section's quadrant, or
  /// neither up nor down.
  ///
  /// - Parameters:
  ///   - index: where the outline is.
  ///   - slack: a way back so long is none, pixels.
  /// - Returns: the point that the last one leads to.
  @export(interface) @inline(never) @_optimize(speed)
  public static func append(
    _ points: LentPoints, from index: Int, _ quadrant: Quadrant, slack: Float, section: Int32,
    to edges: inout EdgeBlocks
  ) -> Int {
    var index = index
    let last = points.count &- 1
    while index < last {
      // Behind those that the last block has: points are read from as many places before.
      let used = edges.used(by: section)
      let ways = points.ways(from: index, inLane: used)
      let across: SIMD8<Float> = (ways.toX - ways.fromX) * quadrant.across
      let down: SIMD8<Float> = (ways.toY - ways.fromY) * quadrant.down
      let isAlong =
        Lanes.bits(of: across, above: SIMD8(repeating: -slack))
        & Lanes.bits(of: down, above: SIMD8(repeating: 0))
      let lanes = isAlong | ~(.max &<< UInt32(truncatingIfNeeded: used))
      let room = last &- index &+ used
      // Most often all of them: as a branch, which is guessed, so that the next eight need not wait for it.
      var end = 8
      if lanes & 255 != 255 || room < 8 {
        end = min((~lanes).trailingZeroBitCount, room)
        if end == used { break }
      }
      if quadrant.down > 0 {
        edges.put(
          topX: ways.fromX, topY: ways.fromY, bottomX: ways.toX, bottomY: ways.toY, winding: 1,
          bend: ways.bends, into: used..<end, section: section)
      } else {
        edges.put(
          topX: ways.toX, topY: ways.toY, bottomX: ways.fromX, bottomY: ways.fromY, winding: -1,
          bend: ways.bends, into: used..<end, section: section)
      }
      index &+= end &- used
    }
    return index
  }
}
