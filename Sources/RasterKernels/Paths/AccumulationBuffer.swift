/// Rows of cells to which edges are added. It owns its memory and checks each write.
@safe public struct AccumulationBuffer: ~Copyable {
  /// The number of rows.
  public private(set) var count = 0
  /// Cells from one row to the next, a multiple of 64.
  public private(set) var stride = 64
  /// The first row in which areas may overlap; at least `overlapEnd` if there is none.
  public private(set) var overlapStart = Int.max
  /// The end of the rows in which areas may overlap.
  public private(set) var overlapEnd = 0

  /// The section of a cell that no outline passed.
  @inlinable public static var none: Int32 { .max }

  // SAFETY: owned, valid until deinit, and initialized up to the counts below.
  // The difference of each pixel's averaged winding number from that of the pixel before.
  @usableFromInline var areas: UnsafeMutablePointer<Float>
  // The lowest section of an outline that passed each pixel.
  @usableFromInline var sections: UnsafeMutablePointer<Int32>
  // 255 for each group of eight cells to which something may have been added, else 0. 64 unused
  // marks follow the last one.
  @usableFromInline var marks: UnsafeMutablePointer<UInt8>
  @usableFromInline var cellCount = 0
  // A bit for each 64th part of a row in which areas may overlap.
  private var overlaps: UnsafeMutablePointer<UInt64>
  private var rowCount = 0

  /// Creates a buffer without rows.
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

  /// The cells that a row needs for edges up to `width` columns.
  public static func stride(width: Int) -> Int { (width + 8 + 63) & ~63 }

