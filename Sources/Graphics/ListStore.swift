/// What a display list has besides the items' and paths' own arrays. It belongs to one list: another one makes a copy of it before it
/// changes anything.
@usableFromInline final class ListStore {
  /// How many items there are.
  @usableFromInline var count = 0
  @usableFromInline var layers: [DisplayLayer] = []
  /// The stops of all gradients, but for those of an array that was given and is shared instead of copied.
  var stops: [ColorStop] = []
  var sharedStops: [ColorStop] = []
  /// The outlines that paths refer to.
  var outlines: [RetainedPath] = []
  /// How many layers are open.
  var depth = 0

  init() {}

  init(_ other: ListStore) {
    (count, layers, depth) = (other.count, other.layers, other.depth)
    (stops, sharedStops, outlines) = (other.stops, other.sharedStops, other.outlines)
  }

  /// Forgets everything, and keeps the room.
  func removeAll() {
    count = 0
    // Most lists have few of these, and to find that there are none is far less than to replace none by none.
    if !layers.isEmpty { layers.removeAll(keepingCapacity: true) }
    if !stops.isEmpty { stops.removeAll(keepingCapacity: true) }
    if !sharedStops.isEmpty { sharedStops = [] }
    if !outlines.isEmpty { outlines.removeAll(keepingCapacity: true) }
  }
}
