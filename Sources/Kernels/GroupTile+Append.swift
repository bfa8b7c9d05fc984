// How groups get into a tile. It is the fence around what writes eight places at once.

extension GroupTile {
  /// The most groups of a range that is added as a whole.
  @inlinable public static var mostPerRow: Int { 4 }

  /// Adds a group, in the row of the last one or below. Traps when there is no room.
  @inline(__always)
  public mutating func append(column: Int, row: Int) {
    precondition(count < Self.capacity, "a full tile")
    put(Int32(truncatingIfNeeded: column), Int32(truncatingIfNeeded: row), at: count)
    count &+= 1
  }

  @inline(__always)
  mutating func put(_ column: Int32, _ row: Int32, at index: Int) {
    (columns[index], rows[index]) = (column, row)
    (lefts[index], middles[index]) = (Float(column), Float(row) + 0.5)
  }

  /// Adds groups for one range of columns in each of some rows, below all others, as long as there is room for the most that one has.
  /// Traps where one with more has no room.
  ///
  /// - Parameters:
  ///   - ranges: eight rows of one edge, then of the other, and so on for the next eight; inside out for none.
  ///   - asked: which of the rows.
  ///   - top: where the first of them is.
  ///   - lastPlace: no group begins behind this column.
  /// - Returns: which of the rows is the first one not added.
  @inline(__always)
  public mutating func append(
    _ ranges: LentRow<Int32>, rows asked: Range<Int>, from top: Int, lastPlace: Int
  ) -> Int {
    let last = Int32(truncatingIfNeeded: lastPlace)
    let fullCount = Self.capacity &- Self.mostPerRow
    var count = count
    var row = max(0, asked.lowerBound)
    while row < asked.upperBound && count <= fullCount {
      let (start, end) = ranges.pair(row &+ (row & ~7))
      var x = start
      while x < end {
        precondition(count < Self.capacity, "a full tile")
        let place = min(x, last)
        put(place, Int32(truncatingIfNeeded: top &+ row), at: count)
        count &+= 1
        x = place &+ 8
      }
      row &+= 1
    }
    self.count = count
    return row
  }

  /// The same for eight rows at once, as long as there is room for all of their groups, without guessing how many each has: the first one
  /// of all rows, then the second ones. Traps where a row has more than the most.
  ///
  /// - Parameter asked: begins with any eight.
  @inline(__always)
  public mutating func appendByEight(
    _ ranges: LentRow<Int32>, rows asked: Range<Int>, from top: Int, lastPlace: Int
  ) -> Int {
    let last = SIMD8(repeating: Int32(truncatingIfNeeded: lastPlace))
    var row = asked.lowerBound
    precondition(row & 7 == 0, "not the first one of eight rows")
    var count = count
    while row < asked.upperBound {
      var (place, end) = ranges.eights(2 &* row)
      let widths = end &- place
      precondition(
        Lanes.bits(of: widths, above: Int32(8 &* Self.mostPerRow)) == 0, "a range too wide")
      // A byte for the first groups, one for the second, and so on.
      var lanes = Lanes.bits(of: widths, above: 0) | Lanes.bits(of: widths, above: 8) &<< 8
      lanes |= Lanes.bits(of: widths, above: 16) &<< 16
      lanes |= Lanes.bits(of: widths, above: 24) &<< 24
      let left = asked.upperBound &- row
      if left < 8 { lanes &= 0x101_0101 &* ((1 &<< UInt32(truncatingIfNeeded: left)) &- 1) }
      if lanes.nonzeroBitCount > Self.capacity &- count { break }
      let here = Int32(truncatingIfNeeded: top &+ row)
      while lanes != 0 {
        let order = Lanes.order(lanes & 0xff)
        put(Lanes.ordered(Lanes.lesser(place, last), order), order &+ here, at: count)
        count &+= (lanes & 0xff).nonzeroBitCount
        place &+= 8
        lanes &>>= 8
      }
      row &+= 8
    }
    self.count = count
    lastOfRanges = Int32(truncatingIfNeeded: top &+ min(row, asked.upperBound) &- 1)
    return min(row, asked.upperBound)
  }

  /// The middles of eight groups, some of which may be none, counted from a multiple of eight. Nothing changes.
  @inlinable @inline(__always)
  mutating func middlesOfEight(_ index: Int) -> (across: SIMD8<Float>, down: SIMD8<Float>) {
    precondition(index >= 0 && index <= Self.capacity, "outside the tile")
    // SAFETY: behind the last group there is room for eight more.
    let lefts = unsafe withUnsafeBytes(of: &self.lefts) {
      unsafe $0.loadUnaligned(fromByteOffset: 4 &* index, as: SIMD8<Float>.self)
    }
    let middles = unsafe withUnsafeBytes(of: &self.middles) {
      unsafe $0.loadUnaligned(fromByteOffset: 4 &* index, as: SIMD8<Float>.self)
    }
    return (lefts + 4, middles)
  }

  /// Writes eight places, of which some are groups'.
  @inline(__always)
  mutating func put(_ columns: SIMD8<Int32>, _ rows: SIMD8<Int32>, at index: Int) {
    precondition(index >= 0 && index <= Self.capacity, "a full tile")
    // SAFETY: behind the last group there is room for eight more.
    unsafe withUnsafeMutableBytes(of: &self.columns) {
      unsafe $0.storeBytes(of: columns, toByteOffset: 4 &* index, as: SIMD8<Int32>.self)
    }
    unsafe withUnsafeMutableBytes(of: &self.rows) {
      unsafe $0.storeBytes(of: rows, toByteOffset: 4 &* index, as: SIMD8<Int32>.self)
    }
    unsafe withUnsafeMutableBytes(of: &lefts) {
      unsafe $0.storeBytes(
        of: Lanes.numbers(columns), toByteOffset: 4 &* index, as: SIMD8<Float>.self)
    }
    unsafe withUnsafeMutableBytes(of: &middles) {
      unsafe $0.storeBytes(
        of: Lanes.numbers(rows) + 0.5, toByteOffset: 4 &* index, as: SIMD8<Float>.self)
    }
  }
}
