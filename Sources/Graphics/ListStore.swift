/// A display list's data apart from items and paths. One list owns it: a second list copies it
/// before its first change.
@usableFromInline final class ListStore {
  /// The number of items.
  @usableFromInline var count = 0
  @usableFromInline var layers: [DisplayLayer] = []
  /// The stops of all gradients.
  var stops: [ColorStop] = []
  /// The retained outlines that paths refer to.
  var outlines: [RetainedPath] = []
  /// The number of open layers.
  var depth = 0

  init() {}

  init(_ other: ListStore) {
    (count, layers, depth) = (other.count, other.layers, other.depth)
    (stops, outlines) = (other.stops, other.outlines)
  }

  /// Removes everything and keeps the memory.
  func removeAll() {
    count = 0
    // These are mostly empty, and the test costs far less than the removal.
    if !layers.isEmpty { layers.removeAll(keepingCapacity: true) }
    if !stops.isEmpty { stops.removeAll(keepingCapacity: true) }
    if !outlines.isEmpty { outlines.removeAll(keepingCapacity: true) }
  }
}
