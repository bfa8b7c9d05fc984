/// Groups of eight pixels beside each other in a row, and what they show so far: what the stages of drawing hand on.
///
/// Every item of a list is laid over all groups before the next one: so what an item is made of stays in registers.
public struct GroupTile: ~Copyable {
  /// Something of each group. With fewer groups a ring's step would take more tiles; with more, a picture that opens is drawn slower.
  public typealias PerGroup<Element> = InlineArray<48, Element>

  /// The most groups.
  @inlinable public static var capacity: Int { PerGroup<Int32>.count }

  /// How many groups there are.
  public private(set) var count = 0
  /// The column that each group begins at.
  public private(set) var columns = PerGroup<Int32>(repeating: 0)
  /// The row that each group is in.
  public private(set) var rows = PerGroup<Int32>(repeating: 0)
  /// What each group shows, `0xAARRGGBB`, multiplied by alpha.
  public var words = PerGroup<SIMD8<UInt32>>(repeating: SIMD8())

  // No group reaches beyond these columns.
  @usableFromInline var left = Int32.min
  @usableFromInline var right = Int32.max
  /// The sum of two rows that show the same coverage: each group stands for that of both. Negative for none.
  public var mirror: Int32 = -1
  /// What each group shows in its other row.
  public var mirrored = PerGroup<SIMD8<UInt32>>(repeating: SIMD8())

  /// How many groups the item in hand touches.
  public var touchedCount = 0
  /// Which ones, in order.
  public var touched = PerGroup<Int32>(repeating: 0)
  /// How much the item covers of the pixels of each touched group, `0...255`.
  public var levels = PerGroup<SIMD8<UInt32>>(repeating: SIMD8())
  /// What the item is filled with in each touched group.
  public var sources = PerGroup<SIMD8<UInt32>>(repeating: SIMD8())

  // The lines that cut the pixels of each touched group.
  @usableFromInline var cuts = PerGroup<PixelCuts>(repeating: .none)

  /// Creates a tile of no groups; once for each rasterizer.
  @_optimize(size) @inline(never)
  public init() {}

  /// Forgets all groups.
  @inline(__always)
  public mutating func removeAll() { count = 0 }

  /// Promises that no group will reach beyond some columns.
  public mutating func setReach(from left: Int, to right: Int) {
    self.left = Int32(truncatingIfNeeded: left)
    self.right = Int32(truncatingIfNeeded: right)
  }

  /// Adds a group, in the row of the last one or below. Traps when there is no room.
  @inline(__always)
  public mutating func append(column: Int, row: Int) {
    columns[count] = Int32(truncatingIfNeeded: column)
    rows[count] = Int32(truncatingIfNeeded: row)
    count &+= 1
  }

  /// Adds groups for one range of columns in each of some rows. Traps when there is no room.
  ///
  /// - Parameters:
  ///   - ranges: eight rows of one edge, then of the other; inside out for none.
  ///   - firstRow: the row of the first one.
  ///   - rowCount: how many are added, up to eight.
  ///   - lastPlace: no group begins behind this column.
  @_optimize(speed)
  public mutating func append(
    _ ranges: LentRow<Int32>, from firstRow: Int, count rowCount: Int, lastPlace: Int
  ) {
    let last = Int32(truncatingIfNeeded: lastPlace)
    var count = count
    for row in 0..<rowCount {
      var x = ranges[row]
      let end = ranges[row &+ 8]
      while x < end {
        let place = min(x, last)
        columns[count] = place
        rows[count] = Int32(truncatingIfNeeded: firstRow &+ row)
        count &+= 1
        x = place &+ 8
      }
    }
    self.count = count
  }

  /// Makes all groups show one word.
  @_optimize(size) @inline(never)
  public mutating func fill(_ word: UInt32) {
    let eight = SIMD8<UInt32>(repeating: word)
    for index in 0..<min(count, Self.capacity) { words[index] = eight }
    if mirror < 0 { return }
    for index in 0..<min(count, Self.capacity) { mirrored[index] = eight }
  }

