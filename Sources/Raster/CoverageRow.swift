/// Where one row of a shape is covered: runs of columns covered whole, or somehow.
///
/// How much a pixel is covered is computed only where that is needed; runs say where it is not.
struct CoverageRow: ~Copyable {
  /// Columns beside each other.
  struct Run: BitwiseCopyable {
    /// The leftmost column.
    var start: Int
    /// The first column to the right.
    var end: Int
    /// Whether every pixel is covered whole; otherwise they may be covered in part or not at all.
    var isWhole: Bool
  }

  /// From left to right, disjoint, not empty.
  private(set) var runs = RowBuffer<Run>(capacity: 64)
  /// The columns that a shape may fill.
  private(set) var room = 0..<0

  /// Begins a row of an item.
  @inline(__always)
  mutating func begin(columns: Range<Int>) {
    runs.removeAll()
    room = columns
  }

  /// Adds columns that are covered whole.
  mutating func appendWhole(_ start: Int, _ end: Int) { append(start, end, isWhole: true) }

  /// Adds columns that may be covered in part.
  mutating func appendPart(_ start: Int, _ end: Int) { append(start, end, isWhole: false) }

  /// Fills some of the columns only.
  mutating func withRoom(_ columns: Range<Int>, _ body: (inout CoverageRow) -> Void) {
    let all = room
    room = columns.clamped(to: all)
    body(&self)
    room = all
  }

  @inline(never)
  private mutating func append(_ start: Int, _ end: Int, isWhole: Bool) {
    let start = max(start, room.lowerBound)
    let end = min(end, room.upperBound)
    if start < end { runs.append(Run(start: start, end: end, isWhole: isWhole)) }
  }
}
