/// A read-only slice of contiguous elements, which it does not own.
@safe public struct UnsafeSlice<Element: BitwiseCopyable>: BitwiseCopyable {
  /// The number of elements.
  public let count: Int
  // SAFETY: only read; the owner keeps the elements alive and unchanged.
  @usableFromInline let base: UnsafePointer<Element>

  /// Creates a slice. The caller keeps the elements alive and unchanged while the slice is used.
  @unsafe @inlinable @inline(__always)
  public init(base: UnsafePointer<Element>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  /// The elements as raw bytes.
  @unsafe public var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: base, count: count * MemoryLayout<Element>.stride)
  }

  /// Whether both slices refer to the same memory.
  func isSame(as other: UnsafeSlice) -> Bool { unsafe base == other.base && count == other.count }

  /// The `needed` elements from `start`. Traps if the range exceeds the slice.
  @inlinable @inline(__always)
  public func part(from start: Int, count needed: Int) -> UnsafeSlice {
    let isThere = UInt(bitPattern: start) <= UInt(bitPattern: count &- needed)
    precondition(isThere && needed >= 0 && needed <= count, "outside the row")
    return unsafe UnsafeSlice(base: base + start, count: needed)
  }

  /// One of `rowCount` contiguous rows of `width` elements; empty if `row` is outside. Traps if the
  /// slice is shorter than all rows.
  @inlinable @inline(__always)
  func row(_ row: Int, of rowCount: Int, width: Int) -> UnsafeSlice {
    // This check does not depend on the row, so the compiler hoists it out of loops.
    precondition(rowCount >= 0 && width >= 0 && rowCount &* width <= count, "outside the rows")
    let isThere = UInt(bitPattern: row) < UInt(bitPattern: rowCount)
    return unsafe UnsafeSlice(base: base + (isThere ? row &* width : 0), count: isThere ? width : 0)
  }

  /// The elements at an index and at that index + 8. Traps if the second is outside.
  @inlinable @inline(__always)
  func pair(_ index: Int) -> (Element, Element) {
    precondition(UInt(bitPattern: index) < UInt(max(0, count &- 8)), "outside the row")
    return unsafe (base[index], base[index &+ 8])
  }

  /// The element at an index. Traps if the index is outside.
  @inlinable @inline(__always)
  public subscript(_ index: Int) -> Element {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside the row")
    return unsafe base[index]
  }
}

extension UnsafeSlice where Element == SIMD8<UInt8> {
  /// Eight bytes from a byte offset, which may be unaligned. Traps if they exceed the slice.
  @inlinable @inline(__always)
  public func bytes(at place: Int) -> SIMD8<UInt8> {
    precondition(place >= 0 && place <= count &* 8 &- 8, "outside the row")
    return unsafe UnsafeRawPointer(base).loadUnaligned(
      fromByteOffset: place, as: SIMD8<UInt8>.self)
  }
}

/// A writable slice of contiguous elements, which it does not own.
@safe public struct OutputSlice<Element: BitwiseCopyable>: BitwiseCopyable {
  /// The number of elements.
  public let count: Int
  // SAFETY: the owner keeps the memory alive, and nothing else writes there.
  @usableFromInline let base: UnsafeMutablePointer<Element>

  /// Creates a slice. The caller keeps the memory alive and writes to it by this slice only.
  @unsafe @inlinable @inline(__always)
  public init(base: UnsafeMutablePointer<Element>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  /// Writes an element. Traps if the index is outside.
  @inlinable @inline(__always)
  public func set(_ element: Element, at index: Int) {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside the room")
    unsafe base[index] = element
  }
}

extension OutputSlice {
  /// Reads an element that has been written before. Traps if the index is outside.
  @inlinable @inline(__always)
  subscript(_ index: Int) -> Element {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside the room")
    return unsafe base[index]
  }
}

extension OutputSlice where Element == SIMD8<UInt8> {
  /// Writes four elements. Traps if the last one is outside.
  @inlinable @inline(__always)
  func setFour(_ bytes: SIMD32<UInt8>, at index: Int) {
    precondition(UInt(bitPattern: index) < UInt(max(0, count &- 3)), "outside the room")
    unsafe UnsafeMutableRawPointer(base + index).storeBytes(of: bytes, as: SIMD32<UInt8>.self)
  }

  /// Writes an element, and repeats its last byte in the four elements behind it. Traps if the last
  /// of these is outside.
  ///
  /// - Parameter fourfold: the element's eight bytes, repeated four times.
  @inlinable @inline(__always)
  func set(_ fourfold: SIMD32<UInt8>, repeatingLastAt index: Int) {
    precondition(UInt(bitPattern: index) < UInt(max(0, count &- 4)), "outside the room")
    let place = unsafe UnsafeMutableRawPointer(base + index)
    unsafe place.storeBytes(of: Lanes.uint64(fourfold), as: UInt64.self)
    unsafe place.storeBytes(of: Lanes.lastByte(fourfold), toByteOffset: 8, as: SIMD32<UInt8>.self)
  }

  /// Reads four elements that have been written before. Traps if the last one is outside.
  @inlinable @inline(__always)
  func four(at index: Int) -> SIMD4<UInt64> {
    precondition(UInt(bitPattern: index) < UInt(max(0, count &- 3)), "outside the room")
    return unsafe UnsafeRawPointer(base + index).loadUnaligned(as: SIMD4<UInt64>.self)
  }
}

/// Read-only access to the pixel words of an image, row by row. It does not own them.
@safe public struct UnsafeWordRows: BitwiseCopyable, Sendable {
  /// Words in a row.
  public let width: Int
  /// The number of rows.
  public let height: Int
  // SAFETY: only read; the owner keeps the words alive and unchanged.
  @usableFromInline nonisolated(unsafe) let base: UnsafePointer<UInt32>?
  // The number of columns at which eight words fit into the row.
  @usableFromInline let starts: UInt

  /// Creates rows of contiguous words; no rows if `base` is nil. The caller keeps the words alive
  /// and unchanged.
  @unsafe public init(base: UnsafePointer<UInt32>?, width: Int, height: Int) {
    unsafe self.base = base
    (self.width, self.height) = (width, unsafe base == nil ? 0 : height)
    starts = UInt(max(0, width - 7))
  }

  /// An image without rows.
  public static var none: UnsafeWordRows { unsafe UnsafeWordRows(base: nil, width: 0, height: 0) }

  /// Eight words of row `y` from column `x`; words left or right of the row are zero. Traps if `y`
  /// is outside.
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

  /// The address of `count` words of row `y` from column `x`. Traps if they exceed the row.
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

  /// Eight words from column `x`, with zeros left and right of the row.
  @usableFromInline @inline(never)
  static func part(_ row: UnsafePointer<UInt32>, _ x: Int, _ width: Int) -> SIMD8<UInt32> {
    var words = SIMD8<UInt32>(repeating: 0)
    for lane in 0..<8 where x + lane >= 0 && x + lane < width {
      unsafe words[lane] = row[x + lane]
    }
    return words
  }
}
