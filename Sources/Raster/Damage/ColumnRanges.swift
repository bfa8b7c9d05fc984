/// Columns beside each other, from `start` up to `end`.
struct ColumnRange: BitwiseCopyable {
  var start: Int
  var end: Int
}

/// Columns of one row: ranges from left to right, none of which touch.
struct ColumnRanges: ~Copyable {
  private var ranges = ReusableBuffer<ColumnRange>(capacity: 16)
  private var room = ColumnRange(start: 0, end: 0)

  /// How many ranges there are.
  @inline(__always)
  var count: Int { ranges.count }

  /// A range, counted from the left.
  @inline(__always)
  subscript(_ index: Int) -> ColumnRange { ranges[index] }

  /// The first one of all columns.
  @inline(__always)
  var start: Int { ranges[0].start }

  /// The first column to the right of all.
  @inline(__always)
  var end: Int { ranges[ranges.count &- 1].end }

  /// Forgets all.
  ///
  /// - Parameter room: the columns that there are; others are cut off.
  @inline(__always)
  mutating func removeAll(keepingRoom room: ColumnRange) {
    ranges.removeAll()
    self.room = room
  }

  /// Adds the columns from `start` up to `end`, if there are any.
  @inline(__always)
  mutating func insert(_ start: Int, _ end: Int) {
    let new = ColumnRange(start: max(start, room.start), end: min(end, room.end))
    if new.start >= new.end { return }
    let count = ranges.count
    ranges.append(new)
    if count > 0 && new.start <= ranges[count &- 1].end { settle(new, count) }
  }

  /// Brings the range added last to its place, and joins it with those that it touches.
  @_optimize(speed) @inline(never)
  private mutating func settle(_ new: ColumnRange, _ count: Int) {
    var place = count
    // Those that lie wholly to the right of it make room.
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
    // Of those that were joined only one is left.
    if first == place { return }
    for _ in (first + 1)...place { ranges.remove(at: first + 1) }
  }
}
