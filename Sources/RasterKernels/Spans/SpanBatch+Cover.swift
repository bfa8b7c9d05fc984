// How much an item covers of the spans of a batch.

extension SpanBatch {
  /// Finds the spans that an item touches, and how much it covers of them.
  ///
  /// - Parameter coverage: the part that is covered of eight pixels from a column on, whose middles
  ///   are so far down, in `0...1`.
  @inlinable @inline(__always)
  public mutating func cover(
    within bounds: SpanBounds, _ coverage: (_ column: Float, _ middle: Float) -> SIMD8<Float>
  ) {
    selectSpans(within: bounds)
    isCut = false
    for place in Self.places(selectedCount) {
      let index = Int(selected[place])
      levels[place] = Lanes.levels(coverage(Float(columns[index]), Float(rows[index]) + 0.5))
    }
    maskOutside(bounds)
  }

  /// The same for an item whose edges are lines within a pixel: `resolveCoverage` makes levels of
  /// them.
  ///
  /// First all lines are found, then what they leave of the pixels: a root and a quotient, one
  /// waiting for the other, take as long as a dozen spans whose next step is ready.
  ///
  /// - Parameter find: gives the lines that cut eight pixels of a row from a column on.
  @inlinable @inline(__always)
  public mutating func coverByHalfPlanes(
    within bounds: SpanBounds, _ find: (_ column: Float, _ middle: Float) -> HalfPlaneTerms
  ) {
    selectSpans(within: bounds)
    for place in Self.places(selectedCount) {
      let index = Int(selected[place])
      cuts[place] = find(Float(columns[index]), Float(rows[index]) + 0.5)
    }
  }

  /// The same where it takes a while to know which edge a pixel is near to: that is found out for
  /// all spans before their lines are.
  ///
  /// - Parameters:
  ///   - lead: gives the ways to eight pixels of a row from a column on.
  ///   - find: gives the lines across them.
  @inlinable @inline(__always)
  public mutating func coverByHalfPlanes(
    within bounds: SpanBounds, _ lead: (_ column: Float, _ middle: Float) -> CenterOffsets,
    _ find: (CenterOffsets) -> HalfPlaneTerms
  ) {
    selectSpans(within: bounds)
    let places = Self.places(selectedCount)
    for place in places {
      let index = Int(selected[place])
      ways[place] = lead(Float(columns[index]), Float(rows[index]) + 0.5)
    }
    for place in places { cuts[place] = find(ways[place]) }
  }

  /// Finds the spans that may have a pixel within bounds, and keeps these for `resolveCoverage`.
  @export(interface) @inline(never) @_optimize(speed)
  public mutating func selectSpans(within bounds: SpanBounds) {
    (selectedCount, isCut, cutBounds) = (0, true, bounds)
    let count = min(count, Self.capacity)
    if count <= 0 || bounds.isMissed(from: rows[0], to: lastRow) { return }
    // Mostly of a step, whose spans are few and near each other.
    isWithin =
      bounds.left <= left && right <= bounds.right && bounds.hasRow(rows[0])
      && bounds.hasRow(lastRow)
    var found = 0
    if isWithin {
      for index in 0..<count { selected[index] = Int32(truncatingIfNeeded: index) }
      found = count
    } else {
      for index in 0..<count where bounds.hasRow(rows[index]) && bounds.meets(columns[index]) {
        selected[found] = Int32(truncatingIfNeeded: index)
        found &+= 1
      }
    }
    selectedCount = found
  }

  /// Makes levels of lines, if there are some.
  @inlinable @inline(__always)
  public mutating func resolveCoverage() {
    if !isCut { return }
    isCut = false
    for place in Self.places(selectedCount) {
      levels[place] = Lanes.levels(cuts[place].coverage)
    }
    maskOutside(cutBounds)
  }

  /// Leaves out what lies beside bounds.
  @inlinable @inline(__always)
  mutating func maskOutside(_ bounds: SpanBounds) {
    if isWithin { return }
    for place in Self.places(selectedCount) {
      let column = columns[Int(selected[place])]
      if !bounds.contains(column) { levels[place] &= bounds.mask(column) }
    }
  }

  /// The same for an item whose levels are ready.
  ///
  /// - Parameter find: gives the levels of eight pixels of a row from a column on, nil where it has
  ///   none.
  @inlinable @inline(__always)
  public mutating func cover(
    within bounds: SpanBounds, _ find: (_ column: Int32, _ row: Int32) -> SIMD8<UInt32>?
  ) {
    begin()
    let count = min(count, Self.capacity)
    if count <= 0 || bounds.isMissed(from: rows[0], to: lastRow) { return }
    if bounds.right <= left || bounds.left >= right { return }
    var found = 0
    for index in 0..<count {
      let (column, row) = (columns[index], rows[index])
      if !bounds.hasRow(row) || !bounds.meets(column) { continue }
      guard var eight = find(column, row) else { continue }
      if !bounds.contains(column) { eight &= bounds.mask(column) }
      selected[found] = Int32(truncatingIfNeeded: index)
      levels[found] = eight
      found &+= 1
    }
    selectedCount = found
  }
}
