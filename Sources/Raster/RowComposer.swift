/// What one row of a frame shows: runs of columns that show one thing, found without touching a pixel.
///
/// Items come from back to front. One that covers columns whole, and is opaque, takes them over; where it may
/// cover them in part, they show a mixture, which is computed when it is written.
struct RowComposer: ~Copyable {
  /// Columns from where the run before ended, which show one thing.
  struct Run: BitwiseCopyable {
    var end: Int
    /// The item that alone shows, or one of the two below.
    var content: Int
    /// The word that shows, if one does.
    var word: UInt32

    /// One word shows.
    static var oneWord: Int { -1 }
    /// Several items show.
    static var mixture: Int { -2 }
  }

  private var start = 0
  private var end = 0
  private(set) var runs = RowBuffer<Run>(capacity: 64)
  private var merged = RowBuffer<Run>(capacity: 64)

  /// Begins columns of a row that show one word.
  @inline(__always)
  mutating func begin(columns: Range<Int>, word: UInt32) {
    start = columns.lowerBound
    end = columns.upperBound
    runs.removeAll()
    runs.append(Run(end: end, content: Run.oneWord, word: word))
  }

  /// Lays an item over what is there.
  ///
  /// - Parameter content: what shows where the item covers pixels whole: itself, a word, or a mixture.
  mutating func lay(_ coverage: borrowing CoverageRow, content: Int, word: UInt32) {
    merged.removeAll()
    var x = start
    var old = 0
    for index in 0..<coverage.runs.count {
      let run = coverage.runs[index]
      keep(from: x, to: run.start, &old)
      append(
        run.isWhole
          ? Run(end: run.end, content: content, word: word)
          : Run(end: run.end, content: Run.mixture, word: 0))
      x = run.end
    }
    keep(from: x, to: end, &old)
    swap(&runs, &merged)
  }

  /// Keeps what is there from one column to another.
  @inline(__always)
  private mutating func keep(from start: Int, to end: Int, _ old: inout Int) {
    var x = start
    while x < end {
      while runs[old].end <= x { old &+= 1 }
      x = min(end, runs[old].end)
      append(Run(end: x, content: runs[old].content, word: runs[old].word))
    }
  }

  @inline(__always)
  private mutating func append(_ run: Run) {
    let last = merged.count &- 1
    if last >= 0, merged[last].content == run.content, merged[last].word == run.word {
      merged[last].end = run.end
    } else {
      merged.append(run)
    }
  }
}
