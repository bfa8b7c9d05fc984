/// Room for a mask that is being made, row by row from left to right.
///
/// Nothing in it has to be zero: whatever is read later is written.
@safe public struct MaskRoom: BitwiseCopyable {
  /// How many groups of levels all rows take that have been written.
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
  /// How many words of bits a row has.
  public let wordCount: Int
  /// How many groups a row has at most.
  public let groupCount: Int

  @usableFromInline let rows: LentRoom<MaskRow>
  @usableFromInline let bits: LentRoom<GroupBits>
  @usableFromInline let levels: LentRoom<SIMD8<UInt8>>
  @usableFromInline let firstPlace: Int
  @usableFromInline var row = 0

  /// How many groups of levels a row takes: whole fours, of which the last one is zero.
  ///
  /// - Parameter groupCount: how many it has.
  @inlinable public static func length(groupCount: Int) -> Int { (groupCount &+ 4) & ~3 }

  /// - Parameters:
  ///   - rows: room for all of them.
  ///   - bits: room for each word of each row.
  ///   - levels: room for the lengths of all rows, and four more; behind one that is zero.
  ///   - groupCount: how many groups a row has at most.
  ///   - firstPlace: where its first group will be found.
  ///   - firstBit: the bit of group 0 in its word, a multiple of four.
  ///   - wordCount: how many words of bits a row has.
  public init(
    rows: LentRoom<MaskRow>, bits: LentRoom<GroupBits>, levels: LentRoom<SIMD8<UInt8>>,
    groupCount: Int, firstPlace: Int, firstBit: Int, wordCount: Int
  ) {
    self.groupCount = groupCount
    precondition(firstBit >= 0 && firstBit & 3 == 0, "bits are written by fours")
    precondition(
      groupCount >= 0
        && rows.count * Self.length(groupCount: groupCount) + 4 <= levels.count
        && rows.count * wordCount <= bits.count
        && firstBit + groupCount <= wordCount * 64, "outside the room")
    (self.rows, self.bits, self.levels) = (rows, bits, levels)
    (self.firstPlace, self.firstBit, self.wordCount) = (firstPlace, firstBit, wordCount)
  }

  /// Traps unless it is room for as many rows of as many groups, of which none is written.
  @inlinable @inline(__always)
  public func check(rowCount: Int, groupCount: Int) {
    precondition(
      row == 0 && count == 0 && rowCount == rows.count && groupCount == self.groupCount,
      "outside the room")
  }

  /// Begins the next row.
  @unsafe @inlinable @inline(__always)
  public func nextRow() -> RowLevels {
    unsafe RowLevels(start: UnsafeMutableRawPointer(levels.base + count))
  }

  /// Ends a row.
  ///
  /// - Parameters:
  ///   - levels: are written.
  ///   - groups: those that have levels; 0 up to 0 for none.
  @unsafe @inlinable @inline(__always)
  public mutating func end(_ levels: RowLevels, _ groups: (first: Int, end: Int)) {
    unsafe levels.end(groups.end)
    let first = RowLevels.firstOfFour(groups.first)
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

  /// Notes what groups are whose levels are written.
  ///
  /// By itself: four that are read as one have to be in the cache, which takes a while.
  @unsafe @inlinable @inline(__always)
  public func noteGroups() {
    for row in 0..<rows.count {
      let known = unsafe rows.base[row]
      let first = Int(known.firstGroup)
      let end = first &+ Int(known.groupCount)
      var place = unsafe UnsafeRawPointer(levels.base + (Int(known.place) &- firstPlace))
      let rowBits = unsafe bits.base + row &* wordCount
      for word in 0..<wordCount {
        var own = GroupBits()
        var position = max(first &+ firstBit, word &* 64)
        let wordEnd = min(end &+ firstBit, word &* 64 &+ 64)
        while position < wordEnd {
          let four = unsafe place.loadUnaligned(as: SIMD4<UInt64>.self)
          unsafe place += 32
          let shift = UInt64(truncatingIfNeeded: position)
          own.touched |= UInt64(Lanes.bits(of: four, equalTo: 0) ^ 15) &<< shift
          own.whole |= UInt64(Lanes.bits(of: four, equalTo: .max)) &<< shift
          position &+= 4
        }
        unsafe rowBits[word] = own
      }
    }
  }
}

/// Where the levels of a row go.
@safe @frozen public struct RowLevels {
  // Where those of group 0 would go.
  @usableFromInline var place: UnsafeMutableRawPointer

  /// - Parameter start: behind a group that is zero.
  @unsafe @inlinable @inline(__always)
  init(start: UnsafeMutableRawPointer) { unsafe place = start }

  /// The first one of four groups whose bits are written together.
  @inlinable @inline(__always)
  static func firstOfFour(_ group: Int) -> Int { group & ~3 }

  /// Begins with nothing covered in the groups before the first one that has levels: up to three, and one before the row.
  @unsafe @inlinable @inline(__always)
  public mutating func begin(at group: Int) {
    unsafe place.storeBytes(
      of: SIMD4(repeating: 0), toByteOffset: -8, as: SIMD4<UInt64>.self)
    unsafe place -= Self.firstOfFour(group) &* 8
  }

  /// Sets the levels of a group, and goes on with its last one in the four behind it.
  ///
  /// - Parameter levels: four times.
  @unsafe @inlinable @inline(__always)
  public func set(_ levels: SIMD32<UInt8>, at group: Int) {
    unsafe place.storeBytes(of: Lanes.number(levels), toByteOffset: group &* 8, as: UInt64.self)
    unsafe place.storeBytes(
      of: Lanes.lastByte(levels), toByteOffset: group &* 8 &+ 8, as: SIMD32<UInt8>.self)
  }

  /// Goes on with the level of the pixel before, for one or more groups. There is room for three more.
  @unsafe @inlinable @inline(__always)
  public func goOn(from group: Int, to end: Int) {
    let level = unsafe place.load(fromByteOffset: group &* 8 &- 1, as: UInt8.self)
    var group = group
    repeat {
      unsafe place.storeBytes(
        of: SIMD32(repeating: level), toByteOffset: group &* 8, as: SIMD32<UInt8>.self)
      group &+= 4
    } while group < end
  }

  /// Ends with nothing covered behind the last group. There is room for four.
  @unsafe @inlinable @inline(__always)
  func end(_ group: Int) {
    unsafe place.storeBytes(
      of: SIMD4(repeating: 0), toByteOffset: group &* 8, as: SIMD4<UInt64>.self)
  }
}
