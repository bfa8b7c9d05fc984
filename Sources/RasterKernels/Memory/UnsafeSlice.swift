/// Elements beside each other, lent for reading.
@safe public struct UnsafeSlice<Element: BitwiseCopyable>: BitwiseCopyable {
  /// How many there are.
  public let count: Int
  // SAFETY: only read; the owner keeps the elements alive and unchanged.
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
  func isSame(as other: UnsafeSlice) -> Bool { unsafe base == other.base && count == other.count }

  /// Some of them. Traps unless all of these are there.
  @inlinable @inline(__always)
  public func part(from start: Int, count needed: Int) -> UnsafeSlice {
    let isThere = UInt(bitPattern: start) <= UInt(bitPattern: count &- needed)
    precondition(isThere && needed >= 0 && needed <= count, "outside the row")
    return unsafe UnsafeSlice(base: base + start, count: needed)
  }

  /// One of some rows beside each other, of one width; of no width where there is no such row.
  /// Traps unless all rows are there.
  @inlinable @inline(__always)
  func row(_ row: Int, of rowCount: Int, width: Int) -> UnsafeSlice {
    // The same for all rows, so a loop asks it once.
    precondition(rowCount >= 0 && width >= 0 && rowCount &* width <= count, "outside the rows")
    let isThere = UInt(bitPattern: row) < UInt(bitPattern: rowCount)
    return unsafe UnsafeSlice(base: base + (isThere ? row &* width : 0), count: isThere ? width : 0)
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

extension UnsafeSlice where Element == SIMD8<UInt8> {
  /// Eight bytes from any of them on. Traps unless all of them are there.
  @inlinable @inline(__always)
  public func bytes(at place: Int) -> SIMD8<UInt8> {
    precondition(place >= 0 && place <= count &* 8 &- 8, "outside the row")
    return unsafe UnsafeRawPointer(base).loadUnaligned(
      fromByteOffset: place, as: SIMD8<UInt8>.self)
  }
}

/// Room for elements beside each other, lent for writing.
@safe public struct OutputSlice<Element: BitwiseCopyable>: BitwiseCopyable {
  /// How many there are.
  public let count: Int
  // SAFETY: the owner keeps the memory alive, and nothing else writes there.
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

extension OutputSlice {
  /// The element at an index, which was written before. Traps beyond the last one.
  @inlinable @inline(__always)
  subscript(_ index: Int) -> Element {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside the room")
    return unsafe base[index]
  }
}

extension OutputSlice where Element == SIMD8<UInt8> {
  /// Writes four elements. Traps beyond the last one.
  @inlinable @inline(__always)
  func setFour(_ bytes: SIMD32<UInt8>, at index: Int) {
    precondition(UInt(bitPattern: index) < UInt(max(0, count &- 3)), "outside the room")
    unsafe UnsafeMutableRawPointer(base + index).storeBytes(of: bytes, as: SIMD32<UInt8>.self)
  }

  /// Writes an element, given four times, and its last byte into the four elements behind it. Traps
  /// beyond the last one.
  @inlinable @inline(__always)
  func set(_ fourfold: SIMD32<UInt8>, repeatingLastAt index: Int) {
    precondition(UInt(bitPattern: index) < UInt(max(0, count &- 4)), "outside the room")
    let place = unsafe UnsafeMutableRawPointer(base + index)
    unsafe place.storeBytes(of: Lanes.uint64(fourfold), as: UInt64.self)
    unsafe place.storeBytes(of: Lanes.lastByte(fourfold), toByteOffset: 8, as: SIMD32<UInt8>.self)
  }

  /// Four elements as numbers, which were written before. Traps beyond the last one.
  @inlinable @inline(__always)
  func four(at index: Int) -> SIMD4<UInt64> {
    precondition(UInt(bitPattern: index) < UInt(max(0, count &- 3)), "outside the room")
    return unsafe UnsafeRawPointer(base + index).loadUnaligned(as: SIMD4<UInt64>.self)
  }
}

/// Words of a picture, row by row, lent for reading.
@safe public struct UnsafeWordRows: BitwiseCopyable, Sendable {
  /// Words of a row.
  public let width: Int
  /// Rows.
  public let height: Int
  // SAFETY: only read; the owner keeps the words alive and unchanged.
  @usableFromInline nonisolated(unsafe) let base: UnsafePointer<UInt32>?
  // At how many columns eight words may begin.
  @usableFromInline let starts: UInt

  /// Lends words that lie without gaps.
  @unsafe public init(base: UnsafePointer<UInt32>?, width: Int, height: Int) {
    unsafe self.base = base
    (self.width, self.height) = (width, unsafe base == nil ? 0 : height)
    starts = UInt(max(0, width - 7))
  }

  /// No words.
  public static var none: UnsafeWordRows { unsafe UnsafeWordRows(base: nil, width: 0, height: 0) }

  /// Eight words of a row from a column on, which may lie beside the picture: there they are zero.
  /// Traps beside the rows.
  @inlinable @inline(__always)
  public func eight(_ x: Int, _ y: Int) -> SIMD8<UInt32> {
    precondition(UInt(bitPattern: y) < UInt(bitPattern: height), "words outside the rows")
    // SAFETY: where there are rows there is a pointer.
    let row = unsafe base.unsafelyUnwrapped + y &* width
    if UInt(bitPattern: x) < starts {
      // SAFETY: checked just above.
      return unsafe UnsafeRawPointer(row + x).loadUnaligned(as: SIMD8<UInt32>.self)
    }
    return unsafe Self.part(row, x, width)
  }

  /// Where words of a row are. Traps unless all of them are there.
  @unsafe @inlinable @inline(__always)
  public func words(_ x: Int, _ y: Int, count: Int) -> UnsafePointer<UInt32> {
    precondition(
      UInt(bitPattern: y) < UInt(bitPattern: height) && count <= width
        && UInt(bitPattern: x) <= UInt(bitPattern: width &- count), "words outside the rows")
    // SAFETY: where there are rows there is a pointer.
    return unsafe base.unsafelyUnwrapped + (y &* width &+ x)
  }

  /// The address of the first word of the first row, as a number.
  @inlinable @inline(__always)
  public var address: Int { unsafe Int(bitPattern: base) }

  /// Those of eight words that lie in a row.
  @usableFromInline @inline(never)
  static func part(_ row: UnsafePointer<UInt32>, _ x: Int, _ width: Int) -> SIMD8<UInt32> {
    var words = SIMD8<UInt32>(repeating: 0)
    for lane in 0..<8 where x + lane >= 0 && x + lane < width {
      unsafe words[lane] = row[x + lane]
    }
    return words
  }
}
