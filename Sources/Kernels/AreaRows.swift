/// Rows of cells into which edges are added: what the stages of filling a path hand on.
///
/// It owns its memory, and checks where it is written: its cells are written some thousand times in a frame.
@safe public struct AreaRows: ~Copyable {
  /// How many rows there are.
  public private(set) var count = 0
  /// Cells from one row to the next, a multiple of 64.
  public private(set) var stride = 64
  /// The first row in which areas may overlap; beyond `overlapEnd` for none.
  public private(set) var overlapStart = Int.max
  /// The row behind the last one of these.
  public private(set) var overlapEnd = 0

  /// The section of a cell that no outline passed.
  @inlinable public static var none: Int32 { .max }

  // SAFETY: owned, valid until deinit, and initialized, as many as the numbers behind them tell.
  // How much the winding number of each pixel, averaged, differs from that of the pixel before.
  @usableFromInline var areas: UnsafeMutablePointer<Float>
  // The first section of an outline that passed each pixel.
  @usableFromInline var sections: UnsafeMutablePointer<Int32>
  // The first and the last cell of each row that something may have been added to.
  @usableFromInline var extents: UnsafeMutablePointer<CellExtent>
  @usableFromInline var cellCount = 0
  // For each row whether areas may overlap in it.
  private var overlaps: UnsafeMutablePointer<Bool>
  @usableFromInline var rowCount = 0
  // What is to be added next.
  @usableFromInline var lanes: UnsafeMutablePointer<PieceLanes>

  /// Creates no rows.
  public init() {
    unsafe areas = .allocate(capacity: 0)
    unsafe sections = .allocate(capacity: 0)
    unsafe extents = .allocate(capacity: 0)
    unsafe overlaps = .allocate(capacity: 0)
    unsafe lanes = .allocate(capacity: 1)
    unsafe lanes.initialize(to: PieceLanes())
  }

  deinit {
    unsafe areas.deallocate()
    unsafe sections.deallocate()
    unsafe extents.deallocate()
    unsafe overlaps.deallocate()
    unsafe lanes.deallocate()
  }

  /// The cells that a row needs for edges that reach so far.
  public static func stride(width: Int) -> Int { (width + 8 + 63) & ~63 }

  /// Makes room for rows. What was added into others has been taken out again.
  ///
  /// - Parameter stride: cells of a row, as `stride(width:)` tells.
  public mutating func begin(count: Int, stride: Int) {
    precondition(count >= 0 && stride >= 64 && stride & 63 == 0, "rows are words of groups")
    (self.count, self.stride) = (count, stride)
    let needed = count * stride
    if cellCount < needed {
      unsafe Self.replace(&areas, needed, 0)
      unsafe Self.replace(&sections, needed, Self.none)
      cellCount = needed
    }
    if rowCount < count {
      unsafe Self.replace(&overlaps, count, false)
      unsafe Self.replace(&extents, count, CellExtent())
      rowCount = count
    }
  }

  @unsafe
  private static func replace<Element: BitwiseCopyable>(
    _ place: inout UnsafeMutablePointer<Element>, _ count: Int, _ element: Element
  ) {
    unsafe place.deallocate()
    unsafe place = .allocate(capacity: count)
    unsafe place.initialize(repeating: element, count: count)
  }

  // MARK: - Adding

  /// Adds to one cell, and notes that a section of an outline passed it, unless that is nil.
  @inline(never)
  public mutating func add(_ area: Float, section: Int32?, wrap: Int32, at place: Int, row: Int) {
    precondition(
      UInt(bitPattern: place) < UInt(bitPattern: cellCount)
        && UInt(bitPattern: row) < UInt(bitPattern: rowCount), "a cell outside the rows")
    unsafe areas[place] += area
    unsafe extents[row].insert(Int32(truncatingIfNeeded: place &- row &* stride), reach: 0)
    guard let section else { return }
    let known = unsafe sections[place]
    unsafe sections[place] = min(known, section)
    let distance = section &- known
    if distance > 1 && distance != wrap { noteOverlap(row) }
  }

  /// Computes what edges add in the next row of each.
  ///
  /// What is right of a piece is covered. A point at p, of its first cell's left side, adds to the cells before and behind by
  /// a hat of p, which is a second difference of ramps; and the mean of the ramp max(p − n, 0) along a straight piece
  /// from l to r is (r − n)²/2(r − l) for l ≤ n ≤ r.
  ///
  /// - Returns: a bit for each lane that passes more than three cells; then it has not what that adds.
  @inlinable @inline(__always)
  public mutating func prepare(_ passed: EdgeLanes) -> UInt32 {
    let (lefts, rights, heights) = passed.pieces()
    let cells = Lanes.cells(lefts)
    let starts = Lanes.numbers(cells)
    let from: SIMD8<Float> = lefts - starts
    let to: SIMD8<Float> = rights - starts
    let beyond: SIMD8<Float> = to - 1
    let over = Lanes.positive(beyond)
    let overNext = Lanes.positive(beyond - 1)
    let width = Lanes.greater(to - from, SIMD8(repeating: 1e-6))
    let down: SIMD8<Float> = heights * passed.winding
    let halves: SIMD8<Float> = down * 0.5
    let scale: SIMD8<Float> = halves / width
    let ramp: SIMD8<Float> = halves * (from + to)
    let ramp1: SIMD8<Float> = scale * over * over
    let ramp2: SIMD8<Float> = scale * overNext * overNext
    let first: SIMD8<Float> = down - ramp + ramp1
    let second: SIMD8<Float> = ramp - (ramp1 + ramp1) + ramp2
    let third: SIMD8<Float> = ramp1 - (ramp2 + ramp2)
    unsafe lanes.pointee.first = Lanes.firstFours(first, second, third, ramp2)
    unsafe lanes.pointee.last = Lanes.lastFours(first, second, third, ramp2)
    unsafe lanes.pointee.cells = cells
    unsafe lanes.pointee.beyond = beyond
    unsafe lanes.pointee.rows = Lanes.cells(passed.rows)
    return Lanes.bits(of: beyond, above: 2)
  }

