/// Columns in each of eight rows, found for all eight at once: edges of shapes, ends of changes.
/// What the stages of finding them hand on. Those of the next eight rows may follow.
///
/// It owns its memory, and is the fence around that.
@safe public struct RowBoundaries: ~Copyable {
  @usableFromInline var length = 0
  /// A bit for each row in which the edges of the shape added last don't tell all.
  public var openRows: UInt32 = 0
  @usableFromInline var capacity = 64
  // In each row the first pixel whose center lies behind an edge, eight rows of one after the
  // other. SAFETY: owned, valid until deinit; eight numbers of each of the first `length` edges are
  // initialized.
  @usableFromInline var base: UnsafeMutablePointer<Int32>
  // Between which columns ranges are kept: single numbers, since a processor does not find eight in
  // what it just wrote as four and four.
  @usableFromInline var left: Float = 0
  @usableFromInline var right: Float = 0

  /// How many edges there are: two for each range.
  @inlinable @inline(__always)
  public var count: Int { length }

  /// Creates rows without edges.
  public init() { unsafe base = Self.room(capacity) }

  deinit { unsafe base.deallocate() }

  /// Begins rows of which only what lies between two columns is kept.
  @_optimize(speed)
  public mutating func begin(from left: Int, to right: Int) {
    removeAll()
    (self.left, self.right) = (Float(left), Float(right))
  }

  /// Forgets the edges.
  @inline(__always)
  public mutating func removeAll() { (length, openRows) = (0, 0) }

  // Where a cache's line begins, so that no edge lies on two of them.
  @unsafe private static func room(_ edges: Int) -> UnsafeMutablePointer<Int32> {
    unsafe UnsafeMutableRawPointer.allocate(byteCount: 32 * edges, alignment: 64).bindMemory(
      to: Int32.self, capacity: 8 * edges)
  }

  /// How many edges `reserve` makes room for.
  @inlinable public static var leastRoom: Int { 16 }

  /// Makes room for all edges that a shape or a change has.
  @inlinable @inline(__always)
  public mutating func reserve() { if capacity &- length < Self.leastRoom { grow() } }

  /// Makes room for twice as many.
  @export(interface) @inline(never) @_optimize(size)
  public mutating func grow() {
    let larger = unsafe Self.room(2 * capacity)
    unsafe larger.moveInitialize(from: base, count: 8 * count)
    unsafe base.deallocate()
    unsafe base = larger
    capacity *= 2
  }

  /// The edge at an index. Traps beyond the last one.
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

  // The caller has checked that there is room.
  @unsafe @inlinable @inline(__always)
  mutating func put(_ edge: SIMD8<Int32>, at index: Int) {
    unsafe UnsafeMutableRawPointer(base + 8 &* index).storeBytes(of: edge, as: SIMD8<Int32>.self)
  }

  /// Adds an edge. Traps without room.
  @inlinable @inline(__always)
  public mutating func append(_ edge: SIMD8<Int32>) {
    precondition(count < capacity, "no room for an edge")
    unsafe put(edge, at: length)
    length &+= 1
  }

  /// Adds an edge below some millions.
  @inlinable @inline(__always)
  public mutating func append(_ edge: SIMD8<Float>) { append(Lanes.rounded(edge)) }

  /// Adds a range: from one edge to another, inside out for none.
  @inlinable @inline(__always)
  public mutating func append(from first: SIMD8<Float>, to last: SIMD8<Float>) {
    let (left, right) = (SIMD8(repeating: left), SIMD8(repeating: right))
    precondition(length < capacity &- 1, "no room for a range")
    unsafe put(Lanes.rounded(Lanes.min(Lanes.max(first, left), right)), at: length)
    unsafe put(Lanes.rounded(Lanes.min(Lanes.max(last, left), right)), at: length &+ 1)
    length &+= 2
  }

  /// Whether no range begins before the end of those before it, of ranges that are some.
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

  /// Whether no range is wider than so many columns.
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

  /// Lends the edges, eight rows of one after the other. The caller keeps the table alive and
  /// unchanged while the slice is used.
  @inlinable @inline(__always)
  public func lend() -> UnsafeSlice<Int32> {
    unsafe UnsafeSlice(base: UnsafePointer(base), count: count &* 8)
  }

  /// Where an edge is in a row.
  @inlinable @inline(__always)
  public subscript(_ edge: Int, _ row: Int) -> Int { Int(lend()[edge &* 8 &+ row]) }
}
