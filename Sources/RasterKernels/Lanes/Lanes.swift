public import CVectors

/// Eight booleans, one for each lane. Only the sign bit of a lane counts; the other bits are
/// arbitrary.
@frozen public struct Mask: BitwiseCopyable {
  @usableFromInline let signs: SIMD8<UInt32>

  @inlinable @inline(__always)
  init(_ signs: SIMD8<UInt32>) { self.signs = signs }

  /// Creates a mask with the same value in all lanes.
  @inlinable @inline(__always)
  public init(repeating isSet: Bool) { signs = SIMD8(repeating: isSet ? .max : 0) }

  /// All ones where the mask is set, zero elsewhere.
  @inlinable @inline(__always)
  public var ones: SIMD8<UInt32> { vector_signs(signs) }

  /// All ones, which is −1, where the mask is set; zero elsewhere.
  @inlinable @inline(__always)
  public var integers: SIMD8<Int32> {
    // SAFETY: both types are 32 bytes in which every bit pattern is a value.
    unsafe unsafeBitCast(ones, to: SIMD8<Int32>.self)
  }

  /// A bit for each lane, the first lane's lowest.
  @inlinable @inline(__always)
  public var bits: UInt32 { vector_sign_bits(signs) }

  /// The lanes in which both masks are set.
  @inlinable @inline(__always)
  public static func & (one: Mask, other: Mask) -> Mask { Mask(one.signs & other.signs) }

  /// The lanes in which at least one mask is set.
  @inlinable @inline(__always)
  public static func | (one: Mask, other: Mask) -> Mask { Mask(one.signs | other.signs) }

  /// The lanes in which the mask is not set.
  @inlinable @inline(__always)
  public static prefix func ~ (mask: Mask) -> Mask { Mask(~mask.signs) }
}

/// Bit casts, conversions, comparisons and selections of lanes.
public enum Lanes {
  /// The two 16-bit halves of each word, the lower one first.
  @inlinable @inline(__always)
  public static func halves(_ words: SIMD8<UInt32>) -> SIMD16<UInt16> {
    // SAFETY: both types are 32 bytes in which every bit pattern is a value.
    unsafe unsafeBitCast(words, to: SIMD16<UInt16>.self)
  }

  /// The words made of pairs of 16-bit halves, the lower one first.
  @inlinable @inline(__always)
  public static func words(_ halves: SIMD16<UInt16>) -> SIMD8<UInt32> {
    // SAFETY: as above.
    unsafe unsafeBitCast(halves, to: SIMD8<UInt32>.self)
  }

  /// The bits of eight numbers.
  @inlinable @inline(__always)
  public static func bitPattern(_ numbers: SIMD8<Float>) -> SIMD8<UInt32> {
    // SAFETY: as above.
    unsafe unsafeBitCast(numbers, to: SIMD8<UInt32>.self)
  }

  /// Numbers without their signs.
  @inlinable @inline(__always)
  public static func magnitude(_ numbers: SIMD8<Float>) -> SIMD8<Float> {
    // SAFETY: as above.
    unsafe unsafeBitCast(bitPattern(numbers) & 0x7fff_ffff, to: SIMD8<Float>.self)
  }

  /// The lanes in which a number is less than zero; −0 is not.
  @inlinable @inline(__always)
  public static func isNegative(_ numbers: SIMD8<Float>) -> Mask { Mask(vector_negative(numbers)) }

  /// The lanes in which the sign bit is set, also that of −0: cheaper than a comparison.
  @inlinable @inline(__always)
  public static func signMask(_ numbers: SIMD8<Float>) -> Mask { Mask(bitPattern(numbers)) }

  /// `one` where the mask is set, `other` elsewhere.
  @inlinable @inline(__always)
  public static func select(
    _ mask: Mask, _ one: SIMD8<Float>, _ other: SIMD8<Float>
  ) -> SIMD8<Float> { vector_select(mask.signs, one, other) }

  /// The lesser of two numbers in each lane.
  @inlinable @inline(__always)
  public static func min(_ one: SIMD8<Float>, _ other: SIMD8<Float>) -> SIMD8<Float> {
    vector_lesser(one, other)
  }

  /// The greater of two numbers in each lane.
  @inlinable @inline(__always)
  public static func max(_ one: SIMD8<Float>, _ other: SIMD8<Float>) -> SIMD8<Float> {
    vector_greater(one, other)
  }

