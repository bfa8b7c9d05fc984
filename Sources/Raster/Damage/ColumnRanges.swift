/// A range of columns, `start..<end`.
struct ColumnRange: BitwiseCopyable {
  var start: Int
  var end: Int
}

/// A set of columns of one row: disjoint ranges from left to right, which do not touch.
struct ColumnRanges: ~Copyable {
  private var ranges = ReusableBuffer<ColumnRange>(capacity: 16)
  private var room = ColumnRange(start: 0, end: 0)

  /// The number of ranges.
  @inline(__always)
  var count: Int { ranges.count }

  /// The range at an index, from left to right.
  @inline(__always)
  subscript(_ index: Int) -> ColumnRange { ranges[index] }

  /// The first column of the first range. Traps if the set is empty.
  @inline(__always)
  var start: Int { ranges[0].start }

  /// The end of the last range. Traps if the set is empty.
  @inline(__always)
  var end: Int { ranges[ranges.count &- 1].end }

  /// Removes all ranges.
  ///
  /// - Parameter room: the columns to which later ranges are clipped.
  @inline(__always)
  mutating func removeAll(keepingRoom room: ColumnRange) {
    ranges.removeAll()
    self.room = room
  }

  /// Adds the columns `start..<end`; an empty range adds nothing.
  @inline(__always)
  mutating func insert(_ start: Int, _ end: Int) {
    let new = ColumnRange(start: max(start, room.start), end: min(end, room.end))
    if new.start >= new.end { return }
    let count = ranges.count
    ranges.append(new)
    if count > 0 && new.start <= ranges[count &- 1].end { settle(new, count) }
  }

  /// Moves the range added last to its place, and merges it with the ranges that it touches.
  @_optimize(speed) @inline(never)
  private mutating func settle(_ new: ColumnRange, _ count: Int) {
    var place = count
    // Ranges entirely to the right move one place up.
    while place > 0 && ranges[place &- 1].start > new.end {
      ranges[place] = ranges[place &- 1]
      place &-= 1
    }
    var joined = new
    var first = place
    while first > 0 && ranges[first &- 1].end >= new.start {
      first &-= 1
      joined.start = min(joined.start, ranges[first].start)
      joined.end = max(joined.end, ranges[first].end)
    }
    ranges[first] = joined
    // Remove the merged ranges.
    if first == place { return }
    for _ in (first + 1)...place { ranges.remove(at: first + 1) }
  }
}
