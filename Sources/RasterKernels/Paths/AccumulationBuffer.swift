/// Rows of cells into which edges are added. It owns its memory and checks each write.
@safe public struct AccumulationBuffer: ~Copyable {
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
  // For each group of eight cells whether something may have been added to it: 255, or 0. Behind
  // the last one there are 64 that stay free.
  @usableFromInline var marks: UnsafeMutablePointer<UInt8>
  @usableFromInline var cellCount = 0
  // Where areas may overlap in each row.
  private var overlaps: UnsafeMutablePointer<UInt64>
  private var rowCount = 0

  /// Creates no rows.
  public init() {
    unsafe areas = .allocate(capacity: 0)
    unsafe sections = .allocate(capacity: 0)
    unsafe marks = .allocate(capacity: 0)
    unsafe overlaps = .allocate(capacity: 0)
  }

  deinit {
    unsafe areas.deallocate()
    unsafe sections.deallocate()
    unsafe marks.deallocate()
    unsafe overlaps.deallocate()
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
    // Lanes have 32 bits for a cell's place.
    precondition(needed <= Int(Int32.max), "too many cells")
    if cellCount < needed {
      unsafe Self.replace(&areas, needed, 0)
      unsafe Self.replace(&sections, needed, Self.none)
      unsafe Self.replace(&marks, needed / 8 + 64, 0)
      cellCount = needed
    }
    if rowCount < count {
      unsafe Self.replace(&overlaps, count, 0)
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
  public mutating func add(_ area: Float, section: Int32?, wrap: Int32, at place: Int) {
    precondition(
      UInt(bitPattern: place) < UInt(bitPattern: cellCount), "a cell outside the rows")
    unsafe areas[place] += area
    unsafe marks[place >> 3] = .max
    guard let section else { return }
    let known = unsafe sections[place]
    unsafe sections[place] = min(known, section)
    let distance = section &- known
    if distance > 1 && distance != wrap { noteOverlap(place) }
  }

  /// Adds what edges have in the next row of each, and goes on behind that: `docs/RASTERIZER.md`
  /// draws the hats that a piece adds.
  ///
  /// - Parameters:
  ///   - active: a bit for each edge that is there.
  ///   - rowPlaces: the first cell of each one's row.
  /// - Returns: a bit for each edge that passes more than three cells; then what that adds is left
  ///   out.
  @inlinable @inline(__always)
  public mutating func add(
    _ passed: inout EdgeBlockRows, _ active: UInt32, _ rowPlaces: SIMD8<Int32>, section: Int32,
    wrap: Int32
  ) -> UInt32 {
    let (lefts, rights, heights) = passed.next()
    let cells = Lanes.truncated(lefts)
    let starts = Lanes.converted(cells)
    let from: SIMD8<Float> = lefts - starts
    let to: SIMD8<Float> = rights - starts
    let beyond: SIMD8<Float> = to - 1
    let over = Lanes.clampedToZero(beyond)
    let overNext = Lanes.clampedToZero(beyond - 1)
    let width = Lanes.max(to - from, SIMD8(repeating: 1e-6))
    let down: SIMD8<Float> = heights * passed.winding
    let halves: SIMD8<Float> = down * 0.5
    let scale: SIMD8<Float> = halves / width
    let ramp: SIMD8<Float> = halves * (from + to)
    let ramp1: SIMD8<Float> = scale * over * over
    let ramp2: SIMD8<Float> = scale * overNext * overNext
    let first: SIMD8<Float> = down - ramp + ramp1
    let second: SIMD8<Float> = ramp - (ramp1 + ramp1) + ramp2
    let third: SIMD8<Float> = ramp1 - (ramp2 + ramp2)
    let places = Lanes.array(rowPlaces &+ cells)
    // Each hat is zero from one cell behind on; a bend may lead back before the first one, by a
    // hair, and into the second one.
    let lengths = Lanes.array(
      Lanes.truncated(Lanes.clampedToZero(Lanes.min(to, SIMD8(repeating: 2.5))) + 1))
    let amounts = Lanes.array(Lanes.transposed(first, second, third, ramp2))
    let reaches = Lanes.array(beyond)
    let wide = Lanes.laneBits(of: beyond, above: SIMD8(repeating: 2)) & active
    // As constants: memory that is written might be these themselves.
    let (areas, sections, marks) = unsafe (self.areas, self.sections, self.marks)
    let cellEnd = UInt(bitPattern: cellCount &- 3)
    let own = SIMD4(repeating: UInt32(bitPattern: section))
    // Edges beside each other meet in cells: with every second one first, none waits for what the
    // one before wrote.
    let which = active & ~wide
    var left = which & 0x55 | (which & 0xaa) &<< 8
    while left != 0 {
      let lane = left.trailingZeroBitCount & 7
      left &= left &- 1
      // SAFETY: the cell is checked, with the three behind it.
      let place = Int(places[lane])
      precondition(UInt(bitPattern: place) < cellEnd, "a cell outside the rows")
      let cells = unsafe UnsafeMutableRawPointer(areas + place)
      let four: SIMD4<Float> =
        unsafe cells.loadUnaligned(as: SIMD4<Float>.self) + amounts[lane]
      unsafe cells.storeBytes(of: four, as: SIMD4<Float>.self)
      unsafe marks[place &>> 3] = .max
      unsafe marks[(place &+ Int(lengths[lane] & 3)) &>> 3] = .max
      // Which cells it passes cannot be guessed. Those that it does not pass keep what they are,
      // and nothing meets there.
      let passedCells = unsafe UnsafeMutableRawPointer(sections + place)
      let known = unsafe passedCells.loadUnaligned(as: SIMD4<UInt32>.self)
      let unreached = Lanes.unreachedCells(by: reaches[lane])
      unsafe passedCells.storeBytes(
        of: Lanes.min(known, own | unreached), as: SIMD4<UInt32>.self)
      let isBehind = Lanes.below(known, (own &- 1) & ~unreached)
      if Lanes.hasAny(isBehind) {
        noteOverlaps(own &- known, isBehind, UInt32(bitPattern: wrap), place)
      }
    }
    return wide
  }

  /// Notes in which parts of a row areas may overlap, unless all sections that meet there and
  /// behind follow one another.
  ///
  /// - Parameters:
  ///   - distances: how many sections this one is behind the first one of each of four cells.
  ///   - isBehind: all ones where it passes and that is more than one.
  ///   - wrap: how many it may be.
  @inline(never) @usableFromInline
  mutating func noteOverlaps(
    _ distances: SIMD4<UInt32>, _ isBehind: SIMD4<UInt32>, _ wrap: UInt32, _ place: Int
  ) {
    for cell in 0..<4 where isBehind[cell] != 0 && distances[cell] != wrap {
      noteOverlap(place &+ cell)
    }
  }

  /// Notes that areas may overlap in a cell.
  @inline(never)
  private mutating func noteOverlap(_ place: Int) {
    let row = place / stride
    precondition(row >= 0 && row < count, "not a row")
    unsafe overlaps[row] |= 1 &<< UInt64((place &- row &* stride) / (stride &>> 6))
    overlapStart = min(overlapStart, row)
    overlapEnd = max(overlapEnd, row + 1)
  }

  // MARK: - Overlaps

  /// Where areas may overlap in a row: a bit for each 64th part of its stride.
  public func overlaps(in row: Int) -> UInt64 {
    precondition(row >= 0 && row < count, "not a row")
    return unsafe overlaps[row]
  }

  /// Forgets where areas may overlap.
  public mutating func forgetOverlaps() {
    if overlapStart < overlapEnd {
      for row in overlapStart..<overlapEnd { unsafe overlaps[row] = 0 }
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

  /// Forgets which groups something was added to. All of it was taken out.
  public mutating func forgetMarks() {
    unsafe marks.update(repeating: 0, count: count &* stride >> 3)
  }

  /// Whether all was taken out that was added.
  public var isEmpty: Bool {
    for place in 0..<cellCount {
      let isClear =
        unsafe areas[place] == 0 && sections[place] == Self.none
        && marks[place / 8] == 0
      if !isClear { return false }
    }
    return true
  }

  /// The cells of a row, valid until `begin`. Traps if there is no such row, or it has fewer
  /// groups.
  @inlinable @inline(__always)
  public mutating func cells(of row: Int, groupCount: Int) -> AccumulationRow {
    precondition(
      UInt(bitPattern: row) < UInt(bitPattern: count) && count &* stride <= cellCount
        && UInt(bitPattern: groupCount) <= UInt(bitPattern: stride &>> 3), "outside the rows")
    let place = row &* stride
    return unsafe AccumulationRow(
      areas: areas + place, sections: sections + place, marks: marks + place >> 3,
      groupCount: groupCount)
  }
}

/// A row of cells that are read and cleared, in groups of eight.
@safe @frozen public struct AccumulationRow: BitwiseCopyable {
  // SAFETY: as many groups are there; the owner keeps the cells.
  @usableFromInline let areas: UnsafeMutableRawPointer
  @usableFromInline let sections: UnsafeMutableRawPointer
  @usableFromInline let marks: UnsafeMutableRawPointer
  @usableFromInline let groupCount: Int

  @unsafe @inlinable @inline(__always)
  init(
    areas: UnsafeMutablePointer<Float>, sections: UnsafeMutablePointer<Int32>,
    marks: UnsafeMutablePointer<UInt8>, groupCount: Int
  ) {
    unsafe self.areas = UnsafeMutableRawPointer(areas)
    unsafe self.sections = UnsafeMutableRawPointer(sections)
    unsafe self.marks = UnsafeMutableRawPointer(marks)
    self.groupCount = groupCount
  }

  /// A bit for each of 64 groups that has something added, and lies before an end.
  ///
  /// - Parameter base: the first of them, before that end.
  @inlinable @inline(__always)
  public func marked(from base: Int, before end: Int) -> UInt64 {
    precondition(UInt(bitPattern: base) < UInt(bitPattern: groupCount), "outside the row")
    // Behind the row are others, and behind the last one 64 free marks.
    let bits = Lanes.laneBits(
      ofHighBits:
        unsafe marks.loadUnaligned(fromByteOffset: base, as: SIMD64<UInt8>.self))
    let room = end &- base
    return room >= 64 ? bits : bits & ~(.max &<< UInt64(truncatingIfNeeded: room))
  }

  /// Reads eight cells and clears them, but leaves their group's mark.
  @inlinable @inline(__always)
  public func loadAndClear(_ group: Int) -> SIMD8<Float> {
    precondition(UInt(bitPattern: group) < UInt(bitPattern: groupCount), "outside the row")
    let place = group &* 32
    unsafe sections.storeBytes(
      of: SIMD8<Int32>(repeating: AccumulationBuffer.none), toByteOffset: place,
      as: SIMD8<Int32>.self)
    let eight = unsafe areas.loadUnaligned(fromByteOffset: place, as: SIMD8<Float>.self)
    unsafe areas.storeBytes(
      of: SIMD8<Float>(repeating: 0), toByteOffset: place, as: SIMD8<Float>.self)
    return eight
  }

  /// Whether something was added to a group.
  @inlinable @inline(__always)
  public func isMarked(_ group: Int) -> Bool {
    precondition(UInt(bitPattern: group) < UInt(bitPattern: groupCount), "outside the row")
    return unsafe marks.load(fromByteOffset: group, as: UInt8.self) != 0
  }
}
