// How much an item covers of the groups of a tile.

extension GroupTile {
  /// Finds the groups that an item touches, and how much it covers of them.
  ///
  /// - Parameter coverage: the part that is covered of eight pixels from a column on, whose middles are so far down, in `0...1`.
  @inlinable @inline(__always)
  public mutating func cover(
    within bounds: GroupBounds, _ coverage: (_ column: Float, _ middle: Float) -> SIMD8<Float>
  ) {
    touch(within: bounds)
    isCut = false
    for place in Self.places(touchedCount) {
      let index = Int(touched[place])
      levels[place] = Lanes.levels(coverage(lefts[index], middles[index]))
    }
    leaveOut(bounds)
  }

  /// The same for an item whose edges are lines within a pixel: `settle` makes levels of them.
  ///
  /// First all lines are found, then what they leave of the pixels: a root and a quotient, one waiting for the other, take as long as
  /// a dozen groups whose next step is ready.
  ///
  /// - Parameter find: gives the lines that cut eight pixels of a row from a column on.
  @inlinable @inline(__always)
  public mutating func cut(
    within bounds: GroupBounds, _ find: (_ column: Float, _ middle: Float) -> PixelCuts
  ) {
    touch(within: bounds)
    for place in Self.places(touchedCount) {
      let index = Int(touched[place])
      cuts[place] = find(lefts[index], middles[index])
    }
  }

  /// The same where it takes a while to know which edge a pixel is near to: that is found out for all groups before their lines are.
  ///
  /// - Parameters:
  ///   - lead: gives the ways to eight pixels of a row from a column on.
  ///   - find: gives the lines across them.
  @inlinable @inline(__always)
  public mutating func cut(
    within bounds: GroupBounds, _ lead: (_ column: Float, _ middle: Float) -> PixelWays,
    _ find: (PixelWays) -> PixelCuts
  ) {
    touch(within: bounds)
    let places = Self.places(touchedCount)
    for place in places {
      let index = Int(touched[place])
      ways[place] = lead(lefts[index], middles[index])
    }
    for place in places { cuts[place] = find(ways[place]) }
  }

  /// Finds the groups that may have a pixel within bounds, and keeps these for `settle`.
  @export(interface) @inline(never) @_optimize(speed)
  public mutating func touch(within bounds: GroupBounds) {
    (touchedCount, isCut, cutBounds) = (0, true, bounds)
    let count = min(count, Self.capacity)
    if count <= 0 || bounds.isMissed(from: rows[0], to: lastRow) { return }
    // Mostly of a step, whose groups are few and near each other.
    isWithin =
      bounds.left <= left && right <= bounds.right && bounds.hasRow(rows[0])
      && bounds.hasRow(lastRow)
    var found = 0
    if isWithin {
      for index in 0..<count { touched[index] = Int32(truncatingIfNeeded: index) }
      found = count
    } else {
      for index in 0..<count where bounds.hasRow(rows[index]) && bounds.meets(columns[index]) {
        touched[found] = Int32(truncatingIfNeeded: index)
        found &+= 1
      }
    }
    touchedCount = found
  }

  /// Makes levels of lines, if there are some.
  @inlinable @inline(__always)
  public mutating func settle() {
    if !isCut { return }
    isCut = false
    for place in Self.places(touchedCount) {
      levels[place] = Lanes.levels(cuts[place].coverage)
    }
    leaveOut(cutBounds)
  }

  /// Leaves out what lies beside bounds.
  @inlinable @inline(__always)
  mutating func leaveOut(_ bounds: GroupBounds) {
    if isWithin { return }
    for place in Self.places(touchedCount) {
      let column = columns[Int(touched[place])]
      if !bounds.contains(column) { levels[place] &= bounds.mask(column) }
    }
  }

  /// The same for an item whose levels are ready.
  ///
  /// - Parameter find: gives the levels of eight pixels of a row from a column on, nil where it has none.
  @inlinable @inline(__always)
  public mutating func cover(
    within bounds: GroupBounds, _ find: (_ column: Int32, _ row: Int32) -> SIMD8<UInt32>?
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
      touched[found] = Int32(truncatingIfNeeded: index)
      levels[found] = eight
      found &+= 1
    }
    touchedCount = found
  }
}
