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

  /// The four bytes of a word as numbers, the lowest first.
  @inline(__always)
  static func bytes(_ word: UInt32) -> SIMD4<Float> {
    // SAFETY: as above. With these bits before them, whole numbers are those above 2²³.
    unsafe unsafeBitCast(
      SIMD4<UInt32>(truncatingIfNeeded: unsafeBitCast(word, to: SIMD4<UInt8>.self)) | 0x4b00_0000,
      to: SIMD4<Float>.self) - 8_388_608
  }

  /// The word whose four bytes are nearest to numbers in `0...255`, the lowest first.
  @inline(__always)
  static func word(_ numbers: SIMD4<Float>) -> UInt32 {
    // SAFETY: as above.
    let bits = unsafe unsafeBitCast(numbers + 8_388_608, to: SIMD4<UInt32>.self)
    return unsafe unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: bits), to: UInt32.self)
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

  /// The numbers without their whole parts, in `0..<1`, for magnitudes below 2²²; elsewhere some number of that range.
  @inline(__always)
  static func fraction(_ numbers: SIMD8<Float>) -> SIMD8<Float> {
    // Adding 1.5·2²³ rounds to a whole number, which may be the one above.
    let rest: SIMD8<Float> = numbers - ((numbers + 12_582_912) - 12_582_912)
    let part: SIMD8<Float> = select(negative(rest), rest + 1, rest)
    return lesser(positive(part), SIMD8(repeating: 0.999_999_94))
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
}
