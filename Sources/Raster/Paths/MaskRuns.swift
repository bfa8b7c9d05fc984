import RasterKernels

extension MaskRows {
  /// The levels of eight pixels of a row from a column on.
  func eight(_ x: Int, _ y: Int) -> SIMD8<UInt8> {
    if y < top || y >= top + rows.count { return SIMD8(repeating: 0) }
    let row = rows[y - top]
    let place = x - left - Int(row.firstGroup) * 8
    if place <= -8 || place >= Int(row.groupCount) * 8 { return SIMD8(repeating: 0) }
    return levels.bytes(at: Int(row.place) * 8 + place)
  }

  /// Finds the coverage at a column of a row, and the end of the run with that coverage.
  @_optimize(speed)
  func refine(_ coverage: inout RunCoverage, from x: Int, to end: inout Int, _ y: Int) {
    coverage = .none
    let index = y &- top
    if index < 0 || index >= rows.count { return }
    let row = rows[index]
    let first = left &+ Int(row.firstGroup) &* 8
    if x < first {
      end = min(end, first)
      return
    }
    let bit = (x &- left) >> 3 &+ firstBit
    let word = bit >> 6
    if word >= wordCount || x >= first &+ Int(row.groupCount) &* 8 { return }
    let shift = UInt64(truncatingIfNeeded: bit & 63)
    let own = bits[index &* wordCount &+ word]
    let (touched, whole) = (own.touched &>> shift, own.whole &>> shift)
    // Adjacent groups of the same kind, within this word.
    coverage = whole & 1 == 1 ? .whole : touched & 1 == 1 ? .part : .none
    let others =
      switch coverage {
      case .whole: ~whole
      case .part: ~touched | whole
      case .none: touched
      }
    let count = min(others.trailingZeroBitCount, 64 &- bit & 63)
    end = min(end, left &+ (bit &- firstBit &+ count) &* 8)
  }
}