  /// Tells that the words of a picture will be needed soon, in all groups: each is on another page, and would be waited for. Nothing
  /// changes; lent for reading, the tile would be copied.
  @_optimize(speed)
  public mutating func fetch(_ paint: GroupPaint) {
    if !paint.isPicture { return }
    for index in 0..<min(count, Self.capacity) {
      paint.fetch(columns[index], rows[index])
      if mirror >= 0 { paint.fetch(columns[index], mirror &- rows[index]) }
    }
  }

  /// Whether a group may have a pixel within a distance of a disc, pixels; also some that have not are near. Nothing changes.
  @_optimize(speed)
  public mutating func isNear(_ disc: Circle, within distance: Float) -> Bool {
    // Half a group's width, and more than half its height.
    let reach = disc.radius + distance + 5
    let count = min(count, Self.capacity)
    if count <= 0 || Float(rows[0]) > disc.centreY + reach { return false }
    if Float(rows[count &- 1]) < disc.centreY - reach { return false }
    for index in 0..<count {
      let (across, down) = (
        Float(columns[index]) + 4 - disc.centreX, Float(rows[index]) + 0.5 - disc.centreY
      )
      if across * across + down * down < reach * reach { return true }
    }
    return false
  }

  /// Finds the groups that an item touches, and how much it covers of them.
  ///
  /// - Parameter coverage: the part that is covered of eight pixels of a row from a column on, in `0...1`.
  @inlinable @inline(__always)
  public mutating func cover(
    within bounds: GroupBounds, _ coverage: (_ column: Float, _ row: Float) -> SIMD8<Float>
  ) {
    touchedCount = 0
    let count = min(count, Self.capacity)
    if count <= 0 || bounds.isMissed(from: rows[0], to: rows[count &- 1]) { return }
    var found = 0
    for index in 0..<count {
      let (column, row) = (columns[index], rows[index])
      if !bounds.hasRow(row) { continue }
      var mask = SIMD8<UInt32>(repeating: 0xff)
      if !bounds.contains(column) {
        if !bounds.meets(column) { continue }
        mask &= bounds.mask(column)
      }
      touched[found] = Int32(truncatingIfNeeded: index)
      levels[found] = Lanes.levels(coverage(Float(column), Float(row))) & mask
      found &+= 1
    }
    touchedCount = found
  }

  /// The same for an item whose edges are lines within a pixel.
  ///
  /// First all lines are found, then what they leave of the pixels: a root and a quotient, one waiting for the other, take as long as
  /// a dozen groups whose next step is ready.
  ///
  /// - Parameter find: gives the lines that cut eight pixels of a row from a column on.
  @inlinable @inline(__always)
  public mutating func cut(
    within bounds: GroupBounds, _ find: (_ column: Float, _ row: Float) -> PixelCuts
  ) {
    touchedCount = 0
    let count = min(count, Self.capacity)
    if count <= 0 || bounds.isMissed(from: rows[0], to: rows[count &- 1]) { return }
    // Mostly of a step, whose groups are few and near each other.
    let isWithin =
      bounds.left <= left && right <= bounds.right && bounds.hasRow(rows[0])
      && bounds.hasRow(rows[count &- 1])
    var found = 0
    for index in 0..<count {
      let (column, row) = (columns[index], rows[index])
      if !isWithin {
        if !bounds.hasRow(row) { continue }
        if !bounds.contains(column) && !bounds.meets(column) { continue }
      }
      touched[found] = Int32(truncatingIfNeeded: index)
      cuts[found] = find(Float(column), Float(row))
      if !isWithin && !bounds.contains(column) {
        cuts[found] = cuts[found].masked(bounds.mask(column))
      }
      found &+= 1
    }
    for place in 0..<found { levels[place] = Lanes.levels(cuts[place].coverage) }
    touchedCount = found
  }

