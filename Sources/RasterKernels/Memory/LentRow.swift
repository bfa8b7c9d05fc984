/// Elements beside each other, lent for reading.
@safe public struct LentRow<Element: BitwiseCopyable>: BitwiseCopyable {
  /// How many there are.
  public let count: Int
  // SAFETY: only read; whoever lends it keeps the elements, and keeps them unchanged.
  @usableFromInline let base: UnsafePointer<Element>

  /// Lends elements.
  @unsafe @inlinable @inline(__always)
  public init(base: UnsafePointer<Element>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  /// All of its bytes.
  @unsafe public var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: base, count: count * MemoryLayout<Element>.stride)
  }

  /// Whether it is the same memory.
  func isSame(as other: LentRow) -> Bool { unsafe base == other.base && count == other.count }

  /// Some of them. Traps unless all of these are there.
  @inlinable @inline(__always)
  public func part(from start: Int, count needed: Int) -> LentRow {
    let isThere = UInt(bitPattern: start) <= UInt(bitPattern: count &- needed)
    precondition(isThere && needed >= 0 && needed <= count, "outside the row")
    return unsafe LentRow(base: base + start, count: needed)
  }

  /// One of some rows beside each other, of one width; of no width where there is no such row. Traps unless all rows are there.
  @inlinable @inline(__always)
  func row(_ row: Int, of rowCount: Int, width: Int) -> LentRow {
    // The same for all rows, so a loop asks it once.
    precondition(rowCount >= 0 && width >= 0 && rowCount &* width <= count, "outside the rows")
    let isThere = UInt(bitPattern: row) < UInt(bitPattern: rowCount)
    return unsafe LentRow(base: base + (isThere ? row &* width : 0), count: isThere ? width : 0)
  }

  /// The element at an index, and that eight further. Traps beyond the last one.
  @inlinable @inline(__always)
  func pair(_ index: Int) -> (Element, Element) {
    precondition(UInt(bitPattern: index) < UInt(max(0, count &- 8)), "outside the row")
    return unsafe (base[index], base[index &+ 8])
  }

  /// The element at an index. Traps beyond the last one.
  @inlinable @inline(__always)
  public subscript(_ index: Int) -> Element {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside the row")
    return unsafe base[index]
  }
}

extension LentRow where Element == SIMD8<UInt8> {
  /// Eight bytes from any of them on. Traps unless all of them are there.
  @inlinable @inline(__always)
  public func bytes(at place: Int) -> SIMD8<UInt8> {
    precondition(place >= 0 && place <= count &* 8 &- 8, "outside the row")
    return unsafe UnsafeRawPointer(base).loadUnaligned(
      fromByteOffset: place, as: SIMD8<UInt8>.self)
  }

  /// Where the first byte is. Traps unless so many are there from a place on.
  @unsafe @inlinable @inline(__always)
  public func start(with bytes: Int, from place: Int) -> UnsafeRawPointer {
    precondition(place >= 0 && bytes >= 0 && place <= count &* 8 &- bytes, "outside the row")
    return unsafe UnsafeRawPointer(base)
  }
}

/// Room for elements beside each other, lent for writing.
@safe public struct LentRoom<Element: BitwiseCopyable>: BitwiseCopyable {
  /// How many there are.
  public let count: Int
  // SAFETY: whoever lends it keeps it, and nobody else writes there.
  @usableFromInline let base: UnsafeMutablePointer<Element>

  /// Lends room.
  @unsafe @inlinable @inline(__always)
  public init(base: UnsafeMutablePointer<Element>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  /// Writes an element. Traps beyond the last one.
  @inlinable @inline(__always)
  public func set(_ element: Element, at index: Int) {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside the room")
    unsafe base[index] = element
  }
}

extension LentRoom {
  /// Where an element goes, and those behind it. Traps unless there is room for so many.
  @unsafe @inlinable @inline(__always)
  func start(count needed: Int, at index: Int) -> UnsafeMutablePointer<Element> {
    precondition(index >= 0 && needed >= 0 && index <= count &- needed, "outside the room")
    return unsafe base + index
  }
}
