/// The items of a list that are ready, from back to front.
///
/// They are large, and stay where they are from frame to frame: each is filled anew in place, and
/// handed on by address.
struct PreparedItems: ~Copyable {
  private var all = ReusableBuffer<PreparedItem>(capacity: 64)
  // Those in use.
  private var first = 0
  private var end = 0

  /// How many items there are.
  @inline(__always)
  var count: Int { end &- first }

  /// Forgets all.
  mutating func removeAll() {
    for index in first..<end { all.modify(index) { $0.releaseReferences() } }
    (first, end) = (0, 0)
  }

  /// Adds an item that shows nothing yet.
  mutating func add() {
    if end == all.count { all.append(PreparedItem()) }
    all.modify(end) { $0.begin() }
    end += 1
  }

  /// Takes the last item away.
  mutating func removeLast() {
    end -= 1
    all.modify(end) { $0.releaseReferences() }
  }

  /// Takes all items away but the last one.
  mutating func removeOthers() {
    for index in first..<(end - 1) { all.modify(index) { $0.releaseReferences() } }
    first = end - 1
  }

  /// An item lent for reading a part of it.
  @inline(__always)
  func with<Result>(_ index: Int, _ body: (borrowing PreparedItem) -> Result) -> Result {
    all.with(first &+ index, body)
  }

  /// An item lent where it is, also for reading: the optimizer copies a large one that is borrowed.
  @inline(__always)
  mutating func modify<Result>(_ index: Int, _ body: (inout PreparedItem) -> Result) -> Result {
    all.modify(first &+ index, body)
  }
}
