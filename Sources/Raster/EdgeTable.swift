import Kernels

/// Places in each of eight rows, found for all eight at once: edges of shapes, ends of damage.
struct EdgeTable: ~Copyable {
  private var places = RowBuffer<Int32>(capacity: 1_024)

  /// How many edges there are.
  @inline(__always)
  var count: Int { places.count &>> 3 }

  /// Forgets all.
  mutating func removeAll() { places.removeAll() }

  /// Adds an edge: in each row the first pixel whose centre lies behind a place.
  @inline(__always)
  mutating func append(_ edge: SIMD8<Float>) {
    let (least, most) = (SIMD8<Float>(repeating: -4e6), SIMD8<Float>(repeating: 4e6))
    places.append(Lanes.nearest(Lanes.lesser(Lanes.greater(edge, least), most)))
  }

  /// Where an edge is in a row.
  @inline(__always)
  subscript(_ edge: Int, _ row: Int) -> Int { Int(places[edge &* 8 &+ row]) }
}