  /// The numbers, with zero in place of each negative one.
  @inlinable @inline(__always)
  public static func clampedToZero(_ numbers: SIMD8<Float>) -> SIMD8<Float> {
    vector_greater(numbers, SIMD8(repeating: 0))
  }

  /// The upper 16 bits of each product.
  @inlinable @inline(__always)
  public static func highProducts(
    _ ones: SIMD16<UInt16>, _ others: SIMD16<UInt16>
  ) -> SIMD16<UInt16> { vector_high_products(ones, others) }

  /// The square roots of numbers that are not negative.
  @inlinable @inline(__always)
  public static func squareRoot(_ numbers: SIMD8<Float>) -> SIMD8<Float> {
    vector_square_root(numbers)
  }

  /// Converts `0...1` to `0...255`, rounded to nearest. Adding 2²³ moves the integral part into the
  /// lowest bits of a Float, which is far cheaper than converting lanes.
  @inlinable @inline(__always)
  public static func levels(_ coverage: SIMD8<Float>) -> SIMD8<UInt32> {
    bitPattern(coverage * 255 + 8_388_608) & 0xff
  }

  /// Converts one number in `0...1` to `0...255`, as `levels` does.
  @inlinable public static func level(_ coverage: Float) -> UInt32 {
    (coverage * 255 + 8_388_608).bitPattern & 0xff
  }

  /// The lowest bytes of eight words.
  @inlinable @inline(__always)
  public static func bytes(_ words: SIMD8<UInt32>) -> SIMD8<UInt8> {
    fourfoldBytes(words).lowHalf.lowHalf
  }

  /// The lowest bytes of eight words, repeated four times.
  @inlinable @inline(__always)
  public static func fourfoldBytes(_ words: SIMD8<UInt32>) -> SIMD32<UInt8> {
    vector_narrowed(words)
  }

  /// The last of eight bytes in all lanes.
  ///
  /// - Parameter bytes: eight bytes, repeated four times.
  @inlinable @inline(__always)
  public static func lastByte(_ bytes: SIMD32<UInt8>) -> SIMD32<UInt8> { vector_last_byte(bytes) }

  /// Eight bytes as one number, the first byte lowest.
  ///
  /// - Parameter bytes: eight bytes, repeated four times.
  @inlinable @inline(__always)
  public static func uint64(_ bytes: SIMD32<UInt8>) -> UInt64 {
    // SAFETY: both types are 32 bytes in which every bit pattern is a value.
    unsafe unsafeBitCast(bytes, to: SIMD4<UInt64>.self)[0]
  }

  /// Eight bytes as words.
  @inlinable @inline(__always)
  public static func widened(_ bytes: SIMD8<UInt8>) -> SIMD8<UInt32> { vector_widened(bytes) }

  /// Eight bytes as one number, for testing at once whether all of them are 0 or 255.
  @inlinable @inline(__always)
  public static func uint64(_ bytes: SIMD8<UInt8>) -> UInt64 {
    // SAFETY: both types are 8 bytes in which every bit pattern is a value.
    unsafe unsafeBitCast(bytes, to: UInt64.self)
  }

  /// Numbers between ±2³¹, rounded towards zero.
  @inlinable @inline(__always)
  public static func truncated(_ numbers: SIMD8<Float>) -> SIMD8<Int32> { vector_cells(numbers) }

  /// Integers converted to floating point.
  @inlinable @inline(__always)
  public static func converted(_ wholes: SIMD8<Int32>) -> SIMD8<Float> { vector_numbers(wholes) }

  /// The greater of two numbers in each lane.
  @inlinable @inline(__always)
  public static func max(_ ones: SIMD8<Int32>, _ others: SIMD8<Int32>) -> SIMD8<Int32> {
    vector_integers_greater(ones, others)
  }

  /// A bit for each lane whose number is greater than `other`.
  @inlinable @inline(__always)
  public static func laneBits(of numbers: SIMD8<Int32>, above other: Int32) -> UInt32 {
    vector_above(numbers, other)
  }

  /// A bit for each lane whose number is greater than that of `others`.
  @inlinable @inline(__always)
  public static func laneBits(of numbers: SIMD8<Float>, above others: SIMD8<Float>) -> UInt32 {
    vector_floats_above(numbers, others)
  }

  /// A bit for each byte of 128 or more.
  @inlinable @inline(__always)
  public static func laneBits(ofHighBits bytes: SIMD64<UInt8>) -> UInt64 { vector_high_bits(bytes) }

