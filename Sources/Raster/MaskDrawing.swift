import Graphics
import Kernels
import Pixels

// Where masks differ, only what lies in their area is drawn; mostly that is one item, a path or a text, of one colour over
// what lies behind all. Then its levels become words on their way into the frame.

extension Rasterizer {
  /// Draws what differs between two masks.
  @inline(never)
  func draw(_ masks: DamagedMasks, of list: DisplayList, into frame: inout PixelSurface) {
    let area = masks.bounds.intersection(frame.bounds)
    if area.isEmpty { return }
    let isSimple = frame.format.isNative && list.layers.isEmpty
    let only = isSimple ? onlyMask(in: area) : nil
    tile.setReach(from: area.left &- 8, to: area.right &+ 8)
    let lastPlace = frame.size.width &- 8
    for y in area.top..<area.bottom {
      masks.forEachWord(y) { groups, column in
        var rest = groups
        if let (mask, word) = only {
          // The last group may reach beyond the frame.
          let end = min(64, (lastPlace &- column) >> 3 &+ 1)
          let inside = end <= 0 ? 0 : groups & .max &>> UInt64(truncatingIfNeeded: 64 &- end)
          if inside != 0 { lay(word, mask, inside, column, y, into: &frame) }
          rest = groups & ~inside
        }
        if rest != 0 { draw(rest, column, y, from: area, of: list, into: &frame) }
      }
    }
    flush(list, into: &frame)
    tile.setReach(from: Int(Int32.min), to: Int(Int32.max))
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
        mix(columns, y, of: list, into: &frame)
      } else {
        let row = (y &- area.top) & 7
        drawRuns(columns, y &- row, row, of: list, into: &frame)
      }
    }
  }

  /// The mask and the word of an area's only item, if it is such a one.
  private func onlyMask(in area: PixelRect) -> (MaskRows, UInt32)? {
    var found: (MaskRows, UInt32)?
    for index in 0..<items.count {
      let isOther = items.with(index) { item in
        let bounds = PixelRect(
          left: item.left, top: item.top, right: item.right, bottom: item.bottom)
        if bounds.intersection(area).isEmpty { return false }
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

  /// Writes groups of eight columns that show one mask, of one word.
  ///
  /// - Parameter column: that of group 0.
  @inline(__always)
  private func lay(
    _ word: UInt32, _ mask: MaskRows, _ groups: UInt64, _ column: Int, _ y: Int,
    into frame: inout PixelSurface
  ) {
    var covered: UInt64 = 0
    var place = 0
    let index = y &- mask.top
    if UInt(bitPattern: index) < UInt(bitPattern: mask.rows.count) {
      let row = mask.rows[index]
      let first = (mask.left &- column) >> 3 &+ Int(row.firstGroup)
      place = (Int(row.place) &- first) &* 8
      covered =
        groups & UInt64.max << Int64(max(0, first))
        & UInt64.max >> Int64(max(0, 64 &- max(0, first &+ Int(row.groupCount))))
    }
    frame.lay(
      word, over: base, mask.levels, at: place, groups: groups, covered: covered, x: column, y: y)
  }
}
