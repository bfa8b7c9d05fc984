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
  private var rows: RowBuffer<Row>
  // For each word of each row which groups are touched, then which are whole.
  private var bits: RowBuffer<UInt64>
  // In and around each row eight zeros, so that eight pixels that overlap its ends can be taken.
  private var levels: RowBuffer<SIMD8<UInt8>>

  // Where the levels of the row's group 0 would be.
  private var place = 0

  /// The bit of group 0 in its word.
  var firstBit: Int { left >> 3 & 63 }
  /// The pixels that it touches.
  private(set) var bounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

  /// The bytes that its rows have room for.
  var byteCount: Int { rows.byteCount + bits.byteCount + levels.byteCount }

  /// Creates a mask that never grows within some sides. What of its memory no level is written into is never touched.
  init(_ room: PixelSize) {
    let groupCount = (room.width + 7) >> 3 + 1
    rows = RowBuffer(capacity: room.height)
    // A row may begin in the middle of a word.
    bits = RowBuffer(capacity: 2 * (groupCount >> 6 + 2) * room.height)
    levels = RowBuffer(capacity: 1 + groupCount * room.height)
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

  /// Begins the next row, with no level above zero.
  ///
  /// - Parameters:
  ///   - firstGroup: of those that may be set.
  ///   - count: how many may.
  @_optimize(speed)
  func beginRow(firstGroup: Int, count: Int) {
    rows.append(
      Row(
        firstGroup: Int32(truncatingIfNeeded: firstGroup),
        groupCount: Int32(truncatingIfNeeded: count),
        place: Int32(truncatingIfNeeded: levels.count)))
    levels.append(SIMD8(repeating: 0), count: count &+ 1)
    bits.append(0, count: 2 &* wordCount)
    place = levels.count &- 1 &- count &- firstGroup
    if count == 0 { return }
    let start = left &+ firstGroup &* 8
    if bounds.right == 0 { (bounds.left, bounds.top) = (start, top &+ rows.count &- 1) }
    bounds.left = min(bounds.left, start)
    bounds.right = max(bounds.right, start &+ count &* 8)
    bounds.bottom = top &+ rows.count
  }

  /// Sets eight pixels of the row.
  @inline(__always)
  func set(_ eight: SIMD8<UInt8>, at group: Int) { levels[place &+ group] = eight }

  /// Sets groups of the row to one level.
  func fill(_ level: UInt8, from group: Int, count: Int) {
    for index in group..<(group + count) { set(SIMD8(repeating: level), at: index) }
  }

  /// Sets the bits of the row: which groups of a word are touched, and which are whole.
  @inline(__always)
  func setBits(_ word: Int, _ touched: UInt64, _ whole: UInt64) {
    let place = bits.count &+ 2 &* (word &- wordCount)
    bits[place] = touched
    bits[place &+ 1] = whole
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

  /// The bits of a row: which groups are touched and which are whole, those of the canvas's columns from `512 word` on.
  @inline(__always)
  func bits(_ word: Int, _ y: Int) -> (touched: UInt64, whole: UInt64) {
    let own = word &- left >> 9
    if y < top || y >= top &+ rows.count || own < 0 || own >= wordCount { return (0, 0) }
    let place = ((y &- top) &* wordCount &+ own) &* 2
    return (bits[place], bits[place &+ 1])
  }

  /// Lays the levels over the groups of a tile.
  @_optimize(speed)
  func cover(_ tile: inout GroupTile, within bounds: GroupBounds) {
    // Groups of a row mostly come one after the other.
    var y = Int32.min
    var (start, place, end) = (0, 0, 0)
    tile.touch(within: bounds) { column, row in
      if row != y {
        y = row
        let index = Int(row) &- top
        if index < 0 || index >= rows.count {
          end = 0
        } else {
          let known = rows[index]
          start = left &+ Int(known.firstGroup) &* 8
          end = Int(known.groupCount) &* 8
          place = Int(known.place) &* 8
        }
      }
      let offset = Int(column) &- start
      if offset <= -8 || offset >= end { return nil }
      let eight = levels.bytes(at: place &+ offset)
      return Lanes.number(eight) == 0 ? nil : Lanes.words(eight)
    }
  }

  /// The levels of eight pixels of a row from a column on.
  func eight(_ x: Int, _ y: Int) -> SIMD8<UInt8> {
    if y < top || y >= top + rows.count { return SIMD8(repeating: 0) }
    let row = rows[y - top]
    let place = x - left - Int(row.firstGroup) * 8
    if place <= -8 || place >= Int(row.groupCount) * 8 { return SIMD8(repeating: 0) }
    return levels.bytes(at: Int(row.place) * 8 + place)
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
    let place = (index &* wordCount &+ word) &* 2
    let shift = UInt64(truncatingIfNeeded: bit & 63)
    let (touched, whole) = (bits[place] &>> shift, bits[place &+ 1] &>> shift)
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
