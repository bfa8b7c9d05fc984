import Graphics
import Pixels
import RasterKernels

/// How much a shape covers of each pixel, kept: levels `0...255` of the columns that it touches.
///
/// Columns are kept in groups of eight, and two bits tell of each group whether any pixel of it is
/// covered, and whether all are covered whole. Groups are counted from a column that is a multiple
/// of eight, their words of bits from a multiple of 512, so that those of two masks of one canvas
/// can be compared word by word.
final class CoverageMask {
  private(set) var top = 0
  // The column that group 0 begins at.
  private(set) var left = 0
  // How many words of bits a row has.
  private(set) var wordCount = 0
  private var rows: ReusableBuffer<MaskRow>
  // The words of all rows.
  private var bits: ReusableBuffer<GroupFlags>
  // In and around each row eight zeros, so that eight pixels that overlap its ends can be taken.
  private var levels: ReusableBuffer<SIMD8<UInt8>>

  /// The bit of group 0 in its word.
  var firstBit: Int { left >> 3 & 63 }
  /// The pixels that it touches.
  private(set) var bounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

  /// The bytes that its rows have room for.
  var byteCount: Int { rows.byteCount + bits.byteCount + levels.byteCount }

  /// Creates a mask that never grows within some sides. What of its memory no level is written into
  /// is never touched.
  init(_ room: PixelSize) {
    let groupCount = (room.width + 7) >> 3 + 1
    rows = ReusableBuffer(capacity: room.height)
    // A row may begin in the middle of a word.
    bits = ReusableBuffer(capacity: (groupCount >> 6 + 2) * room.height)
    levels = ReusableBuffer(
      capacity: 1 + MaskWriter.length(groupCount: groupCount) * room.height + 4)
  }

  /// Forgets all rows.
  ///
  /// - Parameters:
  ///   - left: the column that group 0 begins at, a multiple of eight.
  ///   - width: no group reaches beyond so many columns.
  func begin(top: Int, left: Int, width: Int) {
    (self.top, self.left) = (top, left)
    wordCount = (left & 511 + width + 511) >> 9
    rows.removeAll()
    bits.removeAll()
    levels.removeAll()
    levels.append(SIMD8(repeating: 0))
    bounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
  }

  /// Adds rows that a function makes of no more groups each.
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

  /// Makes it another mask that is moved.
  ///
  /// - Parameter area: what the other one was made for, moved; its left side is a multiple of 64.
  func copy(_ other: CoverageMask, movedBy offset: SIMD2<Int32>, _ area: PixelRect) {
    begin(top: area.top, left: area.left, width: area.width)
    let column = other.left + Int(offset.x) - left
    add(rowCount: area.height, groupCount: (area.width + 7) >> 3) { writer in
      writer.copy(other.lend(), movedTo: column)
    }
  }

  /// Covers whole what is covered to two fifths, and the rest not at all. A stroke of a letter that
  /// is a pixel wide stays wherever it lies between two.
  func harden() {
    for group in 0..<levels.count {
      // Half of 102 and 77 make the highest bit, and 0 less that bit is all ones.
      levels.modify(group) { $0 = SIMD8(repeating: 0) &- ((($0 &>> 1) &+ 77) &>> 7) }
    }
  }

  /// Its levels, lent for a drawing.
  ///
  /// - Parameters:
  ///   - x: to the right of where it was made.
  ///   - y: below where it was made.
  func lend(movedBy x: Int = 0, _ y: Int = 0) -> MaskRows {
    MaskRows(
      top: top + y, left: left + x, wordCount: wordCount, firstBit: firstBit, rows: rows.lend(),
      bits: bits.lend(), levels: levels.lend())
  }
}
