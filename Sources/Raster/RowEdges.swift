import Kernels

/// Ranges of columns in each of eight rows, found for all eight at once.
struct RowEdges: ~Copyable {
  // Eight first columns and eight ends for each range.
  private var places = RowBuffer<Int32>(capacity: 1_024)

  /// How many ranges there are.
  var count: Int { places.count >> 4 }

  /// Forgets all.
  mutating func removeAll() { places.removeAll() }

  /// Adds a range: in each row the pixels whose centres lie between two places, none where these are inside out.
  @inline(__always)
  mutating func append(_ edges: (SIMD8<Float>, SIMD8<Float>)) {
    let (least, most) = (SIMD8<Float>(repeating: -4e6), SIMD8<Float>(repeating: 4e6))
    places.append(Lanes.nearest(Lanes.lesser(Lanes.greater(edges.0, least), most)))
    places.append(Lanes.nearest(Lanes.lesser(Lanes.greater(edges.1, least), most)))
  }

  /// Adds a range of no columns.
  @inline(__always)
  mutating func appendEmpty() {
    places.append(SIMD8(repeating: 0))
    places.append(SIMD8(repeating: 0))
  }

  /// The first column of a range in a row.
  @inline(__always)
  func start(_ range: Int, _ row: Int) -> Int { Int(places[range &* 16 &+ row]) }

  /// The first column to the right of a range in a row.
  @inline(__always)
  func end(_ range: Int, _ row: Int) -> Int { Int(places[range &* 16 &+ 8 &+ row]) }

  /// Whether a column is in a range in a row.
  @inline(__always)
  func contains(_ column: Int, _ range: Int, _ row: Int) -> Bool {
    column >= start(range, row) && column < end(range, row)
  }
}
