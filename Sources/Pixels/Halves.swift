/// The halves of four words as lanes of their own, the lower one first.
enum Halves {
  /// The halves of words.
  @inline(__always)
  static func of(_ words: SIMD4<UInt32>) -> SIMD8<UInt16> {
    // SAFETY: both types are 16 bytes in which every bit pattern is a value.
    unsafe unsafeBitCast(words, to: SIMD8<UInt16>.self)
  }

  /// The words of which these are the halves.
  @inline(__always)
  static func words(_ halves: SIMD8<UInt16>) -> SIMD4<UInt32> {
    // SAFETY: as above.
    unsafe unsafeBitCast(halves, to: SIMD4<UInt32>.self)
  }
}

extension UInt64 {
  /// A word and the same again.
  @inlinable @inline(__always)
  public init(twice word: UInt32) { self = UInt64(word) &* 0x1_0000_0001 }
}
