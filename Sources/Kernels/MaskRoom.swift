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
  /// How many words of bits a row has.
  public let wordCount: Int

  @usableFromInline let rows: LentRoom<MaskRow>
  @usableFromInline let bits: LentRoom<GroupBits>
  @usableFromInline let levels: LentRoom<SIMD8<UInt8>>
  @usableFromInline let firstPlace: Int
  @usableFromInline var row = 0

  /// - Parameters:
  ///   - rows: room for all of them.
  ///   - bits: room for each word of each row.
  ///   - levels: room for those of all groups, a zero behind each row, and three more.
  ///   - firstPlace: where its first group will be found.
  ///   - firstBit: the bit of group 0 in its word, a multiple of four.
  ///   - wordCount: how many words of bits a row has.
  public init(
    rows: LentRoom<MaskRow>, bits: LentRoom<GroupBits>, levels: LentRoom<SIMD8<UInt8>>,
    firstPlace: Int, firstBit: Int, wordCount: Int
  ) {
    precondition(firstBit >= 0 && firstBit & 3 == 0, "bits are written by fours")
    (self.rows, self.bits, self.levels) = (rows, bits, levels)
    (self.firstPlace, self.firstBit, self.wordCount) = (firstPlace, firstBit, wordCount)
  }

  /// Begins all rows.
  ///
  /// - Returns: where levels go, eight bytes for each group, and as many zeros behind each row. Traps unless there is room for
  ///   as many in all rows, and for three more.
  @unsafe @inlinable @inline(__always)
  public func beginRows(groupCount: Int) -> UnsafeMutableRawPointer {
    precondition(
      count == 0 && groupCount >= 0 && rows.count &* (groupCount &+ 1) &+ 3 <= levels.count
        && rows.count &* wordCount <= bits.count, "outside the room")
    return unsafe UnsafeMutableRawPointer(levels.start(count: 0, at: 0))
  }

  /// Begins a row that has levels: with groups in which nothing is covered, so that its bits are whole fours.
  ///
  /// - Parameters:
  ///   - place: where the row's levels go, and leave off.
  ///   - group: the first one that is covered.
  @unsafe @inlinable @inline(__always)
  public func beginRow(_ place: inout UnsafeMutableRawPointer, at group: Int) {
    unsafe place.storeBytes(of: SIMD4(repeating: 0), as: SIMD4<UInt64>.self)
    unsafe place += ((group &+ firstBit) & 3) &* 8
  }

  /// Goes on with the level of the pixel before for one or more groups. There is room for three more.
  ///
  /// - Parameter place: behind that level; then behind those of these groups.
  @unsafe @inlinable @inline(__always)
  public func goOn(_ place: inout UnsafeMutableRawPointer, _ count: Int) {
    let end = unsafe place + count &* 8
    let levels = SIMD32<UInt8>(repeating: unsafe place.load(fromByteOffset: -1, as: UInt8.self))
    repeat {
      unsafe place.storeBytes(of: levels, as: SIMD32<UInt8>.self)
      unsafe place += 32
    } while unsafe place < end
    unsafe place = end
  }

  /// Ends a row whose levels are written.
  ///
  /// - Parameters:
  ///   - place: behind its levels; then where those of the next row go.
  ///   - start: where its levels begin.
  ///   - first: the first group that is covered; negative if there is none.
  ///   - end: the group behind the last one.
  @unsafe @inlinable @inline(__always)
  public mutating func endRow(
    _ place: inout UnsafeMutableRawPointer, from start: UnsafeMutableRawPointer, first: Int,
    end: Int
  ) {
    precondition(UInt(bitPattern: row) < UInt(bitPattern: rows.count), "outside the room")
    unsafe place.storeBytes(of: SIMD4(repeating: 0), as: SIMD4<UInt64>.self)
    unsafe place += 8
    // Where its groups are among the bits of its words.
    let from = (max(0, first) &+ firstBit) & ~3
    let to = first < 0 ? from : end &+ firstBit
    let rowBits = unsafe bits.base + row &* wordCount
    var levels = UnsafeRawPointer(start)
    for word in 0..<wordCount {
      var own = GroupBits()
      var position = max(from, word &* 64)
      let wordEnd = min(to, word &* 64 &+ 64)
      while position < wordEnd {
        let four = unsafe levels.loadUnaligned(as: SIMD4<UInt64>.self)
        unsafe levels += 32
        let shift = UInt64(truncatingIfNeeded: position)
        own.touched |= UInt64(Lanes.bits(of: four, equalTo: 0) ^ 15) &<< shift
        own.whole |= UInt64(Lanes.bits(of: four, equalTo: .max)) &<< shift
        position &+= 4
      }
      unsafe rowBits[word] = own
    }
    rows.set(
      MaskRow(
        firstGroup: Int32(truncatingIfNeeded: from &- firstBit),
        groupCount: Int32(truncatingIfNeeded: to &- from),
        place: Int32(truncatingIfNeeded: firstPlace &+ count)), at: row)
    count &+= to &- from &+ 1
    if first >= 0 {
      if right == 0 { top = row }
      bottom = row &+ 1
      left = min(left, first)
      right = max(right, end)
    }
    row &+= 1
  }
}
