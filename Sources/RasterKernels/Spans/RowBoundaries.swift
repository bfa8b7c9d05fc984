/// Column boundaries in eight rows, computed for all eight rows at once: edges of shapes, or ends
/// of damaged ranges. Those of the next eight rows may follow.
///
/// It owns its memory and encapsulates all unsafe access to it.
@safe public struct RowBoundaries: ~Copyable {
  @usableFromInline var length = 0
  /// A bit for each row in which the boundaries of the last shape do not determine its coverage.
  public var openRows: UInt32 = 0
  @usableFromInline var capacity = 64
  // The first pixel whose center lies right of a boundary, eight rows of one boundary after the
  // other. SAFETY: owned, valid until deinit; eight numbers of each of the first `length`
  // boundaries are initialized.
  @usableFromInline var base: UnsafeMutablePointer<Int32>
  // The columns to which ranges are clipped. They are scalars, because store forwarding fails if a
  // vector load reads data that two stores wrote.
  @usableFromInline var left: Float = 0
  @usableFromInline var right: Float = 0

  /// The number of boundaries: two for each range.
  @inlinable @inline(__always)
  public var count: Int { length }

  /// Creates rows without boundaries.
  public init() { unsafe base = Self.room(capacity) }

  deinit { unsafe base.deallocate() }

  /// Removes all boundaries, and clips later ranges to `left..<right`.
  @_optimize(speed)
  public mutating func begin(from left: Int, to right: Int) {
    removeAll()
    (self.left, self.right) = (Float(left), Float(right))
  }

  /// Removes all boundaries.
  @inline(__always)
  public mutating func removeAll() { (length, openRows) = (0, 0) }

  // Aligned to cache lines, so that no boundary crosses one.
  @unsafe private static func room(_ edges: Int) -> UnsafeMutablePointer<Int32> {
    unsafe UnsafeMutableRawPointer.allocate(byteCount: 32 * edges, alignment: 64).bindMemory(
      to: Int32.self, capacity: 8 * edges)
  }

  /// The number of boundaries for which `reserve` makes room.
  @inlinable public static var leastRoom: Int { 16 }

  /// Makes room for all boundaries of one shape or change.
  @inlinable @inline(__always)
  public mutating func reserve() { if capacity &- length < Self.leastRoom { grow() } }

  /// Doubles the capacity.
  @export(interface) @inline(never) @_optimize(size)
  public mutating func grow() {
    let larger = unsafe Self.room(2 * capacity)
    unsafe larger.moveInitialize(from: base, count: 8 * count)
    unsafe base.deallocate()
    unsafe base = larger
    capacity *= 2
  }

  /// The boundary at an index. Traps if the index is outside.
  @inlinable @inline(__always)
  public subscript(_ index: Int) -> SIMD8<Int32> {
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no such edge")
      return unsafe UnsafeRawPointer(base + 8 &* index).load(as: SIMD8<Int32>.self)
    }
    set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no such edge")
      unsafe put(newValue, at: index)
    }
  }

  // The caller has checked the capacity.
  @unsafe @inlinable @inline(__always)
  mutating func put(_ edge: SIMD8<Int32>, at index: Int) {
    unsafe UnsafeMutableRawPointer(base + 8 &* index).storeBytes(of: edge, as: SIMD8<Int32>.self)
  }

  /// Appends a boundary. Traps without room.
  @inlinable @inline(__always)
  public mutating func append(_ edge: SIMD8<Int32>) {
    precondition(count < capacity, "no room for an edge")
    unsafe put(edge, at: length)
    length &+= 1
  }

  /// Appends a boundary, rounded to nearest. Magnitudes are below 2²².
  @inlinable @inline(__always)
  public mutating func append(_ edge: SIMD8<Float>) { append(Lanes.rounded(edge)) }

  /// Appends a range, clipped to the columns; empty if it ends before it starts. Traps without
  /// room.
  @inlinable @inline(__always)
  public mutating func append(from first: SIMD8<Float>, to last: SIMD8<Float>) {
    let (left, right) = (SIMD8(repeating: left), SIMD8(repeating: right))
    precondition(length < capacity &- 1, "no room for a range")
    unsafe put(Lanes.rounded(Lanes.min(Lanes.max(first, left), right)), at: length)
    unsafe put(Lanes.rounded(Lanes.min(Lanes.max(last, left), right)), at: length &+ 1)
    length &+= 2
  }

  /// Whether every nonempty range starts at or behind the end of all ranges before it.
  @inline(__always)
  public func areRangesOrdered() -> Bool {
    if count <= 2 { return true }
    // Differences of columns never wrap around.
    var (disorder, end) = (SIMD8<Int32>(repeating: 0), self[1])
    var index = 2
    while index < count &- 1 {
      let (start, stop) = (self[index], self[index &+ 1])
      disorder |= (start &- end) & (start &- stop)
      end = Lanes.max(end, stop)
      index &+= 2
    }
    return Lanes.laneBits(of: disorder, above: -1) == 0xff
  }

  /// Whether no range is wider than `columns`.
  @inline(__always)
  public func areRanges(within columns: Int32) -> Bool {
    var excess = SIMD8<Int32>(repeating: 0)
    var index = 0
    while index < count &- 1 {
      excess |= self[index] &+ columns &- self[index &+ 1]
      index &+= 2
    }
    return Lanes.laneBits(of: excess, above: -1) == 0xff
  }

  /// The boundaries as a slice, eight rows of one after the other. The caller keeps the table alive
  /// and unchanged while the slice is used.
  @inlinable @inline(__always)
  public func lend() -> UnsafeSlice<Int32> {
    unsafe UnsafeSlice(base: UnsafePointer(base), count: count &* 8)
  }

  /// The column of a boundary in one row.
  @inlinable @inline(__always)
  public subscript(_ edge: Int, _ row: Int) -> Int { Int(lend()[edge &* 8 &+ row]) }
}
