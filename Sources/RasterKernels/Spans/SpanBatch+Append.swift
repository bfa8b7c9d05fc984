// Appends spans to a batch.

extension SpanBatch {
  /// The most spans in one row of a range that is appended as a whole.
  @inlinable public static var maximumPerRow: Int { 4 }

  /// Appends a span, in the row of the last one or below. Traps if the batch is full.
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

  /// Appends spans for one range of columns in each of some rows, below all earlier spans, while
  /// the batch has room for `maximumPerRow` more. Traps if a wider row exceeds the capacity.
  ///
  /// - Parameters:
  ///   - ranges: a range's starts in eight rows, then its ends, and so on for the next eight rows;
  ///     empty if the end is not behind the start.
  ///   - asked: the rows to append.
  ///   - top: the row of the canvas of row 0.
  ///   - lastPlace: the last column at which a span may begin.
  /// - Returns: the first row that was not appended.
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