  /// Makes room for rows. All cells of earlier rows must have been cleared.
  ///
  /// - Parameter stride: cells in a row, from `stride(width:)`.
  public mutating func begin(count: Int, stride: Int) {
    precondition(count >= 0 && stride >= 64 && stride & 63 == 0, "rows are words of groups")
    (self.count, self.stride) = (count, stride)
    let needed = count * stride
    // The index of a cell has 32 bits in vector lanes.
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

  /// Adds an area to one cell, and records the section of the outline unless it is nil.
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

  /// Adds the next row's part of each edge, and advances the edges. `docs/RASTERIZER.md` draws the
  /// hat functions that a piece adds.
  ///
  /// - Parameters:
  ///   - active: a bit for each edge that passes another row.
  ///   - rowPlaces: the first cell of each edge's row.
  /// - Returns: a bit for each edge that passes more than three cells; its part is not added.
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
    let cellArray = Lanes.array(rowPlaces &+ cells)
    // Each hat is zero from one cell behind the piece on. A bend may start left of the first cell
    // by a rounding error.
    let lengthArray = Lanes.array(
      Lanes.truncated(Lanes.clampedToZero(Lanes.min(to, SIMD8(repeating: 2.5))) + 1))
    let amountArray = Lanes.array(Lanes.transposed(first, second, third, ramp2))
    let reachArray = Lanes.array(beyond)
    // An element of a span is read where it is; for one of an array, the whole array is copied.
    let (places, lengths) = (cellArray.span, lengthArray.span)
    let (amounts, reaches) = (amountArray.span, reachArray.span)
    let wide = Lanes.laneBits(of: beyond, above: SIMD8(repeating: 2)) & active
    // Local copies: stores through these pointers might alias the stored properties.
    let (areas, sections, marks) = unsafe (self.areas, self.sections, self.marks)
    let cellEnd = UInt(bitPattern: cellCount &- 3)
    let own = SIMD4(repeating: UInt32(bitPattern: section))
    // Edges side by side meet in the same cells. With even lanes first, no lane waits for the store
    // of the one before.
    let which = active & ~wide
    var left = which & 0x55 | (which & 0xaa) &<< 8
    while left != 0 {
      let lane = left.trailingZeroBitCount & 7
      left &= left &- 1
      // SAFETY: the cell and the three cells behind it are within the buffer.
      let place = Int(places[lane])
      precondition(UInt(bitPattern: place) < cellEnd, "a cell outside the rows")
      let cells = unsafe UnsafeMutableRawPointer(areas + place)
      let four: SIMD4<Float> =
        unsafe cells.loadUnaligned(as: SIMD4<Float>.self) + amounts[lane]
      unsafe cells.storeBytes(of: four, as: SIMD4<Float>.self)
      unsafe marks[place &>> 3] = .max
      unsafe marks[(place &+ Int(lengths[lane] & 3)) &>> 3] = .max
      // Branches on the passed cells would be mispredicted. Cells that are not passed keep their
      // section, and record no overlap.
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

  /// Records overlaps in the cells whose sections do not follow one another.
  ///
  /// - Parameters:
  ///   - distances: this section minus the lowest section of each of four cells.
  ///   - isBehind: all ones where the section passes the cell and the distance exceeds one.
  ///   - wrap: the distance at which the section closes its contour, which is no overlap.
  @inline(never) @usableFromInline
  mutating func noteOverlaps(
    _ distances: SIMD4<UInt32>, _ isBehind: SIMD4<UInt32>, _ wrap: UInt32, _ place: Int
  ) {
    for cell in 0..<4 where isBehind[cell] != 0 && distances[cell] != wrap {
      noteOverlap(place &+ cell)
    }
  }

  /// Records that areas may overlap in a cell.
  @inline(never)
  private mutating func noteOverlap(_ place: Int) {
    let row = place / stride
    precondition(row >= 0 && row < count, "not a row")
    unsafe overlaps[row] |= 1 &<< UInt64((place &- row &* stride) / (stride &>> 6))
    overlapStart = min(overlapStart, row)
    overlapEnd = max(overlapEnd, row + 1)
  }

  // MARK: - Overlaps

  /// A bit for each 64th part of a row in which areas may overlap.
  public func overlaps(in row: Int) -> UInt64 {
    precondition(row >= 0 && row < count, "not a row")
    return unsafe overlaps[row]
  }

  /// Clears all recorded overlaps.
  public mutating func forgetOverlaps() {
    if overlapStart < overlapEnd {
      for row in overlapStart..<overlapEnd { unsafe overlaps[row] = 0 }
    }
    (overlapStart, overlapEnd) = (Int.max, 0)
  }

  /// Clears the cells of a row, but keeps their marks.
  public mutating func clear(_ row: Int) {
    precondition(row >= 0 && row < count, "not a row")
    unsafe (areas + row * stride).update(repeating: 0, count: stride)
    unsafe (sections + row * stride).update(repeating: Self.none, count: stride)
  }

  // MARK: - Reading

  /// Clears the marks of all groups, after all cells have been read.
  public mutating func forgetMarks() {
    unsafe marks.update(repeating: 0, count: count &* stride >> 3)
  }

  /// The cells of a row, valid until `begin`. Traps if the row does not exist or has fewer groups.
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

/// The cells of a row, read and cleared by groups of eight.
@safe @frozen public struct AccumulationRow: BitwiseCopyable {
  // SAFETY: the memory has this many groups; the buffer keeps it alive.
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

  /// A bit for each marked group of 64 groups from `base`, before `end`.
  ///
  /// - Parameter base: the first group, less than `end`.
  @inlinable @inline(__always)
  public func marked(from base: Int, before end: Int) -> UInt64 {
    precondition(UInt(bitPattern: base) < UInt(bitPattern: groupCount), "outside the row")
    // Other rows follow this row, and 64 unused marks follow the last one.
    let bits = Lanes.laneBits(
      ofHighBits:
        unsafe marks.loadUnaligned(fromByteOffset: base, as: SIMD64<UInt8>.self))
    let room = end &- base
    return room >= 64 ? bits : bits & ~(.max &<< UInt64(truncatingIfNeeded: room))
  }

  /// Reads eight cells and clears them, but keeps their group's mark.
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
