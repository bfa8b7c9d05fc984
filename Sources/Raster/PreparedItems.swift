/// The prepared items of a list, from back to front.
///
/// An item is large, so it keeps its memory from frame to frame: it is prepared in place and passed
/// by address.
struct PreparedItems: ~Copyable {
  private var all = ReusableBuffer<PreparedItem>(capacity: 64)
  // The range of items in use.
  private var first = 0
  private var end = 0

  /// The number of items in use.
  @inline(__always)
  var count: Int { end &- first }

  /// Removes all items.
  mutating func removeAll() {
    for index in first..<end { all.modify(index) { $0.releaseReferences() } }
    (first, end) = (0, 0)
  }

  /// Appends an item that covers nothing yet.
  mutating func add() {
    if end == all.count { all.append(PreparedItem()) }
    all.modify(end) { $0.begin() }
    end += 1
  }

  /// Removes the last item.
  mutating func removeLast() {
    end -= 1
    all.modify(end) { $0.releaseReferences() }
  }

  /// Removes all items except the last one.
  mutating func removeOthers() {
    for index in first..<(end - 1) { all.modify(index) { $0.releaseReferences() } }
    first = end - 1
  }

  /// Borrows an item for reading.
  @inline(__always)
  func with<Result>(_ index: Int, _ body: (borrowing PreparedItem) -> Result) -> Result {
    all.with(first &+ index, body)
  }

  /// Borrows an item in place, also for reading: the optimizer copies a large `borrowing` argument.
  @inline(__always)
  mutating func modify<Result>(_ index: Int, _ body: (inout PreparedItem) -> Result) -> Result {
    all.modify(first &+ index, body)
  }
}
