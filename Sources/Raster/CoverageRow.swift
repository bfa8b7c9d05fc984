import Pixels

/// What one row of a shape covers: runs of columns that are covered whole or in part.
///
/// The one thing that passes from shapes to shading. It is filled anew for each row and keeps its room, so
/// it allocates nothing once it has grown.
struct CoverageRow {
  /// Columns beside each other.
  struct Run {
    let columns: Range<Int>
    /// Whether all pixels are covered whole; otherwise `bytes` has the coverage of each.
    let isWhole: Bool
  }

  /// From left to right, disjoint, not empty.
  private(set) var runs: [Run] = []
  /// Coverage by column, `0...255`; valid within runs that are not whole.
  private(set) var bytes: [UInt8] = []
  /// The columns that are wanted; the rest is cut off.
  private var wanted = 0..<0

  /// Begins a row.
  mutating func begin(columns: Range<Int>) {
    runs.removeAll(keepingCapacity: true)
    wanted = columns
    // Eight more than the row has, so that a group of eight may begin at its last column.
    if bytes.count < columns.upperBound + 8 {
      bytes = [UInt8](repeating: 0, count: columns.upperBound + 8)
    }
  }

  /// Adds columns that are covered whole.
  mutating func appendWhole(_ columns: Range<Int>) {
    let columns = columns.clamped(to: wanted)
    if !columns.isEmpty { runs.append(Run(columns: columns, isWhole: true)) }
  }

  /// Adds columns that are covered alike.
  mutating func append(_ columns: Range<Int>, coverage: UInt8) {
    if coverage == 255 { return appendWhole(columns) }
    let columns = columns.clamped(to: wanted)
    if columns.isEmpty || coverage == 0 { return }
    for x in columns { bytes[x] = coverage }
    runs.append(Run(columns: columns, isWhole: false))
  }

  /// Adds columns whose coverage is computed, eight at a time.
  ///
  /// - Parameter coverage: of the eight pixels from a column on, each in `0...255`. What a pixel gets must
  ///   not depend on which column its group begins at.
  mutating func append(_ columns: Range<Int>, coverage: (Int) -> SIMD8<UInt32>) {
    let columns = columns.clamped(to: wanted)
    if columns.isEmpty { return }
    var x = columns.lowerBound
    while x < columns.upperBound {
      let eight = coverage(x)
      for lane in 0..<8 { bytes[x + lane] = UInt8(truncatingIfNeeded: eight[lane]) }
      x += 8
    }
    runs.append(Run(columns: columns, isWhole: false))
  }

  /// Shows less of all that is covered.
  ///
  /// - Parameter alpha: `0...255`.
  mutating func multiply(by alpha: UInt8) {
    if alpha == 255 { return }
    for index in runs.indices {
      let run = runs[index]
      for x in run.columns {
        let product = UInt32(run.isWhole ? 255 : bytes[x]) * UInt32(alpha) + 128
        bytes[x] = UInt8(truncatingIfNeeded: (product + product >> 8) >> 8)
      }
      runs[index] = Run(columns: run.columns, isWhole: false)
    }
  }
}
