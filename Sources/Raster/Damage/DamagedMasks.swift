import Pixels
import RasterKernels

/// Where two masks, or one mask and nothing, may differ.
///
/// The owner of a difference keeps the masks alive.
struct DamagedMasks: BitwiseCopyable {
  let new: MaskRows
  let old: MaskRows?
  let bounds: PixelRect

  /// All that a mask touches may differ.
  init(_ new: borrowing CoverageMask) {
    (self.new, old) = (new.lend(), nil)
    bounds = new.bounds
  }

  /// - Parameter old: what is drawn with the same paint.
  init(_ new: borrowing CoverageMask, _ old: borrowing CoverageMask) {
    (self.new, self.old) = (new.lend(), old.lend())
    bounds = new.bounds.union(old.bounds)
  }

  /// Calls a function with the groups of a row that one of both touches, unless both cover them
  /// whole: bits of a word, and the column that bit 0 stands for. A multiple of 512, and of eight
  /// for each other bit.
  @inline(__always)
  func forEachWord(_ y: Int, _ body: (_ groups: UInt64, _ column: Int) -> Void) {
    if y < bounds.top || y >= bounds.bottom { return }
    for word in bounds.left >> 9...(bounds.right &- 1) >> 9 {
      let one = new.bits(word, row: new.rowOfBits(y))
      var bits = one.touched
      if let old {
        let other = old.bits(word, row: old.rowOfBits(y))
        bits = (one.touched | other.touched) & ~(one.whole & other.whole)
      }
      if bits != 0 { body(bits, word &* 512) }
    }
  }
}
