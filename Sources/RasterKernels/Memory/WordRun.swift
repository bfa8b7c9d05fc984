/// Columns of a row that all show one word.
public struct WordRun: BitwiseCopyable {
  /// The first column.
  public let start: Int32
  /// The column behind the last one.
  public let end: Int32
  /// The row.
  public let y: Int32
  /// What they show.
  public let word: UInt32

  /// Creates a run of columns within `0...2³¹ - 1`.
  @inlinable @inline(__always)
  public init(from start: Int, to end: Int, _ y: Int, _ word: UInt32) {
    self.start = Int32(truncatingIfNeeded: start)
    self.end = Int32(truncatingIfNeeded: end)
    self.y = Int32(truncatingIfNeeded: y)
    self.word = word
  }
}

extension UnsafeSlice where Element == WordRun {
  /// How many runs are written, with those that mirror them.
  ///
  /// - Parameter mirror: the sum of each two rows of which the same columns are written; negative
  ///   for none.
  @inlinable @inline(__always)
  public func turns(mirror: Int) -> Int { mirror < 0 ? count : 2 &* count }

  /// A run, and the row that it is written into: all runs first, then, from the last one back, what
  /// mirrors them. So rows that follow each other are written one after the other on both sides,
  /// which takes a twelfth less time.
  @inlinable @inline(__always)
  public func turn(_ turn: Int, mirror: Int) -> (WordRun, Int) {
    if turn < count { return (self[turn], Int(self[turn].y)) }
    let run = self[2 &* count &- 1 &- turn]
    return (run, mirror &- Int(run.y))
  }
}

/// Columns of a row.
public struct ColumnRun: BitwiseCopyable {
  /// The first column.
  public let start: Int32
  /// The column behind the last one.
  public let end: Int32
  /// The row.
  public let y: Int32

  /// Creates a run of columns within `0...2³¹ - 1`.
  @inlinable @inline(__always)
  public init(from start: Int, to end: Int, _ y: Int) {
    self.start = Int32(truncatingIfNeeded: start)
    self.end = Int32(truncatingIfNeeded: end)
    self.y = Int32(truncatingIfNeeded: y)
  }
}
