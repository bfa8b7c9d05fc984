extension PixelFormat {
  /// 24 bits: bytes of blue, green and red.
  public static let rgb888 = PixelFormat(
    name: "RGB888", fourCC: 0x3432_4752, bytesPerPixel: 3,
    pack: { words, _, _ in RGB888.simd(words) })
}

/// Three bytes of each four.
enum RGB888 {
  /// Eight pixels, in the 24 lower bytes.
  @_optimize(speed) @inline(never)
  static func simd(_ words: SIMD8<UInt32>) -> SIMD8<UInt32> {
    // Six bytes of two pixels, four times.
    let (even, odd) = (words.evenHalf & 0xff_ffff, words.oddHalf)
    func pair(_ lane: Int) -> UInt64 {
      UInt64(even[lane]) | UInt64(odd[lane] & 0xff_ffff) << 24
    }
    let (first, second, third, fourth) = (pair(0), pair(1), pair(2), pair(3))
    let low = first | second << 48
    let middle = second >> 16 | third << 32
    let high = third >> 32 | fourth << 16
    return SIMD8(
      UInt32(truncatingIfNeeded: low), UInt32(truncatingIfNeeded: low >> 32),
      UInt32(truncatingIfNeeded: middle), UInt32(truncatingIfNeeded: middle >> 32),
      UInt32(truncatingIfNeeded: high), UInt32(truncatingIfNeeded: high >> 32), 0, 0)
  }
}