  /// The same for an item whose levels are ready.
  ///
  /// - Parameter find: gives the levels of eight pixels of a row from a column on, nil where it has none.
  @inlinable @inline(__always)
  public mutating func cover(
    within bounds: GroupBounds, _ find: (_ column: Int32, _ row: Int32) -> SIMD8<UInt32>?
  ) {
    touchedCount = 0
    let count = min(count, Self.capacity)
    if count <= 0 || bounds.isMissed(from: rows[0], to: rows[count &- 1]) { return }
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

  /// Lets less of the item show.
  ///
  /// - Parameter alpha: how much, `0...255`.
  @_optimize(speed)
  public mutating func scaleLevels(by alpha: UInt32) {
    for place in 0..<touchedCount {
      let product = levels[place] &* alpha &+ 128
      levels[place] = (product &+ product &>> 8) &>> 8
    }
  }

  /// Gets what the item is filled with.
  ///
  /// - Parameter words: of eight pixels of a row from a column on.
  @inlinable @inline(__always)
  public mutating func fillSources(_ words: (_ column: Int, _ row: Int) -> SIMD8<UInt32>) {
    for place in 0..<touchedCount {
      let index = Int(touched[place])
      sources[place] = words(Int(columns[index]), Int(rows[index]))
    }
  }
}

/// The pixels that an item may touch.
public struct GroupBounds: BitwiseCopyable, Sendable {
  /// The first column.
  public let left: Int32
  @usableFromInline let top: Int32
  /// The first column to the right.
  public let right: Int32
  @usableFromInline let height: UInt32
  // How many columns a group that lies within may begin at.
  @usableFromInline let starts: UInt32

  /// Creates bounds; right and bottom lie outside. They fit into 31 bits.
  @inline(__always)
  public init(left: Int, top: Int, right: Int, bottom: Int) {
    self.left = Int32(truncatingIfNeeded: left)
    self.top = Int32(truncatingIfNeeded: top)
    self.right = Int32(truncatingIfNeeded: right)
    height = UInt32(truncatingIfNeeded: max(0, bottom - top))
    starts = UInt32(truncatingIfNeeded: max(0, right - left - 7))
  }

  /// All pixels that any surface may have.
  public static var everywhere: GroupBounds {
    // So that all sums fit into 32 bits.
    let most = 1 << 29
    return GroupBounds(left: -most, top: -most, right: most, bottom: most)
  }

  /// Whether no row has one, from one to another.
  @inlinable @inline(__always)
  func isMissed(from first: Int32, to last: Int32) -> Bool {
    last < top || first >= top &+ Int32(truncatingIfNeeded: height)
  }

  /// All ones in those of eight rows that have none.
  @inlinable @inline(__always)
  public func missedRows(from row: Int) -> SIMD8<UInt32> {
    let middles = Lanes.middles(Float(row))
    let bottom = Float(top) + Float(height)
    return Lanes.negative(Lanes.lesser(middles - Float(top), bottom - middles))
  }

  /// Whether a row has one of them.
  @inlinable @inline(__always)
  func hasRow(_ row: Int32) -> Bool { UInt32(bitPattern: row &- top) < height }

  /// Whether all columns of a group are theirs.
  @inlinable @inline(__always)
  func contains(_ column: Int32) -> Bool { UInt32(bitPattern: column &- left) < starts }

  /// Whether a column of a group is.
  @inlinable @inline(__always)
  func meets(_ column: Int32) -> Bool { column < right && column &+ 8 > left }

  /// All ones in those lanes of a group whose columns are.
  @inlinable @inline(__always)
  func mask(_ column: Int32) -> SIMD8<UInt32> {
    let middles = Lanes.middles(Float(column))
    return Lanes.negative(Float(left) - middles) & Lanes.negative(middles - Float(right))
  }
}
