extension PixelFormat {
  /// Eight bits of gray.
  public static let r8 = PixelFormat(
    name: "R8", fourCC: 0x2020_3852, grayBits: 8, pack: { words, _, _ in R8.simd(words) })
}

/// A byte for the brightness of each pixel.
enum R8 {
  /// One pixel. The weights are those of ITU-R BT.601, in 256ths.
  static func scalar(_ word: UInt32) -> UInt32 {
    ((word >> 16 & 0xff) * 77 + (word >> 8 & 0xff) * 150 + (word & 0xff) * 29 + 128) >> 8
  }

  /// Eight pixels, in the eight lower bytes.
  @inline(never)
  static func simd(_ words: SIMD8<UInt32>) -> SIMD8<UInt32> {
    let red: SIMD8<UInt32> = (words &>> 16 & 0xff) &* 77
    let green: SIMD8<UInt32> = (words &>> 8 & 0xff) &* 150
    let blue: SIMD8<UInt32> = (words & 0xff) &* 29
    let grays: SIMD8<UInt32> = (red &+ green &+ blue &+ 128) &>> 8
    var bytes = SIMD8<UInt32>(repeating: 0)
    for lane in 0..<8 { bytes[lane / 4] |= grays[lane] &<< UInt32(8 * (lane % 4)) }
    return bytes
  }
}
