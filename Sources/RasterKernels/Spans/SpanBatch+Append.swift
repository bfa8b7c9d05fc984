// How spans get into a batch.

extension SpanBatch {
  /// The most spans of a range that is added as a whole.
  @inlinable public static var maximumPerRow: Int { 4 }

  /// Adds a span, in the row of the last one or below. Traps when there is no room.
  @inline(__always)
  public mutating func append(column: Int, row: Int) {
    precondition(count < Self.capacity, "a full batch")
    put(Int32(truncatingIfNeeded: column), Int32(truncatingIfNeeded: row), at: count)
    count &+= 1
  }

  @inline(__always)
  mutating func put(_ column: Int32, _ row: Int32, at index: Int) {
    (columns[index], rows[index]) = (column, row)
  }

  /// Adds spans for one range of columns in each of some rows, below all others, as long as there
  /// is room for the most that one has. Traps where one with more has no room.
  ///
  /// - Parameters:
  ///   - ranges: eight rows of one edge, then of the other, and so on for the next eight; inside
  ///     out for none.
  ///   - asked: which of the rows.
  ///   - top: where the first of them is.
  ///   - lastPlace: no span begins behind this column.
  /// - Returns: which of the rows is the first one not added.
  @_optimize(speed)
  public mutating func append(
    _ ranges: UnsafeSlice<Int32>, rows asked: Range<Int>, from top: Int, lastPlace: Int
  ) -> Int {
    let last = Int32(truncatingIfNeeded: lastPlace)
    let fullCount = Self.capacity &- Self.maximumPerRow
    var count = count
    var row = max(0, asked.lowerBound)
    while row < asked.upperBound && count <= fullCount {
      let (start, end) = ranges.pair(row &+ (row & ~7))
      var x = start
      while x < end {
        precondition(count < Self.capacity, "a full batch")
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

}
