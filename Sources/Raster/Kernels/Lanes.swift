/// The same bits, in lanes of another width; and runs of a row as lanes.
enum Lanes {
  /// The two halves of each word, the lower one first.
  static func halves(_ words: SIMD8<UInt32>) -> SIMD16<UInt16> {
    // SAFETY: both types are 32 bytes in which every bit pattern is a value.
    unsafe unsafeBitCast(words, to: SIMD16<UInt16>.self)
  }

  /// The words of which these are the halves.
  static func words(_ halves: SIMD16<UInt16>) -> SIMD8<UInt32> {
    // SAFETY: as above.
    unsafe unsafeBitCast(halves, to: SIMD8<UInt32>.self)
  }

  /// The bits of eight numbers.
  static func bits(_ numbers: SIMD8<Float>) -> SIMD8<UInt32> {
    // SAFETY: as above.
    unsafe unsafeBitCast(numbers, to: SIMD8<UInt32>.self)
  }

  /// Numbers in `0...1` as `0...255`, rounded to nearest: adding 2²³ leaves the whole part in the lowest
  /// bits of a Float, which is far cheaper than converting lanes.
  static func bytes(_ coverage: SIMD8<Float>) -> SIMD8<UInt32> {
    bits(coverage * 255 + 8_388_608) & 0xff
  }

  /// One number in `0...1` as `0...255`, as `bytes` does it.
  static func byte(_ coverage: Float) -> UInt8 {
    UInt8(truncatingIfNeeded: (coverage * 255 + 8_388_608).bitPattern)
  }

  /// Eight words of a row from a column on. Traps beyond its end.
  static func load(_ row: Span<UInt32>, _ x: Int) -> SIMD8<UInt32> {
    SIMD8(
      row[x], row[x + 1], row[x + 2], row[x + 3], row[x + 4], row[x + 5], row[x + 6], row[x + 7])
  }

  /// Eight words of a row from a column on. Traps beyond its end.
  static func load(_ row: borrowing MutableSpan<UInt32>, _ x: Int) -> SIMD8<UInt32> {
    SIMD8(
      row[x], row[x + 1], row[x + 2], row[x + 3], row[x + 4], row[x + 5], row[x + 6], row[x + 7])
  }

  /// Eight bytes of a row from a column on, widened. Traps beyond its end.
  static func load(_ row: Span<UInt8>, _ x: Int) -> SIMD8<UInt32> {
    SIMD8(
      truncatingIfNeeded: SIMD8(
        row[x], row[x + 1], row[x + 2], row[x + 3], row[x + 4], row[x + 5], row[x + 6], row[x + 7]))
  }

  /// Puts eight words into a row from a column on. Traps beyond its end.
  static func store(_ words: SIMD8<UInt32>, _ row: inout MutableSpan<UInt32>, _ x: Int) {
    for lane in 0..<8 { row[x + lane] = words[lane] }
  }
}
