/// A range of columns of one row, filled with one word.
public struct WordRun: BitwiseCopyable {
  /// The first column.
  public let start: Int32
  /// The column behind the last one.
  public let end: Int32
  /// The row.
  public let y: Int32
  /// The word in all of these columns.
  public let word: UInt32

  /// Creates a run of columns within `0..<2³¹`.
  @inlinable @inline(__always)
  public init(from start: Int, to end: Int, _ y: Int, _ word: UInt32) {
    self.start = Int32(truncatingIfNeeded: start)
    self.end = Int32(truncatingIfNeeded: end)
    self.y = Int32(truncatingIfNeeded: y)
    self.word = word
  }
}

extension UnsafeSlice where Element == WordRun {
  /// The number of runs to write, including mirrored ones.
  ///
  /// - Parameter mirror: the sum of a row and its mirrored row; negative if rows are not mirrored.
  @inlinable @inline(__always)
  public func turns(mirror: Int) -> Int { mirror < 0 ? count : 2 &* count }

  /// A run, and the row into which it is written. All runs come first, then their mirrored copies
  /// in reverse order. So rows are written in sequence on both sides of the axis, which takes a
  /// twelfth less time.
  @inlinable @inline(__always)
  public func turn(_ turn: Int, mirror: Int) -> (WordRun, Int) {
    if turn < count { return (self[turn], Int(self[turn].y)) }
    let run = self[2 &* count &- 1 &- turn]
    return (run, mirror &- Int(run.y))
  }
}

/// A range of columns of one row.
public struct ColumnRun: BitwiseCopyable {
  /// The first column.
  public let start: Int32
  /// The column behind the last one.
  public let end: Int32
  /// The row.
  public let y: Int32

  /// Creates a run of columns within `0..<2³¹`.
  @inlinable @inline(__always)
  public init(from start: Int, to end: Int, _ y: Int) {
    self.start = Int32(truncatingIfNeeded: start)
    self.end = Int32(truncatingIfNeeded: end)
    self.y = Int32(truncatingIfNeeded: y)
  }
}
