import Kernels

/// A list of plain elements that one owner fills again for each row.
///
/// An array checks at every write whether it is shared, and these are written some hundred times in a frame that takes
/// a microsecond. So this is the fence around a pointer: it has one owner, every access is checked, and it keeps the room
/// that it has grown to.
@safe struct RowBuffer<Element: ~Copyable>: ~Copyable {
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
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    unsafe larger.moveInitialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
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

extension RowBuffer where Element: BitwiseCopyable {
  /// Takes an element out of those appended.
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

extension RowBuffer where Element: BitwiseCopyable {
  /// Makes it so many elements, all of them one.
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

  /// Lends the elements for reading. Whoever asks keeps the buffer for as long as they are used, and does not change
  /// it.
  func lend() -> LentRow<Element> { unsafe LentRow(base: base, count: count) }
}

/// A pixel of a row that edges are added into.
struct AreaCell: BitwiseCopyable {
  /// How much its winding number, averaged, differs from that of the pixel before.
  var area: Float = 0
  /// Which section of an outline passed it first; 0 for none.
  var section: Int32 = 0
}

extension RowBuffer where Element == AreaCell {
  /// Adds to an area. Traps beyond the last cell.
  @inline(__always)
  mutating func add(_ area: Float, at index: Int) {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside the row")
    unsafe base[index].area += area
  }

  /// Adds to an area as an edge of a section. Traps beyond the last cell.
  ///
  /// - Returns: the section that passed first.
  @inline(__always)
  mutating func add(_ area: Float, of section: Int32, at index: Int) -> Int32 {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside the row")
    unsafe base[index].area += area
    let known = unsafe base[index].section
    if known != 0 { return known }
    unsafe base[index].section = section
    return section
  }

  /// Takes out eight areas from an index on, and leaves nothing. Traps unless all of them are there.
  @inline(__always)
  mutating func takeEight(_ index: Int) -> SIMD8<Float> {
    precondition(index >= 0 && index <= count &- 8, "outside the row")
    // SAFETY: checked just above; eight cells are sixteen lanes.
    let place = unsafe UnsafeMutableRawPointer(base + index)
    let lanes = unsafe place.loadUnaligned(as: SIMD16<Float>.self)
    unsafe place.storeBytes(of: SIMD16<Float>(repeating: 0), as: SIMD16<Float>.self)
    return Lanes.even(lanes)
  }
}

/// Elements of a `RowBuffer`, lent for reading.
@safe struct LentRow<Element: BitwiseCopyable>: BitwiseCopyable {
  /// How many there are.
  let count: Int
  // SAFETY: only read; whoever lends it keeps the buffer, and keeps it unchanged.
  private let base: UnsafePointer<Element>

  fileprivate init(base: UnsafePointer<Element>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  /// The element at an index. Traps beyond the last one.
  @inline(__always)
  subscript(_ index: Int) -> Element {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "outside the row")
    return unsafe base[index]
  }
}

extension LentRow where Element == SIMD8<UInt8> {
  /// Eight bytes from any of them on. Traps unless all of them are there.
  @inline(__always)
  func bytes(at place: Int) -> SIMD8<UInt8> {
    precondition(place >= 0 && place <= count &* 8 &- 8, "outside the row")
    return unsafe UnsafeRawPointer(base).loadUnaligned(
      fromByteOffset: place, as: SIMD8<UInt8>.self)
  }
}

extension RowBuffer where Element == Int32 {
  /// Adds eight elements.
  @inline(__always)
  mutating func append(_ eight: SIMD8<Int32>) {
    while count + 8 > capacity { grow() }
    // SAFETY: there is room, as just made sure.
    unsafe UnsafeMutableRawPointer(base + count).storeBytes(of: eight, as: SIMD8<Int32>.self)
    count &+= 8
  }
}
