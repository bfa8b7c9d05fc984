/// Edges of one section, side by side in lanes.
@frozen public struct EdgeBlock: BitwiseCopyable {
  // The fields of `Edge`, in the order in which `EdgeBlocks` writes their lanes.
  @usableFromInline var topX = SIMD8<Float>()
  @usableFromInline var topY = SIMD8<Float>()
  @usableFromInline var bottomX = SIMD8<Float>()
  @usableFromInline var bottomY = SIMD8<Float>()
  @usableFromInline var winding = SIMD8<Float>()
  @usableFromInline var bend = SIMD8<Float>()
  /// The number of edges, `1...8`. Unused lanes have edges of zero height, between two rows.
  public var count = 0
  /// The section of the outline, from 1; 0 for edges beside the area.
  public var section: Int32 = 0
  /// The number of sections back to the first section of the contour, if this section closes the
  /// contour; otherwise 0.
  public var wrap: Int32 = 0

  init(section: Int32) { self.section = section }
}

/// Edges in the order of their outlines, in blocks of eight.
///
/// It owns its memory and encapsulates all unsafe access to it.
@safe public struct EdgeBlocks: ~Copyable {
  /// The number of blocks.
  @inlinable public var count: Int { blockCount }
  @usableFromInline var blockCount = 0
  @usableFromInline var capacity = 64
  // SAFETY: owned, valid until deinit, and initialized for all of the capacity.
  @usableFromInline var base: UnsafeMutablePointer<EdgeBlock>
  // The last block; while empty, the first one, marked as full.
  @usableFromInline var last: UnsafeMutablePointer<EdgeBlock>

  /// Creates an empty list.
  public init() {
    unsafe base = .allocate(capacity: capacity)
    unsafe base.initialize(repeating: EdgeBlock(section: 0), count: capacity)
    unsafe last = base
    removeAll()
  }

  deinit { unsafe base.deallocate() }

  /// Removes all edges, but keeps the memory.
  public mutating func removeAll() {
    blockCount = 0
    unsafe last = base
    unsafe last.pointee.count = 8
  }

  /// Adds an edge.
  public mutating func append(_ edge: Edge) {
    var lane = unsafe last.pointee.count
    let hasRoom = unsafe last.pointee.section == edge.section && lane < 8
    if !hasRoom {
      open(edge.section)
      lane = 0
    }
    // SAFETY: the last block has a free lane; each field is eight floats.
    let block = unsafe last
    let floats = unsafe UnsafeMutableRawPointer(block) + lane &* 4
    unsafe floats.storeBytes(of: edge.topX, as: Float.self)
    unsafe floats.storeBytes(of: edge.topY, toByteOffset: 32, as: Float.self)
    unsafe floats.storeBytes(of: edge.bottomX, toByteOffset: 64, as: Float.self)
    unsafe floats.storeBytes(of: edge.bottomY, toByteOffset: 96, as: Float.self)
    unsafe floats.storeBytes(of: edge.winding, toByteOffset: 128, as: Float.self)
    unsafe floats.storeBytes(of: edge.bend, toByteOffset: 160, as: Float.self)
    unsafe block.pointee.count = lane &+ 1
  }

  /// Begins a block.
  private mutating func open(_ section: Int32) {
    if count == capacity { grow() }
    unsafe last = base + count
    unsafe last.pointee.section = section
    unsafe last.pointee.wrap = 0
    // Unused lanes have edges of zero height.
    unsafe (last.pointee.topY, last.pointee.bottomY) = (SIMD8(), SIMD8())
    blockCount &+= 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<EdgeBlock>.allocate(capacity: 2 * capacity)
    unsafe larger.initialize(repeating: EdgeBlock(section: 0), count: 2 * capacity)
    unsafe larger.update(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
    capacity *= 2
  }

  /// The edge added last; nil if the list is empty.
  public var lastEdge: Edge? {
    if count == 0 { return nil }
    return edge(count - 1, self[count - 1].count - 1)
  }

  /// Removes the edge added last. Traps if the list is empty.
  public mutating func removeLast() {
    precondition(count > 0, "no edge")
    let lane = unsafe last.pointee.count - 1
    if lane == 0 {
      if count == 1 { return removeAll() }
      blockCount -= 1
      unsafe last -= 1
      return
    }
    unsafe last.pointee.count = lane
    unsafe (last.pointee.topY[lane], last.pointee.bottomY[lane]) = (0, 0)
  }

  /// Removes the first edge of a block; its lane stays unused.
  public mutating func removeFirst(of block: Int) {
    precondition(block >= 0 && block < count, "no such block")
    unsafe (base[block].topY[0], base[block].bottomY[0]) = (0, 0)
  }

  /// Marks a section as closing its contour, which began `distance` sections before.
  public mutating func wrap(_ section: Int32, _ distance: Int32) {
    var index = count - 1
    while index >= 0, unsafe base[index].section == section {
      unsafe base[index].wrap = distance
      index -= 1
    }
  }

  /// The block at an index. Traps if the index is outside.
  public subscript(_ index: Int) -> EdgeBlock {
    precondition(index >= 0 && index < count, "no such block")
    return unsafe base[index]
  }

  /// The edge in one lane of a block. Traps if there is none.
  public func edge(_ block: Int, _ lane: Int) -> Edge { lend().edge(block, lane) }

  /// The blocks as a slice. The caller keeps the list alive and unchanged while the slice is used.
  public func lend() -> UnsafeSlice<EdgeBlock> { unsafe UnsafeSlice(base: base, count: count) }
}

extension UnsafeSlice where Element == EdgeBlock {
  /// The edge in one lane of a block. Traps if the block or the lane does not exist.
  public func edge(_ block: Int, _ lane: Int) -> Edge {
    precondition(
      UInt(bitPattern: block) < UInt(bitPattern: count) && lane >= 0 && lane < 8, "no such edge")
    // SAFETY: each field of the block is eight floats.
    let floats = unsafe UnsafeRawPointer(base + block) + lane &* 4
    func field(_ index: Int) -> Float {
      unsafe floats.load(fromByteOffset: index &* 32, as: Float.self)
    }
    let (section, wrap) = sections(block)
    var edge = Edge(
      topX: field(0), topY: field(1), bottomX: field(2), bottomY: field(3), winding: field(4),
      bend: field(5), section: section)
    edge.wrap = wrap
    return edge
  }

  /// A bit for each edge of a block that begins above `end` and ends below `first`.
  public func lanes(_ index: Int, above end: Float, below first: Float) -> UInt32 {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside the row")
    return unsafe Lanes.laneBits(of: SIMD8(repeating: end), above: base[index].topY)
      & Lanes.laneBits(of: base[index].bottomY, above: SIMD8(repeating: first))
  }

  /// The section of a block's edges, and its distance to the first section of the contour, or 0.
  @inlinable @inline(__always)
  public func sections(_ index: Int) -> (Int32, wrap: Int32) {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside the row")
    return unsafe (base[index].section, base[index].wrap)
  }
}
