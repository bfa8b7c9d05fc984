/// Rows of cells into which edges are added: what the stages of filling a path hand on.
///
/// It owns its memory, and checks where it is written: its cells are written some thousand times in a frame.
@safe public struct AreaRows: ~Copyable {
  /// A pixel.
  @frozen @usableFromInline struct Cell: BitwiseCopyable {
    // How much its winding number, averaged, differs from that of the pixel before.
    @usableFromInline var area: Float = 0
    // Which section of an outline passed it first; 0 for none.
    @usableFromInline var section: Int32 = 0
  }

  /// How many rows there are.
  public private(set) var count = 0
  /// Cells from one row to the next, a multiple of eight.
  public private(set) var stride = 8
  /// How many words of marks a row has.
  public private(set) var wordCount = 0
  /// The bit of a row's first eight cells in its marks.
  public private(set) var firstBit = 0
  /// The first row in which areas may overlap; beyond `overlapEnd` for none.
  public private(set) var overlapStart = Int.max
  /// The row behind the last one of these.
  public private(set) var overlapEnd = 0

  // SAFETY: owned, valid until deinit, and initialized, as many as the numbers behind them tell.
  @usableFromInline var cells: UnsafeMutablePointer<Cell>
  @usableFromInline var cellCount = 0
  // For each row which groups of eight cells are not zero.
  @usableFromInline var marks: UnsafeMutablePointer<UInt64>
  @usableFromInline var markCount = 0
  // For each row whether areas may overlap in it.
  @usableFromInline var overlaps: UnsafeMutablePointer<Bool>
  private var overlapCount = 0

  /// Creates no rows.
  public init() {
    unsafe cells = .allocate(capacity: 0)
    unsafe marks = .allocate(capacity: 0)
    unsafe overlaps = .allocate(capacity: 0)
  }

  deinit {
    unsafe cells.deallocate()
    unsafe marks.deallocate()
    unsafe overlaps.deallocate()
  }

  /// Makes room for rows. What was added into others has been taken out again.
  ///
  /// - Parameters:
  ///   - stride: cells of a row, a multiple of eight. Two more than edges reach.
  ///   - firstBit: which bit of its marks stands for a row's first eight cells, `0..<64`.
  public mutating func begin(count: Int, stride: Int, firstBit: Int) {
    precondition(count >= 0 && stride >= 8 && stride & 7 == 0, "rows are groups of eight cells")
    (self.count, self.stride, self.firstBit) = (count, stride, firstBit)
    wordCount = (firstBit * 8 + stride + 511) >> 9
    unsafe Self.grow(&cells, &cellCount, to: count * stride, Cell())
    unsafe Self.grow(&marks, &markCount, to: count * wordCount, 0)
    unsafe Self.grow(&overlaps, &overlapCount, to: count, false)
  }

  @unsafe
  private static func grow<Element: BitwiseCopyable>(
    _ place: inout UnsafeMutablePointer<Element>, _ count: inout Int, to needed: Int,
    _ element: Element
  ) {
    if needed <= count { return }
    unsafe place.deallocate()
    unsafe place = .allocate(capacity: needed)
    unsafe place.initialize(repeating: element, count: needed)
    count = needed
  }

  // MARK: - Adding

  /// Traps unless a cell is there, and the two behind it.
  @inlinable @inline(__always)
  public func check(_ place: Int) {
    precondition(
      place >= 0 && place < cellCount &- 2, "a cell outside the rows")
  }

  /// Adds to a cell that was checked, or one of the two behind such a one.
  @unsafe @inlinable @inline(__always)
  public mutating func add(_ area: Float, at place: Int) { unsafe cells[place].area += area }

  /// Adds to such a cell as an edge.
  ///
  /// - Returns: whether it meets a section there that is not the one before or after.
  @unsafe @inlinable @inline(__always)
  public mutating func add(_ area: Float, of edge: Edge, at place: Int) -> Bool {
    unsafe cells[place].area += area
    let known = unsafe cells[place].section
    if known == 0 {
      unsafe cells[place].section = edge.section
      return false
    }
    return known != edge.section && edge.isApart(from: known)
  }

  /// Notes in a word of marks which groups are not zero.
  @inlinable @inline(__always)
  public mutating func mark(_ word: Int, _ bits: UInt64) {
    precondition(UInt(bitPattern: word) < UInt(bitPattern: markCount), "a mark outside the rows")
    unsafe marks[word] |= bits
  }

  /// Notes that a group is not zero.
  @inlinable @inline(__always)
  public mutating func mark(_ row: Int, group: Int) {
    let bit = firstBit &+ group
    mark(row &* wordCount &+ bit >> 6, 1 &<< UInt64(truncatingIfNeeded: bit))
  }

  /// Notes that areas may overlap in a row.
  @inline(never)
  public mutating func noteOverlap(_ row: Int) {
    precondition(row >= 0 && row < count, "not a row")
    unsafe overlaps[row] = true
    overlapStart = min(overlapStart, row)
    overlapEnd = max(overlapEnd, row + 1)
  }

  // MARK: - Overlaps

  /// Whether areas may overlap in a row.
  public func mayOverlap(_ row: Int) -> Bool {
    precondition(row >= 0 && row < count, "not a row")
    return unsafe overlaps[row]
  }

  /// Forgets where areas may overlap.
  public mutating func forgetOverlaps() {
    if overlapStart < overlapEnd {
      for row in overlapStart..<overlapEnd { unsafe overlaps[row] = false }
    }
    (overlapStart, overlapEnd) = (Int.max, 0)
  }

  /// Takes all out of the cells of a row, and leaves its marks.
  public mutating func clear(_ row: Int) {
    precondition(row >= 0 && row < count, "not a row")
    unsafe (cells + row * stride).update(repeating: Cell(), count: stride)
  }

  // MARK: - Taking

  /// The first group of a row into which something was added, and the last one; the first is the greater one if there
  /// are none.
  public func markedGroups(_ row: Int) -> (first: Int, last: Int) {
    precondition(row >= 0 && row < count, "not a row")
    var (first, last) = (Int.max, -1)
    for word in 0..<wordCount {
      let bits = unsafe marks[row &* wordCount &+ word]
      if bits == 0 { continue }
      first = min(first, word &* 64 &+ bits.trailingZeroBitCount &- firstBit)
      last = word &* 64 &+ 63 &- bits.leadingZeroBitCount &- firstBit
    }
    return last < 0 ? (0, -1) : (first, last)
  }

  /// Takes a word of a row's marks out.
  @inlinable @inline(__always)
  public mutating func takeMarks(_ row: Int, _ word: Int) -> UInt64 {
    let place = row &* wordCount &+ word
    precondition(UInt(bitPattern: place) < UInt(bitPattern: markCount), "a mark outside the rows")
    let bits = unsafe marks[place]
    unsafe marks[place] = 0
    return bits
  }

  /// Where the cells of a row are, as long as nobody begins anew.
  @unsafe @inlinable @inline(__always)
  public func start(of row: Int) -> UnsafeMutableRawPointer {
    precondition(row >= 0 && (row &+ 1) &* stride <= cellCount, "not a row")
    return unsafe UnsafeMutableRawPointer(cells + row &* stride)
  }
}
