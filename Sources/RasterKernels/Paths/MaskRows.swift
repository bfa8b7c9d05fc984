/// What a row of a mask has.
@frozen public struct MaskRow: BitwiseCopyable, Sendable {
  /// The group of the mask that its levels begin with.
  public var firstGroup: Int32
  /// How many groups it has.
  public var groupCount: Int32
  /// Where its levels are, in groups.
  public var place: Int32

  /// Creates a row.
  @inlinable @inline(__always)
  public init(firstGroup: Int32, groupCount: Int32, place: Int32) {
    (self.firstGroup, self.groupCount, self.place) = (firstGroup, groupCount, place)
  }
}

/// What 64 groups of a row are, a bit for each.
@frozen public struct GroupFlags: BitwiseCopyable, Equatable, Sendable {
  /// Those that are covered anywhere.
  public var touched: UInt64
  /// Those that are covered whole.
  public var whole: UInt64

  /// Creates bits.
  @inlinable @inline(__always)
  public init(touched: UInt64 = 0, whole: UInt64 = 0) {
    (self.touched, self.whole) = (touched, whole)
  }
}

/// How much a shape covers of each pixel, lent for drawing: levels `0...255` of the columns that it
/// touches.
public struct MaskRows: BitwiseCopyable {
  /// The row of the canvas that its first row is on.
  public let top: Int
  /// The column of the canvas that group 0 begins at.
  public let left: Int
  /// How many words of bits a row has.
  public let wordCount: Int
  /// The bit of group 0 in its word.
  public let firstBit: Int
  /// Its rows.
  public let rows: UnsafeSlice<MaskRow>
  /// The words of all rows.
  public let bits: UnsafeSlice<GroupFlags>
  /// The levels of all rows; in and around each row there are eight zeros.
  public let levels: UnsafeSlice<SIMD8<UInt8>>

  /// Lends a mask.
  public init(
    top: Int, left: Int, wordCount: Int, firstBit: Int, rows: UnsafeSlice<MaskRow>,
    bits: UnsafeSlice<GroupFlags>, levels: UnsafeSlice<SIMD8<UInt8>>
  ) {
    (self.top, self.left, self.wordCount, self.firstBit) = (top, left, wordCount, firstBit)
    (self.rows, self.bits, self.levels) = (rows, bits, levels)
  }
}

extension MaskRows {
  /// Whether it is the same mask at the same place.
  func isSame(as other: MaskRows) -> Bool {
    levels.isSame(as: other.levels) && top == other.top && left == other.left
  }

  /// The words of a row; none if there is no such row.
  @inlinable @inline(__always)
  public func rowOfBits(_ y: Int) -> UnsafeSlice<GroupFlags> {
    bits.row(y &- top, of: rows.count, width: wordCount)
  }

  /// Where the levels of the canvas's first group would be, for a row of it.
  @inlinable @inline(__always)
  public func placeOfLevels(_ y: Int) -> Int {
    let index = y &- top
    if UInt(bitPattern: index) >= UInt(bitPattern: rows.count) { return 0 }
    let row = rows[index]
    return Int(row.place) &- Int(row.firstGroup) &- left >> 3
  }

  /// The bits of 64 groups of the canvas.
  ///
  /// - Parameters:
  ///   - word: which ones.
  ///   - row: the row's words.
  @inlinable @inline(__always)
  public func bits(_ word: Int, row: UnsafeSlice<GroupFlags>) -> GroupFlags {
    let own = word &- left >> 9
    return UInt(bitPattern: own) < UInt(bitPattern: row.count) ? row[own] : GroupFlags()
  }
}

/// Where masks differ, and what is shown there. All of them begin in a column of the canvas that is
/// a multiple of eight.
@frozen public struct MaskChange {
  /// The mask that covers, in all that is written.
  public let shown: MaskRows
  /// One of the masks that differ.
  public let new: MaskRows
  /// The other one.
  public let old: MaskRows
  /// Whether there is another one; otherwise all differs that the one touches.
  public let hasOld: Bool
  /// Whether the mask that covers is the first one of these.
  public let isNew: Bool
  /// What covers. It hides what is behind it.
  public let word: UInt32
  /// What is behind.
  public let base: UInt32

  /// Tells where masks differ.
  @inline(__always)
  public init(_ new: MaskRows, _ old: MaskRows?, shown: MaskRows, word: UInt32, base: UInt32) {
    (self.new, self.old, hasOld) = (new, old ?? new, old != nil)
    (self.shown, self.word, self.base) = (shown, word, base)
    isNew = shown.isSame(as: new)
  }
}
