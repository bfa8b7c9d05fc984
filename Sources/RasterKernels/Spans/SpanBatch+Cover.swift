// Selects the spans of a batch that an item may touch, and computes their coverage.

extension SpanBatch {
  /// Selects the spans within bounds, and computes the levels of an item.
  ///
  /// - Parameter coverage: gives the coverage, in `0...1`, of eight pixels, from their first column
  ///   and the vertical position of their centers.
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

  /// Selects the spans within bounds, for an item whose edges are straight within a pixel.
  /// `resolveCoverage` computes the levels.
  ///
  /// Half-planes are found for all spans before their coverage is computed. A root and a quotient
  /// that wait for each other take as long as a dozen independent spans.
  ///
  /// - Parameter find: gives the half-planes of eight pixels, from their first column and the
  ///   vertical position of their centers.
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

  /// Selects the spans within bounds, for an item whose nearest edge takes long to find. So the
  /// offsets of all spans are computed before their half-planes.
  ///
  /// - Parameters:
  ///   - lead: gives the offsets to eight pixels, from their first column and the vertical position
  ///     of their centers.
  ///   - find: gives the half-planes across these offsets.
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

  /// Selects the spans that meet bounds, and keeps the bounds for `resolveCoverage`.
  @export(interface) @inline(never) @_optimize(speed)
  public mutating func selectSpans(within bounds: SpanBounds) {
    (selectedCount, isCut, cutBounds) = (0, true, bounds)
    let count = min(count, Self.capacity)
    if count <= 0 || bounds.isMissed(from: rows[0], to: lastRow) { return }
    // Common case: the few adjacent spans of an animation step.
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

  /// Converts half-planes to levels, if they have not been converted yet.
  @inlinable @inline(__always)
  public mutating func resolveCoverage() {
    if !isCut { return }
    isCut = false
    for place in Self.places(selectedCount) {
      levels[place] = Lanes.levels(cuts[place].coverage)
    }
    maskOutside(cutBounds)
  }

  /// Clears the levels of pixels outside bounds.
  @inlinable @inline(__always)
  mutating func maskOutside(_ bounds: SpanBounds) {
    if isWithin { return }
    for place in Self.places(selectedCount) {
      let column = columns[Int(selected[place])]
      if !bounds.contains(column) { levels[place] &= bounds.mask(column) }
    }
  }

  /// Selects the spans within bounds, for an item with precomputed levels.
  ///
  /// - Parameter find: gives the levels of eight pixels from a column of a row; nil if not covered.
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
