public import CVectors

// For each pixel row it passes, an edge adds a signed height to all pixels right of it; to a pixel
// that it crosses, the part of that height right of the edge. The sum over all edges of an outline
// is the winding number, averaged over the pixel. So each edge only records by how much a pixel's
// sum differs from that of the pixel before, and prefix sums along the row give the coverage.

/// Coverage from differences of signed areas along a row.
public enum SignedArea {
  /// Eight inclusive prefix sums, continued from the pixels before.
  ///
  /// - Parameter carry: the sum before the first difference, in each lane.
  @inlinable @inline(__always)
  public static func simdSums(
    _ differences: SIMD8<Float>, after carry: SIMD8<Float>
  ) -> SIMD8<Float> { vector_prefix_sums(differences) + carry }

  /// Coverage levels `0...255` of eight pixels, repeated four times.
  ///
  /// - Parameter sums: the winding number of each pixel, averaged. Within a pixel it takes at most
  ///   two values, which are consecutive.
  @inlinable @inline(__always)
  public static func simdLevels(_ sums: SIMD8<Float>) -> SIMD32<UInt8> {
    Lanes.fourfoldBytes(Lanes.levels(Lanes.min(Lanes.magnitude(sums), SIMD8(repeating: 1))))
  }
}
