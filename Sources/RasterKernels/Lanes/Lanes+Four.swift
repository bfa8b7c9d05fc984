public import CVectors

// Operations on four lanes, used for mask groups and for the pieces of edges in a row.

extension Lanes {
  /// A bit for each lane that equals `other`, the first lane's lowest.
  @inlinable @inline(__always)
  public static func laneBits(of numbers: SIMD4<UInt64>, equalTo other: UInt64) -> UInt32 {
    vector_equal_fours(numbers, other)
  }

  /// All ones in each of four cells that a piece does not reach.
  ///
  /// - Parameter reach: the piece's right end, in cells from the second cell's left side.
  @inlinable @inline(__always)
  public static func unreachedCells(by reach: Float) -> SIMD4<UInt32> { vector_cells_beyond(reach) }

  /// The lesser of two unsigned numbers in each lane.
  @inlinable @inline(__always)
  public static func min(_ ones: SIMD4<UInt32>, _ others: SIMD4<UInt32>) -> SIMD4<UInt32> {
    vector_four_lesser(ones, others)
  }

  /// All ones in each lane where a signed number is less than another, zero elsewhere.
  @inlinable @inline(__always)
  public static func below(_ ones: SIMD4<UInt32>, _ others: SIMD4<UInt32>) -> SIMD4<UInt32> {
    vector_four_below(ones, others)
  }

  /// Whether a bit is set in any lane.
  @inlinable @inline(__always)
  public static func hasAny(_ words: SIMD4<UInt32>) -> Bool { vector_four_any(words) != 0 }
}
