extension PixelFormat {
  /// 32 bits, red in the lowest byte.
  public static let xbgr8888 = PixelFormat(
    name: "XBGR8888", fourCC: 0x3432_4258, bytesPerPixel: 4,
    pack: { words, _, _ in XBGR8888.simd(words) })
}

/// Red and blue change places.
enum XBGR8888 {
  /// Eight pixels.
  @_optimize(speed) @inline(never)
  static func simd(_ words: SIMD8<UInt32>) -> SIMD8<UInt32> {
    words & 0xff00_ff00 | (words &>> 16) & 0xff | (words & 0xff) &<< 16
  }
}
