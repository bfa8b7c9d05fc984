/// The levels of one mask row.
@frozen public struct MaskRow: BitwiseCopyable, Sendable {
  /// The first group with levels, relative to the mask's group 0.
  public var firstGroup: Int32
  /// The number of groups with levels.
  public var groupCount: Int32
  /// The offset of its levels in the mask's levels, in groups.
  public var place: Int32

  /// Creates a row.
  @inlinable @inline(__always)
  public init(firstGroup: Int32, groupCount: Int32, place: Int32) {
    (self.firstGroup, self.groupCount, self.place) = (firstGroup, groupCount, place)
  }
}

/// Coverage of 64 groups of a row, a bit for each group.
@frozen public struct GroupFlags: BitwiseCopyable, Equatable, Sendable {
  /// Groups with a covered pixel.
  public var touched: UInt64
  /// Groups with all pixels entirely covered.
  public var whole: UInt64

  /// Creates flags; none is set by default.
  @inlinable @inline(__always)
  public init(touched: UInt64 = 0, whole: UInt64 = 0) {
    (self.touched, self.whole) = (touched, whole)
  }
}

/// A coverage mask, borrowed for reading: levels `0...255` of the columns that a shape touches.
public struct MaskRows: BitwiseCopyable {
  /// The row of the canvas at which the mask begins.
  public let top: Int
  /// The column of the canvas at which group 0 begins.
  public let left: Int
  /// Words of group flags in a row.
  public let wordCount: Int
  /// The bit of group 0 in its word of flags.
  public let firstBit: Int
  /// The rows.
  public let rows: UnsafeSlice<MaskRow>
  /// The group flags of all rows.
  public let bits: UnsafeSlice<GroupFlags>
  /// The levels of all rows. At least eight zeros surround each row.
  public let levels: UnsafeSlice<SIMD8<UInt8>>

  /// Creates a mask. The owner of the slices keeps them alive and unchanged.
  public init(
    top: Int, left: Int, wordCount: Int, firstBit: Int, rows: UnsafeSlice<MaskRow>,
    bits: UnsafeSlice<GroupFlags>, levels: UnsafeSlice<SIMD8<UInt8>>
  ) {
    (self.top, self.left, self.wordCount, self.firstBit) = (top, left, wordCount, firstBit)
    (self.rows, self.bits, self.levels) = (rows, bits, levels)
  }
}

extension MaskRows {
  /// Whether both have the same levels at the same position.
  func isSame(as other: MaskRows) -> Bool {
    levels.isSame(as: other.levels) && top == other.top && left == other.left
  }

  /// The group flags of a row of the canvas; empty if the mask does not have that row.
  @inlinable @inline(__always)
  public func rowOfBits(_ y: Int) -> UnsafeSlice<GroupFlags> {
    bits.row(y &- top, of: rows.count, width: wordCount)
  }

  /// The index in `levels` that the canvas's first group would have in a row of the canvas.
  @inlinable @inline(__always)
  public func placeOfLevels(_ y: Int) -> Int {
    let index = y &- top
    if UInt(bitPattern: index) >= UInt(bitPattern: rows.count) { return 0 }
    let row = rows[index]
    return Int(row.place) &- Int(row.firstGroup) &- left >> 3
  }

  /// The flags of 64 groups of the canvas.
  ///
  /// - Parameters:
  ///   - word: the index of the canvas's 64 groups.
  ///   - row: the flags of the mask's row, from `rowOfBits`.
  @inlinable @inline(__always)
  public func bits(_ word: Int, row: UnsafeSlice<GroupFlags>) -> GroupFlags {
    let own = word &- left >> 9
    return UInt(bitPattern: own) < UInt(bitPattern: row.count) ? row[own] : GroupFlags()
  }
}

/// The difference of two masks, and the mask and colors to draw there. All masks begin at a column
/// of the canvas that is a multiple of eight.
@frozen public struct MaskChange {
  /// The mask to draw.
  public let shown: MaskRows
  /// The first of the compared masks.
  public let new: MaskRows
  /// The second of the compared masks.
  public let old: MaskRows
  /// Whether there is a second mask; otherwise all groups that the first one touches differ.
  public let hasOld: Bool
  /// Whether the mask to draw is the first compared mask.
  public let isNew: Bool
  /// The color that the mask covers with, opaque.
  public let word: UInt32
  /// The color behind it.
  public let base: UInt32

  /// Creates the difference of two masks; without `old`, all that `new` touches.
  @inline(__always)
  public init(_ new: MaskRows, _ old: MaskRows?, shown: MaskRows, word: UInt32, base: UInt32) {
    (self.new, self.old, hasOld) = (new, old ?? new, old != nil)
    (self.shown, self.word, self.base) = (shown, word, base)
    isNew = shown.isSame(as: new)
  }
}
