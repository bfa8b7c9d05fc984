import RasterKernels

/// A growing list of elements that its owner refills for each row.
///
/// An array checks at each write whether it is shared, and these lists are written some hundred
/// times in a frame that takes a microsecond. So this type encapsulates a pointer: it has one
/// owner, checks every access, and keeps its capacity.
@safe struct ReusableBuffer<Element: ~Copyable>: ~Copyable {
  /// The number of elements.
  private(set) var count = 0
  private var capacity: Int
  // SAFETY: owned, valid until deinit; the first `count` are initialized.
  private var base: UnsafeMutablePointer<Element>

  /// Creates an empty list.
  init(capacity: Int) {
    self.capacity = capacity
    unsafe base = UnsafeMutablePointer.allocate(capacity: capacity)
  }

  deinit {
    unsafe base.deinitialize(count: count)
    unsafe base.deallocate()
  }

  /// The capacity in bytes.
  var byteCount: Int { capacity * MemoryLayout<Element>.stride }

  @inline(never)
  private mutating func grow() {
    capacity *= 2
    let stride = MemoryLayout<Element>.stride
    // SAFETY: moving an element is copying its bytes, since none has a weak reference.
    unsafe base = grown(
      base, byteCount: count * stride, to: capacity * stride, MemoryLayout<Element>.alignment
    ).assumingMemoryBound(to: Element.self)
  }

  /// Removes all elements, but keeps the capacity.
  @inline(__always)
  mutating func removeAll() {
    unsafe base.deinitialize(count: count)
    count = 0
  }

  /// Appends an element; grows if necessary.
  @inline(__always)
  mutating func append(_ element: consuming Element) {
    if count == capacity { grow() }
    unsafe (base + count).initialize(to: element)
    count &+= 1
  }

  /// Removes the last element. Traps if the list is empty.
  mutating func removeLast() {
    precondition(count > 0, "an empty row")
    count -= 1
    unsafe (base + count).deinitialize(count: 1)
  }

  /// Borrows an element in place for reading. Traps if the index is outside.
  @inline(__always)
  func with<Result>(_ index: Int, _ body: (borrowing Element) -> Result) -> Result {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside the row")
    return unsafe body(base[index])
  }

  /// Borrows an element in place for writing. Traps if the index is outside.
  @inline(__always)
  mutating func modify<Result>(_ index: Int, _ body: (inout Element) -> Result) -> Result {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside the row")
    return unsafe body(&base[index])
  }
}

extension ReusableBuffer where Element: BitwiseCopyable {
  /// Removes an element. Traps if the index is outside.
  @inline(__always)
  mutating func remove(at index: Int) {
    precondition(index >= 0 && index < count, "outside the row")
    for place in index..<(count - 1) { unsafe base[place] = base[place + 1] }
    count -= 1
  }

  /// The element at an index. Traps if the index is outside.
  @inline(__always)
  subscript(_ index: Int) -> Element {
    get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside the row")
      return unsafe base[index]
    }
    set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside the row")
      unsafe base[index] = newValue
    }
  }
}

/// Moves bytes to larger memory; not generic, so that all element types share one function.
@unsafe @inline(never)
private func grown(
  _ base: UnsafeMutableRawPointer, byteCount: Int, to room: Int, _ alignment: Int
) -> UnsafeMutableRawPointer {
  let larger = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: alignment)
  unsafe larger.copyMemory(from: base, byteCount: byteCount)
  unsafe base.deallocate()
  return unsafe larger
}

extension ReusableBuffer where Element: BitwiseCopyable {
  /// Replaces all elements by `count` copies of one element.
  @inline(__always)
  mutating func fill(_ element: Element, count: Int) {
    removeAll()
    while capacity < count { grow() }
    unsafe base.initialize(repeating: element, count: count)
    self.count = count
  }

  /// Appends elements.
  mutating func append(contentsOf other: Span<Element>) {
    while capacity &- count < other.count { grow() }
    let end = unsafe base + count
    unsafe other.withUnsafeBufferPointer {
      guard let start = $0.baseAddress else { return }
      unsafe end.initialize(from: start, count: $0.count)
    }
    count += other.count
  }

  /// Sorts the elements; the sort is not stable.
  mutating func sort(_ isBefore: (Element, Element) -> Bool) {
    var gap = count
    while gap > 1 {
      gap = gap > 4 ? gap * 4 / 9 : 1
      for end in gap..<count {
        let element = self[end]
        var place = end
        while place >= gap && isBefore(element, self[place - gap]) {
          self[place] = self[place - gap]
          place -= gap
        }
        self[place] = element
      }
    }
  }

  /// Appends uninitialized elements, and returns the slice to write them. The caller writes each of
  /// them, or removes it.
  ///
  /// - Parameter before: the number of elements before the new ones to include in the slice.
  mutating func appendUninitialized(adding added: Int, behind before: Int = 0) -> OutputSlice<
    Element
  > {
    precondition(before >= 0 && before <= count, "outside the row")
    while capacity &- count < added { grow() }
    let room = unsafe OutputSlice(base: base + (count - before), count: before + added)
    count += added
    return room
  }

  /// Removes all elements except the first `kept`. Traps if there are fewer.
  mutating func removeLast(keeping kept: Int) {
    precondition(kept >= 0 && kept <= count, "outside the row")
    count = kept
  }

  /// The elements as a slice. The caller keeps the buffer alive and unchanged while the slice is
  /// used.
  func lend() -> UnsafeSlice<Element> { unsafe UnsafeSlice(base: base, count: count) }
}
