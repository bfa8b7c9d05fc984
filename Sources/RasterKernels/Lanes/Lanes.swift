// Operations on lanes are functions of C, imported as functions of `Lanes`.
@_exported public import CVectors

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

extension Lanes {
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

  /// Eight bytes as one number, for testing at once whether all of them are 0 or 255.
  @inlinable @inline(__always)
  public static func uint64(_ bytes: SIMD8<UInt8>) -> UInt64 {
    // SAFETY: both types are 8 bytes in which every bit pattern is a value.
    unsafe unsafeBitCast(bytes, to: UInt64.self)
  }

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