  /// Adds what lanes have.
  ///
  /// - Parameters:
  ///   - which: a bit for each one.
  ///   - firstRow: into which row the first of theirs goes.
  @inlinable @inline(__always)
  public mutating func addLanes(
    _ which: UInt32, section: Int32, wrap: Int32, from firstRow: Int
  ) {
    // As constants: memory that is written might be these themselves.
    let (areas, sections, extents) = unsafe (self.areas, self.sections, self.extents)
    let (stride, cellEnd) = (stride, UInt(bitPattern: cellCount &- 3))
    let rowEnd = UInt(bitPattern: rowCount)
    let lanes = unsafe UnsafeRawPointer(self.lanes)
    var rest = which & 255
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      rest &= rest &- 1
      // SAFETY: lanes are there by their number, and the cell is checked, with the three behind it.
      let row = firstRow &+ Int(unsafe lanes.load(fromByteOffset: 192 &+ 4 &* lane, as: Int32.self))
      let cell = unsafe lanes.load(fromByteOffset: 128 &+ 4 &* lane, as: Int32.self)
      let place = row &* stride &+ Int(cell)
      precondition(
        UInt(bitPattern: place) < cellEnd && UInt(bitPattern: row) < rowEnd,
        "a cell outside the rows")
      let cells = unsafe UnsafeMutableRawPointer(areas + place)
      let four: SIMD4<Float> =
        unsafe cells.loadUnaligned(as: SIMD4<Float>.self)
        + lanes.load(fromByteOffset: 16 &* lane, as: SIMD4<Float>.self)
      unsafe cells.storeBytes(of: four, as: SIMD4<Float>.self)
      unsafe extents[row].insert(cell, reach: 3)
      let known = unsafe sections[place]
      unsafe sections[place] = min(known, section)
      let distance = section &- known
      var next = distance
      // Whether it passes the next cell, too: the bits of a number above zero are one, too.
      let beyond = unsafe lanes.load(fromByteOffset: 160 &+ 4 &* lane, as: Int32.self)
      if beyond > 0 {
        let known = unsafe sections[place &+ 1]
        unsafe sections[place &+ 1] = min(known, section)
        next = section &- known
        // And the one behind that: those of 1 are these.
        if beyond > 0x3f80_0000 {
          let known = unsafe sections[place &+ 2]
          unsafe sections[place &+ 2] = min(known, section)
          let third = section &- known
          if third > 1 && third != wrap { noteOverlap(row) }
        }
      }
      if max(distance, next) > 1 {
        if distance > 1 && distance != wrap || next > 1 && next != wrap { noteOverlap(row) }
      }
    }
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

  /// Takes all out of the cells of a row, but leaves how far they reached.
  public mutating func clear(_ row: Int) {
    precondition(row >= 0 && row < count, "not a row")
    unsafe (areas + row * stride).update(repeating: 0, count: stride)
    unsafe (sections + row * stride).update(repeating: Self.none, count: stride)
  }

  // MARK: - Taking

  /// Whether all was taken out that was added.
  public var isEmpty: Bool {
    for place in 0..<cellCount {
      let isClear = unsafe areas[place] == 0 && sections[place] == Self.none
      if !isClear { return false }
    }
    for row in 0..<rowCount {
      if unsafe !extents[row].isEmpty { return false }
    }
    return true
  }

  /// Traps unless all rows have so many groups.
  @inlinable @inline(__always)
  public func check(groupCount: Int) {
    precondition(
      count <= rowCount && count &* stride <= cellCount && groupCount <= stride >> 3,
      "outside the rows")
  }

  /// The groups of a row that something may have been added to, which it forgets. The first is the greater one if there are
  /// none.
  @inlinable @inline(__always)
  @unsafe
  public mutating func takeGroups(_ row: Int) -> (first: Int, last: Int) {
    let extent = unsafe extents[row]
    unsafe extents[row] = CellExtent()
    return (
      Int(max(extent.first, 0) >> 3),
      Int(min(extent.last, Int32(truncatingIfNeeded: stride &- 1)) >> 3)
    )
  }

  /// The cells of a row, as long as nobody begins anew.
  @unsafe @inlinable @inline(__always)
  public mutating func cells(of row: Int) -> CellRow {
    unsafe CellRow(areas: areas + row &* stride, sections: sections + row &* stride)
  }
}
