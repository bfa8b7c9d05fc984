// An edge adds to each pixel right of it the height that it passes in that pixel's row, with the sign of its
// direction; in the pixels that it crosses, in the part that lies right of it. What all edges of an outline add up to is
// its winding number, averaged over the pixel. So edges only note by how much each pixel's sum differs from that of
// the pixel before, and sums along the row give the rest.

/// Coverage from differences of signed areas along a row.
public enum SignedArea {
  /// The oracle: eight sums, each of the differences up to there, and of what comes before them.
  ///
  /// Sums are made in the order in which lanes make them, so that both agree to the bit.
  public static func scalarSums(_ differences: SIMD8<Float>, after carry: Float) -> SIMD8<Float> {
    var sums = differences
    for distance in [1, 2] {
      let before = sums
      for lane in 0..<8 where lane & 3 >= distance { sums[lane] += before[lane - distance] }
    }
    for lane in 4..<8 { sums[lane] += sums[3] }
    for lane in 0..<8 { sums[lane] += carry }
    return sums
  }

  /// Eight sums.
  ///
  /// - Parameter carry: what comes before them, in each lane.
  @inlinable @inline(__always)
  public static func simdSums(
    _ differences: SIMD8<Float>, after carry: SIMD8<Float>
  ) -> SIMD8<Float> { Lanes.prefixSums(differences) + carry }

  /// The oracle: how much of a pixel a path covers whose winding number is its sum on average, and takes two values that
  /// follow one another, `0...255`.
  ///
  /// - Parameter isEvenOdd: whether only odd numbers count as inside, and not all but zero.
  public static func scalarLevel(_ sum: Float, isEvenOdd: Bool) -> UInt8 {
    var part = abs(sum)
    if isEvenOdd {
      let half = part * 0.5
      part = abs(part - 2 * ((half + 12_582_912) - 12_582_912))
    }
    return UInt8(truncatingIfNeeded: Lanes.level(part < 1 ? part : 1))
  }

  /// Eight pixels, four times.
  @inlinable @inline(__always)
  public static func simdLevels(_ sums: SIMD8<Float>, isEvenOdd: Bool) -> SIMD32<UInt8> {
    var parts = Lanes.magnitude(sums)
    if isEvenOdd {
      let halves: SIMD8<Float> = parts * 0.5
      let nearest: SIMD8<Float> = (halves + 12_582_912) - 12_582_912
      parts = Lanes.magnitude(parts - nearest * 2)
    }
    return Lanes.fourfoldBytes(Lanes.levels(Lanes.lesser(parts, SIMD8(repeating: 1))))
  }
}
