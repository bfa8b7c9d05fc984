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
