// An edge adds to each pixel right of it the height that it passes in that pixel's row, with the
// sign of its direction; in the pixels that it crosses, in the part that lies right of it. What all
// edges of an outline add up to is its winding number, averaged over the pixel. So edges only note
// by how much each pixel's sum differs from that of the pixel before, and sums along the row give
// the rest.

/// Coverage from differences of signed areas along a row.
public enum SignedArea {
  /// Eight sums: of each difference, those before it, and what comes before all.
  ///
  /// - Parameter carry: what comes before them, in each lane.
  @inlinable @inline(__always)
  public static func simdSums(
    _ differences: SIMD8<Float>, after carry: SIMD8<Float>
  ) -> SIMD8<Float> { Lanes.prefixSums(differences) + carry }

  /// How much of eight pixels a path covers, `0...255`, four times, whose winding number is the sum
  /// on average and takes two values that follow one another.
  ///
  /// - Parameter isEvenOdd: whether only odd numbers count as inside, and not all but zero.
  @inlinable @inline(__always)
  public static func simdLevels(_ sums: SIMD8<Float>, isEvenOdd: Bool) -> SIMD32<UInt8> {
    var parts = Lanes.magnitude(sums)
    if isEvenOdd {
      let halves: SIMD8<Float> = parts * 0.5
      let nearest: SIMD8<Float> = (halves + 12_582_912) - 12_582_912
      parts = Lanes.magnitude(parts - nearest * 2)
    }
    return Lanes.fourfoldBytes(Lanes.levels(Lanes.min(parts, SIMD8(repeating: 1))))
  }
}
