import Graphics
import Pixels
import RasterKernels

// Within the damaged area of masks, mostly one item is visible: a path or a text of one color over
// the base. Then its levels are blended straight into the frame.

extension Rasterizer {
  /// Draws the pixels in which two masks differ.
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

  /// Blends one mask straight into the frame, if no other item is visible in the area.
  ///
  /// - Returns: the end of the groups that were drawn; 0 if nothing was.
  private func writeOnlyMask(
    _ masks: DamagedMasks, _ area: PixelRect, of list: DisplayList, into frame: inout PixelSurface
  ) -> Int {
    guard frame.format.isNative, list.layers.isEmpty, let (mask, word) = onlyMask(in: area)
    else { return 0 }
    // The last group of a row may exceed the frame.
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
      // A sequence of adjacent groups.
      let first = bits.trailingZeroBitCount
      let end = first &+ (~(bits &>> UInt64(truncatingIfNeeded: first))).trailingZeroBitCount
      // A shift by 64 clears all bits.
      bits &= ~0 << UInt64(truncatingIfNeeded: end)
      let columns = ColumnRange(
        start: column &+ first &* 8, end: min(column &+ end &* 8, area.right))
      // Damaged groups mostly contain edges, which have no runs.
      if columns.end &- columns.start <= 2 * Self.narrow {
        addSpans(columns, y, of: list, into: &frame)
      } else {
        let row = (y &- area.top) & 7
        drawRuns(columns, y &- row, row, of: list, into: &frame)
      }
    }
    storeRuns(into: &frame)
  }

  /// The mask and the word of an area's only item; nil if there is none, or it is another kind of
  /// item.
  private func onlyMask(in area: PixelRect) -> (MaskRows, UInt32)? {
    var found: (MaskRows, UInt32)?
    for index in 0..<items.count {
      let isOther = items.with(index) { item in
        if item.misses(area) { return false }
        guard found == nil, let mask = item.mask, case .word(let word) = item.run
        else { return true }
        found = (mask, word)
        return false
      }
      if isOther { return nil }
    }
    return found
  }
}
