/// Writes a coverage mask, row by row from left to right.
///
///     one row, groups of eight levels:   0 | first … end | 0 0 0 0
///                                        └ of the row before
///
/// The memory need not be initialized: each level that is read later is written.
public struct MaskWriter: BitwiseCopyable {
  /// Groups of all rows written so far, including the zeros behind each row.
  public var count = 0
  /// The first group with levels in any row; `Int.max` before the first row.
  public var left = Int.max
  /// The greatest end of the groups in any row.
  public var right = 0
  /// The first row with a group.
  public var top = 0
  /// The end of the rows with a group.
  public var bottom = 0

  @usableFromInline let rows: OutputSlice<MaskRow>
  @usableFromInline let bits: OutputSlice<GroupFlags>
  @usableFromInline let levels: OutputSlice<SIMD8<UInt8>>
  @usableFromInline let firstPlace: Int
  @usableFromInline let firstBit: Int
  @usableFromInline let wordCount: Int
  @usableFromInline let groupCount: Int
  @usableFromInline var row = 0
  // The index among the levels that group 0 of the row would have.
  @usableFromInline var place = 1

  /// The groups of levels that a row occupies: a multiple of four, with at least one zero group.
  @inlinable public static func length(groupCount: Int) -> Int { (groupCount &+ 4) & ~3 }

  /// Creates a writer. Traps if the room is too small.
  ///
  /// - Parameters:
  ///   - rows: room for all rows.
  ///   - bits: room for `wordCount` words of each row.
  ///   - levels: room for one group, the lengths of all rows, and four groups.
  ///   - groupCount: the most groups in a row.
  ///   - firstPlace: the offset of the first row's levels in the finished mask, in groups.
  ///   - firstBit: the bit of group 0 in its word, a multiple of four.
  ///   - wordCount: words of group flags in a row.
  public init(
    rows: OutputSlice<MaskRow>, bits: OutputSlice<GroupFlags>, levels: OutputSlice<SIMD8<UInt8>>,
    groupCount: Int, firstPlace: Int, firstBit: Int, wordCount: Int
  ) {
    self.groupCount = groupCount
    precondition(firstBit >= 0 && firstBit & 3 == 0, "bits are written by fours")
    precondition(
      groupCount >= 0
        && rows.count * Self.length(groupCount: groupCount) + 5 <= levels.count
        && rows.count * wordCount <= bits.count
        && firstBit + groupCount <= wordCount * 64, "outside the room")
    (self.rows, self.bits, self.levels) = (rows, bits, levels)
    (self.firstPlace, self.firstBit, self.wordCount) = (firstPlace, firstBit, wordCount)
  }

  /// Traps unless the writer has exactly this size and no row is written yet.
  @inlinable @inline(__always)
  public func check(rowCount: Int, groupCount: Int) {
    precondition(
      row == 0 && rowCount == rows.count && groupCount == self.groupCount, "outside the room")
  }

  /// The first of the four groups whose flags are computed together.
  @inlinable @inline(__always)
  static func firstOfFour(_ group: Int) -> Int { group & ~3 }

  /// Begins the next row; pixels before the group are not covered.
  @inlinable @inline(__always)
  public mutating func beginRow(at group: Int) {
    place = count &+ 1
    levels.setFour(SIMD32(repeating: 0), at: place &- 1)
    place &-= Self.firstOfFour(group)
  }

  /// Sets the levels of a group, and repeats its last level in the next four groups.
  ///
  /// - Parameter fourfold: the eight levels, repeated four times.
  @inlinable @inline(__always)
  public func set(_ fourfold: SIMD32<UInt8>, at group: Int) {
    levels.set(fourfold, repeatingLastAt: place &+ group)
  }

  /// Repeats the level of the pixel before in `group..<end`, which is not empty.
  @inlinable @inline(__always)
  public func fillGap(from group: Int, to end: Int) {
    let level = levels[place &+ group &- 1][7]
    var group = group
    repeat {
      levels.setFour(SIMD32(repeating: level), at: place &+ group)
      group &+= 4
    } while group < end
  }

  /// Ends a row.
  ///
  /// - Parameter groups: the range of groups with levels; 0 and 0 for none.
  @inlinable @inline(__always)
  public mutating func endRow(_ groups: (first: Int, end: Int)) {
    levels.setFour(SIMD32(repeating: 0), at: place &+ groups.end)
    let first = Self.firstOfFour(groups.first)
    rows.set(
      MaskRow(
        firstGroup: Int32(truncatingIfNeeded: first),
        groupCount: Int32(truncatingIfNeeded: groups.end &- first),
        place: Int32(truncatingIfNeeded: firstPlace &+ count)), at: row)
    count &+= Self.length(groupCount: groups.end &- first)
    if groups.end > 0 {
      if right == 0 { top = row }
      bottom = row &+ 1
      left = min(left, groups.first)
      right = max(right, groups.end)
    }
    row &+= 1
  }

  /// Computes the flags of all groups, after all rows are written. They are read by fours, which in
  /// the loop that writes them would wait for the stores.
  @inlinable @inline(__always)
  public func computeGroupFlags() {
    for row in 0..<rows.count {
      let known = rows[row]
      let first = Int(known.firstGroup)
      let end = first &+ Int(known.groupCount)
      var place = Int(known.place) &- firstPlace &+ 1
      for word in 0..<wordCount {
        var own = GroupFlags()
        var position = max(first &+ firstBit, word &* 64)
        let wordEnd = min(end &+ firstBit, word &* 64 &+ 64)
        while position < wordEnd {
          let four = levels.four(at: place)
          place &+= 4
          let shift = UInt64(truncatingIfNeeded: position)
          own.touched |= UInt64(Lanes.laneBits(of: four, equalTo: 0) ^ 15) &<< shift
          own.whole |= UInt64(Lanes.laneBits(of: four, equalTo: .max)) &<< shift
          position &+= 4
        }
        bits.set(own, at: row &* wordCount &+ word)
      }
    }
  }
}
