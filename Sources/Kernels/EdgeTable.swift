/// Columns in each of eight rows, found for all eight at once: edges of shapes, ends of changes. What the stages of finding them hand on.
///
/// It owns its memory, and is the fence around that.
@safe public struct EdgeTable: ~Copyable {
  @usableFromInline var length = 0
  /// A bit for each row in which the edges of the shape added last don't tell all.
  public var unsettledRows: UInt32 = 0
  @usableFromInline var capacity = 64
  // SAFETY: owned, valid until deinit; the first `count` are initialized. In each row the first pixel whose centre lies behind an edge.
  @usableFromInline var base: UnsafeMutablePointer<SIMD8<Int32>>
  // Between which columns ranges are kept: single numbers, since a processor does not find eight in what it just wrote as four and four.
  @usableFromInline var left: Float = 0
  @usableFromInline var right: Float = 0

  /// How many edges there are: two for each range.
  @inlinable @inline(__always)
  public var count: Int { length }

  /// Creates rows without edges.
  public init() { unsafe base = .allocate(capacity: capacity) }

  deinit { unsafe base.deallocate() }

  /// Begins eight rows of which only what lies between two columns is kept.
  @_optimize(speed)
  public mutating func begin(from left: Int, to right: Int) {
    removeAll()
    (self.left, self.right) = (Float(left), Float(right))
  }

  /// Forgets the edges.
  @inline(__always)
  public mutating func removeAll() { (length, unsettledRows) = (0, 0) }

  /// How many edges `reserve` makes room for.
  @inlinable public static var leastRoom: Int { 16 }

  /// Makes room for all edges that a shape or a change has.
  @inlinable @inline(__always)
  public mutating func reserve() { if capacity &- length < Self.leastRoom { grow() } }

  @inline(never) @_optimize(size) @usableFromInline
  mutating func grow() {
    let larger = UnsafeMutablePointer<SIMD8<Int32>>.allocate(capacity: 2 * capacity)
    unsafe larger.moveInitialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
    capacity *= 2
  }

  /// The edge at an index. Traps beyond the last one.
  @inlinable @inline(__always)
  public subscript(_ index: Int) -> SIMD8<Int32> {
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no such edge")
      return unsafe base[index]
    }
    set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no such edge")
      unsafe base[index] = newValue
    }
  }

  /// Adds an edge. Traps without room.
  @inlinable @inline(__always)
  public mutating func append(_ edge: SIMD8<Int32>) {
    precondition(count < capacity, "no room for an edge")
    unsafe (base + count).initialize(to: edge)
    length &+= 1
  }

  /// Adds an edge below some millions.
  @inlinable @inline(__always)
  public mutating func append(_ edge: SIMD8<Float>) { append(Lanes.nearest(edge)) }

  /// Adds a range: from one edge to another, inside out for none.
  @inlinable @inline(__always)
  public mutating func append(from first: SIMD8<Float>, to last: SIMD8<Float>) {
    let (left, right) = (SIMD8(repeating: left), SIMD8(repeating: right))
    precondition(length < capacity &- 1, "no room for a range")
    unsafe (base + length).initialize(
      to: Lanes.nearest(Lanes.lesser(Lanes.greater(first, left), right)))
    unsafe (base + length + 1).initialize(
      to: Lanes.nearest(Lanes.lesser(Lanes.greater(last, left), right)))
    length &+= 2
  }

  /// Whether no range begins before the end of those before it, of ranges that are some.
  @inline(__always)
  public mutating func areRangesOrdered() -> Bool {
    if count <= 2 { return true }
    // Differences of columns never wrap around.
    var (disorder, end) = (SIMD8<Int32>(repeating: 0), self[1])
    var index = 2
    while index < count &- 1 {
      let (start, stop) = (self[index], self[index &+ 1])
      disorder |= (start &- end) & (start &- stop)
      end = Lanes.greater(end, stop)
      index &+= 2
    }
    return Lanes.bits(of: disorder, above: -1) == 0xff
  }

  /// Whether no range is wider than so many columns.
  @inline(__always)
  public mutating func areRanges(within columns: Int32) -> Bool {
    var index = 0
    while index < count &- 1 {
      if Lanes.bits(of: self[index &+ 1] &- self[index], above: columns) != 0 { return false }
      index &+= 2
    }
    return true
  }

  /// Lends the edges, eight rows of one after the other. Whoever asks keeps them, and does not change them.
  @inlinable @inline(__always)
  public func lend() -> LentRow<Int32> {
    unsafe LentRow(
      base: UnsafeRawPointer(base).assumingMemoryBound(to: Int32.self), count: count &* 8)
  }

  /// Where an edge is in a row.
  @inlinable @inline(__always)
  public subscript(_ edge: Int, _ row: Int) -> Int { Int(lend()[edge &* 8 &+ row]) }
}
