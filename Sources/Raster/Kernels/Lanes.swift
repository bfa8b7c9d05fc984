/// The same bits, in lanes of another width; and choices between lanes.
enum Lanes {
  /// The two halves of each word, the lower one first.
  @inline(__always)
  static func halves(_ words: SIMD8<UInt32>) -> SIMD16<UInt16> {
    // SAFETY: both types are 32 bytes in which every bit pattern is a value.
    unsafe unsafeBitCast(words, to: SIMD16<UInt16>.self)
  }

  /// The words of which these are the halves.
  @inline(__always)
  static func words(_ halves: SIMD16<UInt16>) -> SIMD8<UInt32> {
    // SAFETY: as above.
    unsafe unsafeBitCast(halves, to: SIMD8<UInt32>.self)
  }

  /// The bits of eight numbers.
  @inline(__always)
  static func bits(_ numbers: SIMD8<Float>) -> SIMD8<UInt32> {
    // SAFETY: as above.
    unsafe unsafeBitCast(numbers, to: SIMD8<UInt32>.self)
  }

  /// Numbers without their signs.
  @inline(__always)
  static func magnitude(_ numbers: SIMD8<Float>) -> SIMD8<Float> {
    Self.numbers(bits(numbers) & 0x7fff_ffff)
  }

  /// All ones in lanes whose number is below zero, or is −0; zero in the others.
  ///
  /// The standard library compares and replaces lane by lane, and not all of that becomes vector code. Shifting the
  /// sign over the lane does.
  @inline(__always)
  static func negative(_ numbers: SIMD8<Float>) -> SIMD8<UInt32> {
    // SAFETY: as above.
    unsafe unsafeBitCast(
      unsafeBitCast(numbers, to: SIMD8<Int32>.self) &>> 31, to: SIMD8<UInt32>.self)
  }

  /// One number where a mask is set, another one elsewhere.
  @inline(__always)
  static func select(
    _ mask: SIMD8<UInt32>, _ one: SIMD8<Float>, _ other: SIMD8<Float>
  ) -> SIMD8<Float> { numbers(bits(one) & mask | bits(other) & ~mask) }

  /// The lesser of two numbers in each lane, neither of which is infinite.
  @inline(__always)
  static func lesser(_ one: SIMD8<Float>, _ other: SIMD8<Float>) -> SIMD8<Float> {
    select(negative(one - other), one, other)
  }

  /// The greater of two numbers in each lane, neither of which is infinite.
  @inline(__always)
  static func greater(_ one: SIMD8<Float>, _ other: SIMD8<Float>) -> SIMD8<Float> {
    select(negative(one - other), other, one)
  }

  /// The numbers, zero for those below it.
  @inline(__always)
  static func positive(_ numbers: SIMD8<Float>) -> SIMD8<Float> {
    Self.numbers(bits(numbers) & ~negative(numbers))
  }

  /// The numbers that have these bits.
  @inline(__always)
  static func numbers(_ bits: SIMD8<UInt32>) -> SIMD8<Float> {
    // SAFETY: as above.
    unsafe unsafeBitCast(bits, to: SIMD8<Float>.self)
  }

  /// Numbers in `0...1` as `0...255`, rounded to nearest: adding 2²³ leaves the whole part in the lowest
  /// bits of a Float, which is far cheaper than converting lanes.
  @inline(__always)
  static func levels(_ coverage: SIMD8<Float>) -> SIMD8<UInt32> {
    bits(coverage * 255 + 8_388_608) & 0xff
  }

  /// One number in `0...1` as `0...255`, as `levels` does it.
  static func level(_ coverage: Float) -> UInt32 { (coverage * 255 + 8_388_608).bitPattern & 0xff }

  /// All ones in the first lanes, zero in the others.
  @inline(__always)
  static func first(_ count: Int) -> SIMD8<UInt32> {
    negative(SIMD8(0, 1, 2, 3, 4, 5, 6, 7) - Float(count))
  }

  /// The lowest bytes of eight words.
  @inline(__always)
  static func bytes(_ words: SIMD8<UInt32>) -> SIMD8<UInt8> {
    SIMD8(truncatingIfNeeded: words)
  }

  /// Eight bytes as words.
  @inline(__always)
  static func words(_ bytes: SIMD8<UInt8>) -> SIMD8<UInt32> {
    SIMD8(truncatingIfNeeded: bytes)
  }

  /// Eight bytes as one number, to find out whether all of them are the same.
  @inline(__always)
  static func number(_ bytes: SIMD8<UInt8>) -> UInt64 {
    // SAFETY: both types are 8 bytes in which every bit pattern is a value.
    unsafe unsafeBitCast(bytes, to: UInt64.self)
  }

  /// Each number and those before it added up.
  @inline(__always)
  static func prefixSums(_ four: SIMD4<Float>) -> SIMD4<Float> {
    let pairs = four + SIMD4(0, four.x, four.y, four.z)
    return pairs + SIMD4(0, 0, pairs.x, pairs.y)
  }
}
