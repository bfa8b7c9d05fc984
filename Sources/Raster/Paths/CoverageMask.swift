import Graphics
import Pixels
import RasterKernels

/// A coverage mask: levels `0...255` of the columns that a shape touches.
///
/// Columns are stored in groups of eight. Two bits for each group record if any pixel is
/// covered, and if all are entirely covered. Group 0 begins at a column that is a multiple of
/// eight, and words of bits at multiples of 512. So the bits of two masks of one canvas can be
/// compared word by word.
final class CoverageMask {
  private(set) var top = 0
  // The column at which group 0 begins.
  private(set) var left = 0
  // Words of bits in each row.
  private(set) var wordCount = 0
  private var rows: ReusableBuffer<MaskRow>
  // The words of all rows.
  private var bits: ReusableBuffer<GroupFlags>
  // Eight zeros surround each row, so that eight pixels across its ends can be loaded.
  private var levels: ReusableBuffer<SIMD8<UInt8>>

  /// The bit of group 0 in its word.
  var firstBit: Int { left >> 3 & 63 }
  /// The rectangle of covered pixels.
  private(set) var bounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

  /// The capacity in bytes.
  var byteCount: Int { rows.byteCount + bits.byteCount + levels.byteCount }

  /// Creates a mask that never grows within a size. Memory without levels is never touched.
  init(_ room: PixelSize) {
    let groupCount = (room.width + 7) >> 3 + 1
    rows = ReusableBuffer(capacity: room.height)
    // A row may begin in the middle of a word.
    bits = ReusableBuffer(capacity: (groupCount >> 6 + 2) * room.height)
    levels = ReusableBuffer(
      capacity: 1 + MaskWriter.length(groupCount: groupCount) * room.height + 4)
  }

  /// Removes all rows.
  ///
  /// - Parameters:
  ///   - left: the column at which group 0 begins, a multiple of eight.
  ///   - width: the columns that all groups fit into.
  func begin(top: Int, left: Int, width: Int) {
    (self.top, self.left) = (top, left)
    wordCount = (left & 511 + width + 511) >> 9
    rows.removeAll()
    bits.removeAll()
    levels.removeAll()
    levels.append(SIMD8(repeating: 0))
    bounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
  }

  /// Appends rows of up to `groupCount` groups, which `make` writes.
  func add(rowCount: Int, groupCount: Int, _ make: (inout MaskWriter) -> Void) {
    let (firstRow, firstLevel) = (rows.count, levels.count)
    let levelCount = MaskWriter.length(groupCount: groupCount) * rowCount
    var room = MaskWriter(
      rows: rows.appendUninitialized(adding: rowCount),
      bits: bits.appendUninitialized(adding: wordCount * rowCount),
      levels: levels.appendUninitialized(adding: levelCount + 4, behind: 1), groupCount: groupCount,
      firstPlace: firstLevel, firstBit: firstBit, wordCount: wordCount)
    make(&room)
    levels.removeLast(keeping: firstLevel + room.count)
    if room.right == 0 { return }
    bounds = bounds.union(
      PixelRect(
        left: left + room.left * 8, top: top + firstRow + room.top, right: left + room.right * 8,
        bottom: top + firstRow + room.bottom))
  }

  /// Sets the mask to a moved copy of another one.
  ///
  /// - Parameter area: the other mask's area, moved; its left side is a multiple of 64.
  func copy(_ other: CoverageMask, movedBy offset: SIMD2<Int32>, _ area: PixelRect) {
    begin(top: area.top, left: area.left, width: area.width)
    let column = other.left + Int(offset.x) - left
    add(rowCount: area.height, groupCount: (area.width + 7) >> 3) { writer in
      writer.copy(other.lend(), movedTo: column)
    }
  }

  /// Sets levels of at least two fifths to 255, and all others to 0. So a stem one pixel wide
  /// remains visible, even if it lies between two columns.
  func harden() {
    for group in 0..<levels.count {
      // Half of 102 and 77 make the highest bit, and 0 less that bit is all ones.
      levels.modify(group) { $0 = SIMD8(repeating: 0) &- ((($0 &>> 1) &+ 77) &>> 7) }
    }
  }

  /// The mask, borrowed for a drawing.
  func lend() -> MaskRows {
    MaskRows(
      top: top, left: left, wordCount: wordCount, firstBit: firstBit, rows: rows.lend(),
      bits: bits.lend(), levels: levels.lend())
  }
}
