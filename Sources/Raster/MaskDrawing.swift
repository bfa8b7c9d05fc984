import Graphics
import Pixels
import RasterKernels

// Where masks differ, only what lies in their area is drawn; mostly that is one item, a path or a
// text, of one color over what lies behind all. Then its levels become words on their way into the
// frame.

extension Rasterizer {
  /// Draws what differs between two masks.
  @inline(never)
  func draw(_ masks: DamagedMasks, of list: DisplayList, into frame: inout PixelSurface) {
    let area = masks.bounds.intersection(frame.bounds)
    if area.isEmpty { return }
    let groupEnd = writeOnlyMask(masks, area, of: list, into: &frame)
    if groupEnd &* 8 >= area.right { return }
    batch.setColumnLimits(from: area.left &- 8, to: area.right &+ 8)
    for y in area.top..<area.bottom {
      masks.forEachWord(y) { groups, column in
        let done = groupEnd &- column >> 3
        let rest = done <= 0 ? groups : done > 63 ? 0 : groups & ~0 &<< UInt64(done)
        if rest != 0 { draw(rest, column, y, from: area, of: list, into: &frame) }
      }
    }
    flush(list, into: &frame)
    batch.setColumnLimits(from: Int(Int32.min), to: Int(Int32.max))
  }

  /// Draws what one mask shows of it in one color, if nothing else shows there.
  ///
  /// - Returns: the group behind the last one that was drawn.
  private func writeOnlyMask(
    _ masks: DamagedMasks, _ area: PixelRect, of list: DisplayList, into frame: inout PixelSurface
  ) -> Int {
    guard frame.format.isNative, list.layers.isEmpty, let (mask, word) = onlyMask(in: area)
    else { return 0 }
    // The last group of a row may reach beyond the frame.
    let groupEnd = frame.size.width >> 3
    frame.writeBlend(
      MaskChange(masks.new, masks.old, shown: mask, word: word, base: base),
      rows: area.top..<area.bottom, groupEnd: groupEnd)
    return groupEnd
  }

  /// Draws groups of eight columns of a row.
  @inline(never)
  private func draw(
    _ groups: UInt64, _ column: Int, _ y: Int, from area: PixelRect, of list: DisplayList,
    into frame: inout PixelSurface
  ) {
    var bits = groups
    while bits != 0 {
      // Those beside each other.
      let first = bits.trailingZeroBitCount
      let end = first &+ (~(bits &>> UInt64(truncatingIfNeeded: first))).trailingZeroBitCount
      // A shift by 64 leaves nothing.
      bits &= ~0 << UInt64(truncatingIfNeeded: end)
      let columns = ColumnRange(
        start: column &+ first &* 8, end: min(column &+ end &* 8, area.right))
      // What differs are mostly edges, which have no runs.
      if columns.end &- columns.start <= 2 * Self.narrow {
        addSpans(columns, y, of: list, into: &frame)
      } else {
        let row = (y &- area.top) & 7
        drawRuns(columns, y &- row, row, of: list, into: &frame)
      }
    }
    storeRuns(into: &frame)
  }

  /// The mask and the word of an area's only item, if it is such a one.
  private func onlyMask(in area: PixelRect) -> (MaskRows, UInt32)? {
    var found: (MaskRows, UInt32)?
    for index in 0..<items.count {
      let isOther = items.with(index) { item in
        if item.misses(area) { return false }
        guard found == nil, let mask = item.mask, mask.left & 7 == 0,
          case .word(let word) = item.run
        else { return true }
        found = (mask, word)
        return false
      }
      if isOther { return nil }
    }
    return found
  }
}
