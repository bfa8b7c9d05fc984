import Kernels

/// Places in each of eight rows, found for all eight at once: edges of shapes, ends of damage.
struct EdgeTable: ~Copyable {
  private var places = RowBuffer<Int32>(capacity: 1_024)

  /// A bit for each row in which the edges of the item added last don't tell all.
  var unsettledRows: UInt32 = 0

  /// How many edges there are.
  @inline(__always)
  var count: Int { places.count &>> 3 }

  /// Forgets all.
  mutating func removeAll() {
    places.removeAll()
    unsettledRows = 0
  }

  /// Adds an edge: in each row the first pixel whose centre lies behind a place.
  @inline(__always)
  mutating func append(_ edge: SIMD8<Float>) {
    let (least, most) = (SIMD8<Float>(repeating: -4e6), SIMD8<Float>(repeating: 4e6))
    places.append(Lanes.nearest(Lanes.lesser(Lanes.greater(edge, least), most)))
  }

  /// Adds an edge that is at a column in all rows.
  @inline(__always)
  mutating func append(column: Int) {
    places.append(SIMD8(repeating: Int32(truncatingIfNeeded: column)))
  }

  /// Adds edges that were found, and takes them from where they are.
  @_optimize(speed) @inline(never)
  mutating func take(_ rows: inout RangeRows) {
    places.append(eights: rows.count) { rows.edges[$0] }
    rows.removeAll()
  }

  /// Lends the edges, eight rows of one after the other.
  @inline(__always)
  func lend() -> LentRow<Int32> { places.lend() }

  /// Where an edge is in a row.
  @inline(__always)
  subscript(_ edge: Int, _ row: Int) -> Int { Int(places[edge &* 8 &+ row]) }
}
