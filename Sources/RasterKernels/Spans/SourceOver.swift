// Premultiplied source-over in encoded sRGB, eight pixels at a time.
//
// A word holds four bytes. Taken as two 16-bit lanes, its even bytes (blue, red) and its odd bytes
// (green, alpha) each have room for a product. With c the coverage and α the source's alpha, all
// 0...255:
//
//     out = (s c + d (255 − α c / 255)) / 255,   each division rounded to nearest
//
// For an opaque source this is one rounding. The sum never exceeds 16 bits: s ≤ α.

/// Premultiplied source-over under a coverage.
public enum SourceOver {
  /// Blends eight pixels. Sources are `0xAARRGGBB`, premultiplied; coverage is `0...255`.
  @inlinable @inline(__always)
  public static func simd(
    _ source: SIMD8<UInt32>, coverage: SIMD8<UInt32>, over below: SIMD8<UInt32>
  ) -> SIMD8<UInt32> {
    // Both factors are in the lower halves, so 16-bit products suffice; the x86-64 baseline has no
    // 32-bit vector product.
    let alpha = divided(Lanes.halves(source &>> 24) &* Lanes.halves(coverage))
    let keep: SIMD8<UInt32> = 255 &- Lanes.words(alpha)
    return mixed(source, coverage | (coverage &<< 16), below, keep | (keep &<< 16))
  }

  /// Blends eight opaque pixels: `simd` with α = 255.
  @inlinable @inline(__always)
  public static func opaque(
    _ source: SIMD8<UInt32>, coverage: SIMD8<UInt32>, over below: SIMD8<UInt32>
  ) -> SIMD8<UInt32> {
    let cover = coverage | (coverage &<< 16)
    return mixed(source, cover, below, 0x00ff_00ff &- cover)
  }

  /// The sum of two words, each multiplied by a factor for both halves.
  @inlinable @inline(__always)
  static func mixed(
    _ one: SIMD8<UInt32>, _ part: SIMD8<UInt32>, _ other: SIMD8<UInt32>, _ rest: SIMD8<UInt32>
  ) -> SIMD8<UInt32> {
    let low = SIMD8<UInt32>(repeating: 0x00ff_00ff)
    let (parts, rests) = (Lanes.halves(part), Lanes.halves(rest))
    let even = divided(Lanes.halves(one & low) &* parts &+ Lanes.halves(other & low) &* rests)
    let odd = divided(
      Lanes.halves((one &>> 8) & low) &* parts &+ Lanes.halves((other &>> 8) & low) &* rests)
    return Lanes.words(even) | (Lanes.words(odd) &<< 8)
  }

  /// x / 255, rounded to nearest, exact for x ≤ 65535 − 128.
  @inlinable @inline(__always)
  static func divided(_ x: SIMD16<UInt16>) -> SIMD16<UInt16> { scaled(x &+ 128) }

  /// The rest of `divided`, after 128 has been added.
  @inlinable @inline(__always)
  static func scaled(_ y: SIMD16<UInt16>) -> SIMD16<UInt16> {
    // (y + y/256) / 256 is y · 257 / 65536.
    Lanes.highProducts(y, SIMD16(repeating: 257))
  }
}

/// `SourceOver.opaque` for one word over another one: s c + d (255 − c) = 255 d + (s − d) c, in 16
/// bits that wrap around.
@frozen public struct WordBlend: BitwiseCopyable {
  /// The word behind, repeated for eight pixels.
  public let below: SIMD8<UInt32>
  // The byte differences s − d, and 255 d + 128, which includes the rounding.
  @usableFromInline let evenDifference: SIMD16<UInt16>
  @usableFromInline let oddDifference: SIMD16<UInt16>
  @usableFromInline let evenStart: SIMD16<UInt16>
  @usableFromInline let oddStart: SIMD16<UInt16>

  /// Prepares blending an opaque word over another word.
  @inlinable @inline(__always)
  public init(_ source: UInt32, over base: UInt32) {
    let low = SIMD8<UInt32>(repeating: 0x00ff_00ff)
    let words = SIMD8<UInt32>(repeating: source)
    below = SIMD8(repeating: base)
    let (even, odd) = (Lanes.halves(below & low), Lanes.halves((below &>> 8) & low))
    evenDifference = Lanes.halves(words & low) &- even
    oddDifference = Lanes.halves((words &>> 8) & low) &- odd
    evenStart = even &* 255 &+ 128
    oddStart = odd &* 255 &+ 128
  }

  /// Eight pixels blended by a coverage of `0...255`.
  @inlinable @inline(__always)
  public func mixed(_ coverage: SIMD8<UInt32>) -> SIMD8<UInt32> {
    let covers = Lanes.halves(coverage | (coverage &<< 16))
    let even = evenDifference &* covers &+ evenStart
    let odd = oddDifference &* covers &+ oddStart
    return Lanes.words(SourceOver.scaled(even)) | (Lanes.words(SourceOver.scaled(odd)) &<< 8)
  }
}
