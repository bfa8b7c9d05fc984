import Graphics
import Kernels
import Pixels

/// How much a shape covers of each pixel, kept: levels `0...255` of the columns that it touches.
///
/// Columns are kept in groups of eight, and two bits tell of each group whether any pixel of it is covered, and
/// whether all are covered whole. Groups are counted from a column that is a multiple of eight, their words of bits from a
/// multiple of 512, so that those of two masks of one canvas can be compared word by word.
final class CoverageMask {
  /// What a row has.
  struct Row: BitwiseCopyable {
    /// The group of the mask that its levels begin with.
    var firstGroup: Int32
    var groupCount: Int32
    /// Where its levels are.
    var place: Int32
  }

  private(set) var top = 0
  // The column that group 0 begins at.
  private(set) var left = 0
  // How many words of bits a row has, of each kind.
  private(set) var wordCount = 0
  private var rows = RowBuffer<Row>(capacity: 64)
  // For each row which groups are touched, then which are whole.
  private var bits = RowBuffer<UInt64>(capacity: 128)
  // In and around each row eight zeros, so that eight pixels that overlap its ends can be taken.
  private var levels = RowBuffer<SIMD8<UInt8>>(capacity: 256)

  /// The bit of group 0 in its word.
  var firstBit: Int { left >> 3 & 63 }
  /// The pixels that it touches.
  private(set) var bounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

  /// The bits of a row: which groups are touched and which are whole, those of the canvas's columns from `512 word` on.
  @inline(__always)
  func bits(_ word: Int, _ y: Int) -> (touched: UInt64, whole: UInt64) {
    let own = word &- left >> 9
    if y < top || y >= top &+ rows.count || own < 0 || own >= wordCount { return (0, 0) }
    let place = (y &- top) &* 2 &* wordCount &+ own
    return (bits[place], bits[place &+ wordCount])
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

  /// Begins the next row.
  @inline(__always)
  func beginRow() {
    rows.append(Row(firstGroup: 0, groupCount: 0, place: Int32(truncatingIfNeeded: levels.count)))
    for _ in 0..<(2 &* wordCount) { bits.append(0) }
  }

  /// Adds eight pixels to the row, beside those that it has.
  @inline(__always)
  func append(_ eight: SIMD8<UInt8>, group: Int) {
    let row = rows.count &- 1
    if rows[row].groupCount == 0 { rows[row].firstGroup = Int32(truncatingIfNeeded: group) }
    rows[row].groupCount &+= 1
    levels.append(eight)
    let number = Lanes.number(eight)
    if number == 0 { return }
    let bit = firstBit &+ group
    let word = row &* 2 &* wordCount &+ bit >> 6
    bits[word] |= 1 << UInt64(truncatingIfNeeded: bit & 63)
    if number == .max { bits[word &+ wordCount] |= 1 << UInt64(truncatingIfNeeded: bit & 63) }
  }

  /// Adds the same level for groups beside those that the row has.
  func append(_ level: UInt8, groups: Range<Int>) {
    for group in groups { append(SIMD8(repeating: level), group: group) }
  }

  /// Ends the row.
  @inline(__always)
  func endRow() {
    levels.append(SIMD8(repeating: 0))
    let row = rows[rows.count &- 1]
    if row.groupCount == 0 { return }
    let start = left &+ Int(row.firstGroup) &* 8
    let bottom = top &+ rows.count
    bounds =
      bounds.isEmpty
      ? PixelRect(
        left: start, top: bottom &- 1, right: start &+ Int(row.groupCount) &* 8, bottom: bottom)
      : PixelRect(
        left: min(bounds.left, start), top: bounds.top,
        right: max(bounds.right, start &+ Int(row.groupCount) &* 8), bottom: bottom)
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

/// A mask's levels, lent for drawing.
struct MaskRows: BitwiseCopyable {
  let top: Int
  let left: Int
  let wordCount: Int
  let firstBit: Int
  let rows: LentRow<CoverageMask.Row>
  let bits: LentRow<UInt64>
  let levels: LentRow<SIMD8<UInt8>>

  /// The levels of eight pixels of a row from a column on.
  @inline(__always)
  func eight(_ x: Int, _ y: Int) -> SIMD8<UInt8> {
    let index = y &- top
    if index < 0 || index >= rows.count { return SIMD8(repeating: 0) }
    let row = rows[index]
    let place = x &- left &- Int(row.firstGroup) &* 8
    if place <= -8 || place >= Int(row.groupCount) &* 8 { return SIMD8(repeating: 0) }
    return levels.bytes(at: Int(row.place) &* 8 &+ place)
  }

  /// Lays the levels over the groups of a tile.
  @_optimize(speed)
  func cover(_ tile: inout GroupTile, within bounds: GroupBounds) {
    tile.touch(within: bounds) { column, row in
      let eight = eight(Int(column), Int(row))
      return Lanes.number(eight) == 0 ? nil : Lanes.words(eight)
    }
  }

  /// Finds out how much is covered in a row from a column on, and how far that goes.
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
    let place = index &* 2 &* wordCount &+ word
    let shift = UInt64(truncatingIfNeeded: bit & 63)
    let (touched, whole) = (bits[place] &>> shift, bits[place &+ wordCount] &>> shift)
    // Groups of the same kind beside each other, in this word.
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
