import Pixels

/// Where two masks, or one mask and nothing, may differ.
///
/// Whoever makes it keeps the masks.
struct DamagedMasks: BitwiseCopyable {
  private let new: MaskRows
  private let old: MaskRows?
  let bounds: PixelRect

  /// - Parameter old: what is drawn with the same paint; nil where all that the new one touches may differ.
  init(_ new: CoverageMask, _ old: CoverageMask?) {
    (self.new, self.old) = (new.lend(), old?.lend())
    bounds = old.map { new.bounds.union($0.bounds) } ?? new.bounds
  }

  /// Calls a function with the columns of a row: the groups that one of both touches, unless both cover them whole.
  @inline(__always)
  func forEachRange(_ y: Int, _ body: (ColumnRange) -> Void) {
    if y < bounds.top || y >= bounds.bottom { return }
    // Words of bits, as the canvas counts them.
    for word in bounds.left >> 9...(bounds.right &- 1) >> 9 {
      var bits: UInt64
      if let old {
        let (one, other) = (new.bits(word, y), old.bits(word, y))
        bits = (one.touched | other.touched) & ~(one.whole & other.whole)
      } else {
        bits = new.bits(word, y).touched
      }
      while bits != 0 {
        // Those beside each other.
        let first = bits.trailingZeroBitCount
        let end = first &+ (~(bits &>> UInt64(truncatingIfNeeded: first))).trailingZeroBitCount
        let column = word &* 512
        body(ColumnRange(start: column &+ first &* 8, end: column &+ end &* 8))
        // A shift by 64 leaves nothing.
        bits &= ~0 << UInt64(truncatingIfNeeded: end)
      }
    }
  }
}
