public import CVectors

// Four lanes: what groups and pieces of edges have beside each other.

extension Lanes {
  /// A bit for each of four numbers that is another one.
  @inlinable @inline(__always)
  public static func laneBits(of numbers: SIMD4<UInt64>, equalTo other: UInt64) -> UInt32 {
    vector_equal_fours(numbers, other)
  }

  /// All ones in those of four cells that a piece does not pass which reaches so far beyond the
  /// first one.
  @inlinable @inline(__always)
  public static func unreachedCells(by reach: Float) -> SIMD4<UInt32> { vector_cells_beyond(reach) }

  /// The lesser one of each two.
  @inlinable @inline(__always)
  public static func min(_ ones: SIMD4<UInt32>, _ others: SIMD4<UInt32>) -> SIMD4<UInt32> {
    vector_four_lesser(ones, others)
  }

  /// All ones where a number is below another one, as numbers that may be below zero.
  @inlinable @inline(__always)
  public static func below(_ ones: SIMD4<UInt32>, _ others: SIMD4<UInt32>) -> SIMD4<UInt32> {
    vector_four_below(ones, others)
  }

  /// Whether a bit is set in any lane.
  @inlinable @inline(__always)
  public static func hasAny(_ words: SIMD4<UInt32>) -> Bool { vector_four_any(words) != 0 }
}