  /// Transposes four vectors of eight into eight groups of four.
  @inlinable @inline(__always)
  public static func transposed(
    _ ones: SIMD8<Float>, _ twos: SIMD8<Float>, _ threes: SIMD8<Float>, _ fours: SIMD8<Float>
  ) -> SIMD32<Float> { vector_transposed(ones, twos, threes, fours) }

  /// The last number in all lanes.
  @inlinable @inline(__always)
  public static func lastRepeated(_ numbers: SIMD8<Float>) -> SIMD8<Float> { vector_last(numbers) }

  /// Numbers below 2²² in magnitude, rounded to nearest, ties to even.
  @inlinable @inline(__always)
  public static func rounded(_ numbers: SIMD8<Float>) -> SIMD8<Int32> {
    // SAFETY: as above.
    unsafe unsafeBitCast(numbers + 12_582_912, to: SIMD8<Int32>.self) &- 0x4b40_0000
  }

  /// One number in all lanes. A load from memory broadcasts it for free, and results computed from
  /// it stay in vector registers.
  @inlinable @inline(__always)
  public static func repeating(_ number: Float) -> SIMD8<Float> { vector_repeated(number) }

  /// The centers of eight pixels of a row, starting at a column. They are exact, so a value
  /// computed from a pixel's position does not depend on the column at which its span starts.
  @inlinable @inline(__always)
  public static func pixelCenters(from column: Float) -> SIMD8<Float> { vector_middles(column) }

  /// The eight lanes as an array.
  @inlinable @inline(__always)
  public static func array(_ numbers: SIMD8<Float>) -> InlineArray<8, Float> {
    // SAFETY: both types are 32 bytes in which every bit pattern is a value.
    unsafe unsafeBitCast(numbers, to: InlineArray<8, Float>.self)
  }

  /// The eight lanes as an array.
  @inlinable @inline(__always)
  public static func array(_ numbers: SIMD8<Int32>) -> InlineArray<8, Int32> {
    // SAFETY: as above.
    unsafe unsafeBitCast(numbers, to: InlineArray<8, Int32>.self)
  }

  /// Eight groups of four numbers as an array.
  @inlinable @inline(__always)
  public static func array(_ numbers: SIMD32<Float>) -> InlineArray<8, SIMD4<Float>> {
    // SAFETY: both types are 128 bytes in which every bit pattern is a value.
    unsafe unsafeBitCast(numbers, to: InlineArray<8, SIMD4<Float>>.self)
  }

  /// The numbers, with one lane replaced.
  @inlinable @inline(__always)
  public static func replaced(
    _ numbers: SIMD8<Float>, _ lane: Int, _ number: Float
  ) -> SIMD8<Float> { vector_replaced(numbers, Int32(truncatingIfNeeded: lane), number) }

  /// The four bytes of a word as numbers, the lowest byte first.
  @inlinable @inline(__always)
  public static func bytes(_ word: UInt32) -> SIMD4<Float> {
    // SAFETY: as above. The bits 0x4b00_0000 represent 2²³, to which the byte is added.
    unsafe unsafeBitCast(
      SIMD4<UInt32>(truncatingIfNeeded: unsafeBitCast(word, to: SIMD4<UInt8>.self)) | 0x4b00_0000,
      to: SIMD4<Float>.self) - 8_388_608
  }

  /// The word made of numbers in `0...255`, rounded to nearest, the lowest byte first.
  @inlinable @inline(__always)
  public static func word(_ numbers: SIMD4<Float>) -> UInt32 {
    // SAFETY: as above.
    let bits = unsafe unsafeBitCast(numbers + 8_388_608, to: SIMD4<UInt32>.self)
    return unsafe unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: bits), to: UInt32.self)
  }

  /// The fractional parts, in `0..<1`, for magnitudes below 2²². Larger magnitudes give an
  /// arbitrary number in that range.
  @inlinable @inline(__always)
  public static func fraction(_ numbers: SIMD8<Float>) -> SIMD8<Float> {
    // Adding 1.5·2²³ rounds to the nearest integer, which may be the one above.
    let rest: SIMD8<Float> = numbers - ((numbers + 12_582_912) - 12_582_912)
    let part: SIMD8<Float> = select(isNegative(rest), rest + 1, rest)
    return min(clampedToZero(part), SIMD8(repeating: 0.999_999_94))
  }
}
