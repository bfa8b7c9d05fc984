import Pixels

/// Where two masks, or one mask and nothing, may differ.
struct DamagedMasks {
  private let new: CoverageMask
  private let old: CoverageMask?
  let bounds: PixelRect

  /// - Parameter old: what is drawn with the same paint; nil where all that the new one touches may differ.
  init(_ new: CoverageMask, _ old: CoverageMask?) {
    (self.new, self.old) = (new, old)
    bounds = old.map { new.bounds.union($0.bounds) } ?? new.bounds
  }

  /// Adds the columns of a row: the groups that one of both touches, unless both cover them whole.
  @_optimize(speed)
  func insertColumns(_ y: Int, into columns: inout ColumnRanges) {
    if y < bounds.top || y >= bounds.bottom { return }
    var start = 0
    var end = 0
    // Words of bits, as the canvas counts them.
    for word in bounds.left >> 9...(bounds.right - 1) >> 9 {
      let one = new.bits(word, y)
      var bits = one.touched
      if let old {
        let other = old.bits(word, y)
        bits = (one.touched | other.touched) & ~(one.whole & other.whole)
      }
      while bits != 0 {
        let first = bits.trailingZeroBitCount
        let count = (~(bits >> UInt64(first))).trailingZeroBitCount
        let column = (word * 64 + first) * 8
        if column != end {
          columns.insert(start, end)
          start = column
        }
        end = column + count * 8
        // A shift by 64 leaves nothing.
        bits &= ~0 << UInt64(first + count)
      }
    }
    columns.insert(start, end)
  }
}
