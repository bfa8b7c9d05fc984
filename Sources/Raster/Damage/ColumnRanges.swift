/// Columns beside each other, from `start` up to `end`.
struct ColumnRange: BitwiseCopyable {
  var start: Int
  var end: Int
}

/// Columns of one row: ranges from left to right, none of which touch.
struct ColumnRanges: ~Copyable {
  private var ranges = RowBuffer<ColumnRange>(capacity: 16)
  private var room = 0..<0

  /// How many ranges there are.
  var count: Int { ranges.count }

  /// A range, counted from the left.
  subscript(_ index: Int) -> ColumnRange { ranges[index] }

  /// All columns from the first to the last one.
  var hull: Range<Int> { ranges[0].start..<ranges[ranges.count - 1].end }

  /// Forgets all.
  ///
  /// - Parameter room: the columns that there are; others are cut off.
  @inline(__always)
  mutating func removeAll(keepingRoom room: Range<Int>) {
    ranges.removeAll()
    self.room = room
  }

  /// Adds the columns from `start` up to `end`, if there are any.
  @inline(__always)
  mutating func insert(_ start: Int, _ end: Int) {
    let new = ColumnRange(start: max(start, room.lowerBound), end: min(end, room.upperBound))
    if new.start >= new.end { return }
    ranges.append(new)
    let last = ranges.count &- 1
    if last > 0 && new.start <= ranges[last &- 1].end { settle() }
  }

  /// Brings the range added last to its place, and joins it with those that it touches.
  private mutating func settle() {
    var place = ranges.count - 1
    while place > 0 && ranges[place].start <= ranges[place - 1].end {
      let (left, new) = (ranges[place - 1], ranges[place])
      if new.end < left.start {
        ranges[place - 1] = new
        ranges[place] = left
      } else {
        ranges[place - 1] = ColumnRange(
          start: min(left.start, new.start), end: max(left.end, new.end))
        ranges.remove(at: place)
      }
      place -= 1
    }
  }
}
