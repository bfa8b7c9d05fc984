import RasterKernels

/// A list of plain elements that one owner fills again for each row.
///
/// An array checks at every write whether it is shared, and these are written some hundred times in
/// a frame that takes a microsecond. So this is the fence around a pointer: it has one owner, every
/// access is checked, and it keeps the room that it has grown to.
@safe struct ReusableBuffer<Element: ~Copyable>: ~Copyable {
  /// How many elements have been appended.
  private(set) var count = 0
  private var capacity: Int
  // SAFETY: owned, valid until deinit; the first `count` are initialized.
  private var base: UnsafeMutablePointer<Element>

  /// Creates room.
  init(capacity: Int) {
    self.capacity = capacity
    unsafe base = UnsafeMutablePointer.allocate(capacity: capacity)
  }

  deinit {
    unsafe base.deinitialize(count: count)
    unsafe base.deallocate()
  }

  /// The bytes that it has room for.
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

  /// Forgets what was appended.
  @inline(__always)
  mutating func removeAll() {
    unsafe base.deinitialize(count: count)
    count = 0
  }

  /// Adds an element, growing if need be.
  @inline(__always)
  mutating func append(_ element: consuming Element) {
    if count == capacity { grow() }
    unsafe (base + count).initialize(to: element)
    count &+= 1
  }

  /// Takes the last element away.
  mutating func removeLast() {
    precondition(count > 0, "an empty row")
    count -= 1
    unsafe (base + count).deinitialize(count: 1)
  }

  /// An element lent for reading, where it is.
  @inline(__always)
  func with<Result>(_ index: Int, _ body: (borrowing Element) -> Result) -> Result {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside the row")
    return unsafe body(base[index])
  }

  /// An element lent for changing, where it is.
  @inline(__always)
  mutating func modify<Result>(_ index: Int, _ body: (inout Element) -> Result) -> Result {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside the row")
    return unsafe body(&base[index])
  }
}

extension ReusableBuffer where Element: BitwiseCopyable {
  /// Takes an element out of those appended.
  @inline(__always)
  mutating func remove(at index: Int) {
    precondition(index >= 0 && index < count, "outside the row")
    for place in index..<(count - 1) { unsafe base[place] = base[place + 1] }
    count -= 1
  }

  /// The element at an index. Traps beyond the last one.
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

/// Moves bytes to larger memory: one function for all kinds of elements.
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
  /// Makes it so many elements, all of them one.
  @inline(__always)
  mutating func fill(_ element: Element, count: Int) {
    removeAll()
    while capacity < count { grow() }
    unsafe base.initialize(repeating: element, count: count)
    self.count = count
  }

  /// Adds an element so many times.
  @inline(__always)
  mutating func append(_ element: Element, count added: Int) {
    while capacity &- count < added { grow() }
    let end = count &+ added
    while count < end {
      unsafe (base + count).initialize(to: element)
      count &+= 1
    }
  }

  /// Adds elements.
  mutating func append(contentsOf other: Span<Element>) {
    while capacity &- count < other.count { grow() }
    let end = unsafe base + count
    unsafe other.withUnsafeBufferPointer {
      guard let start = $0.baseAddress else { return }
      unsafe end.initialize(from: start, count: $0.count)
    }
    count += other.count
  }

  /// Puts the elements in order; those of which none comes before the other in any.
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

  /// Adds elements that are to be written, and lends their room. What of it was never written is no
  /// element: the caller writes it, or takes it away again.
  ///
  /// - Parameter before: so many elements before them are lent, too.
  mutating func appendUninitialized(adding added: Int, behind before: Int = 0) -> OutputSlice<
    Element
  > {
    precondition(before >= 0 && before <= count, "outside the row")
    while capacity &- count < added { grow() }
    let room = unsafe OutputSlice(base: base + (count - before), count: before + added)
    count += added
    return room
  }

  /// Takes all elements away behind the first ones.
  mutating func removeLast(keeping kept: Int) {
    precondition(kept >= 0 && kept <= count, "outside the row")
    count = kept
  }

  /// Lends the elements for reading. The caller keeps the buffer alive and unchanged while the
  /// slice is used.
  func lend() -> UnsafeSlice<Element> { unsafe UnsafeSlice(base: base, count: count) }
}
