/// Room for a mask that is being made, row by row from left to right.
///
/// Nothing in it has to be zero: whatever is read later is written.
@safe public struct MaskRoom: BitwiseCopyable {
  /// How many groups' levels have been written, and what lies between rows.
  public var count = 0
  /// The first group of all rows.
  public var left = Int.max
  /// The group behind the last one.
  public var right = 0
  /// The first row that has a group.
  public var top = 0
  /// The row behind the last one that has.
  public var bottom = 0
  /// The bit of group 0 in its word.
  public let firstBit: Int
  /// How many words of bits a row has, of each kind.
  public let wordCount: Int

  @usableFromInline let rows: LentRoom<MaskRow>
  @usableFromInline let bits: LentRoom<UInt64>
  @usableFromInline let levels: LentRoom<SIMD8<UInt8>>
  @usableFromInline let firstPlace: Int
  @usableFromInline var row = 0

  /// - Parameters:
  ///   - rows: room for all of them.
  ///   - bits: for each word of each row room for two: which groups are touched, then which are whole.
  ///   - levels: room for those of all groups, and a zero behind each row.
  ///   - firstPlace: where its first group will be found.
  ///   - firstBit: the bit of group 0 in its word.
  ///   - wordCount: how many words of bits a row has, of each kind.
  public init(
    rows: LentRoom<MaskRow>, bits: LentRoom<UInt64>, levels: LentRoom<SIMD8<UInt8>>,
    firstPlace: Int, firstBit: Int, wordCount: Int
  ) {
    (self.rows, self.bits, self.levels) = (rows, bits, levels)
    (self.firstPlace, self.firstBit, self.wordCount) = (firstPlace, firstBit, wordCount)
  }

  /// Begins all rows.
  ///
  /// - Returns: where levels go, eight bytes for each group, and as many zeros behind each row. Traps unless there is room for
  ///   as many in all rows.
  @unsafe @inlinable @inline(__always)
  public func beginRows(groupCount: Int) -> UnsafeMutableRawPointer {
    precondition(
      count == 0 && groupCount >= 0 && rows.count &* (groupCount &+ 1) <= levels.count
        && rows.count &* wordCount &* 2 <= bits.count, "outside the room")
    return unsafe UnsafeMutableRawPointer(levels.start(count: 0, at: 0))
  }

  /// Adds a row in which nothing is covered. Its zero is written.
  @inline(never)
  public mutating func addEmptyRow() {
    for word in 0..<wordCount { set(0, 0, at: word) }
    endRow(first: 0, count: 0)
  }

  /// Sets the bits of a word.
  @inlinable @inline(__always)
  public func set(_ touched: UInt64, _ whole: UInt64, at word: Int) {
    let place = 2 &* (row &* wordCount &+ word)
    bits.set(touched, at: place)
    bits.set(whole, at: place &+ 1)
  }

  /// Ends a row whose levels are written, and their zero.
  ///
  /// - Parameters:
  ///   - first: its first group.
  ///   - groupCount: how many groups it has.
  @inlinable @inline(__always)
  public mutating func endRow(first: Int, count groupCount: Int) {
    rows.set(
      MaskRow(
        firstGroup: Int32(truncatingIfNeeded: first),
        groupCount: Int32(truncatingIfNeeded: groupCount),
        place: Int32(truncatingIfNeeded: firstPlace &+ count)), at: row)
    count &+= groupCount &+ 1
    if groupCount > 0 {
      if right == 0 { top = row }
      bottom = row &+ 1
      left = min(left, first)
      right = max(right, first &+ groupCount)
    }
    row &+= 1
  }
}
