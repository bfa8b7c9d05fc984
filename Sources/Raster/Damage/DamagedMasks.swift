import Pixels
import RasterKernels

/// The area in which two masks may differ, or all groups that one mask touches.
///
/// The owner of the difference keeps the masks alive.
struct DamagedMasks: BitwiseCopyable {
  let new: MaskRows
  let old: MaskRows?
  let bounds: PixelRect

  /// Creates the damage of one mask: all groups that it touches.
  init(_ new: borrowing CoverageMask) {
    (self.new, old) = (new.lend(), nil)
    bounds = new.bounds
  }

  /// Creates the damage between two masks drawn with the same paint.
  init(_ new: borrowing CoverageMask, _ old: borrowing CoverageMask) {
    (self.new, self.old) = (new.lend(), old.lend())
    bounds = new.bounds.union(old.bounds)
  }

  /// Calls `body` for each word of groups of row `y` that one of the masks touches, without groups
  /// that both cover entirely.
  ///
  /// - Parameter body: `groups` has a bit for each damaged group, and `column` is the column of bit
  ///   0, a multiple of 512. Each bit stands for eight columns.
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
