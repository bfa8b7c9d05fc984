/// The memory layout of a display's pixels.
///
/// The program draws `0xAARRGGBB` words, with colors premultiplied by alpha. A format packs eight
/// of these words at a time. A pixel depends only on its word and its place, and the dependence on
/// the place has a period of four columns and four rows.
public final class PixelFormat: Sendable {
  /// The name in `drm_fourcc.h`, such as "XRGB8888".
  public let name: StaticString
  /// The kernel's code: four characters, the first in the lowest byte.
  public let fourCC: UInt32
  /// Whether a pixel depends on its place, so that a cache of packed rows pays off.
  public let isDithered: Bool
  /// Bits of gray of a pixel, at most eight; 0 for colors.
  public let grayBits: Int
  /// The order of pixels in a byte of eight; nil for pixels of whole bytes.
  public let bits: BitOrder?
  /// The conversion of words to pixels, or to bytes of eight pixels.
  public let packing: Packing

  private init(
    name: StaticString, fourCC: UInt32, isDithered: Bool, grayBits: Int = 0, bits: BitOrder? = nil,
    _ packing: Packing
  ) {
    (self.name, self.fourCC, self.isDithered) = (name, fourCC, isDithered)
    (self.grayBits, self.bits, self.packing) = (grayBits, bits, packing)
  }

  /// A format with the layout of drawn words.
  convenience init(name: StaticString, fourCC: UInt32) {
    self.init(
      name: name, fourCC: fourCC, isDithered: false,
      Packing(
        bytesPerPixel: 4, isNative: true, pack: { words, _, _ in words },
        packAlike: { word, _, _ in UInt64(twice: word) }))
  }

  /// A format that needs packing.
  convenience init(
    name: StaticString, fourCC: UInt32, bytesPerPixel: Int, isDithered: Bool = false,
    pack: @escaping Packing.Pack
  ) {
    self.init(
      name: name, fourCC: fourCC, bytesPerPixel: bytesPerPixel, isDithered: isDithered, pack: pack,
      packAlike: { word, x, y in
        let eight = pack(SIMD8(repeating: word), x, y)
        return UInt64(eight[0]) | UInt64(eight[1]) << 32
      })
  }

  /// A format that needs packing, with a faster function for equal pixels.
  convenience init(
    name: StaticString, fourCC: UInt32, bytesPerPixel: Int, isDithered: Bool,
    pack: @escaping Packing.Pack, packAlike: @escaping Packing.PackAlike
  ) {
    self.init(
      name: name, fourCC: fourCC, isDithered: isDithered,
      Packing(
        bytesPerPixel: bytesPerPixel, isNative: false, pack: pack, packAlike: packAlike))
  }

  /// Grays: pixels are bytes, or bits of bytes.
  convenience init(
    name: StaticString, fourCC: UInt32, grayBits: Int, bits: BitOrder? = nil,
    pack: @escaping Packing.Pack
  ) {
    self.init(
      name: name, fourCC: fourCC, isDithered: false, grayBits: grayBits, bits: bits,
      Packing(
        bytesPerPixel: 1, isNative: false, pack: pack,
        packAlike: { word, x, y in UInt64(twice: pack(SIMD8(repeating: word), x, y)[0]) }))
  }

  /// Bytes of one pixel, or of eight where pixels are bits, `1...4`.
  public var bytesPerPixel: Int { packing.bytesPerPixel }
  /// Bits of one pixel: 1, or whole bytes.
  public var bitsPerPixel: Int { bits == nil ? 8 * bytesPerPixel : 1 }
  /// The size of the surface for pictures of a size. If pixels are bits, a column holds eight of
  /// them.
  public func surfaceSize(of size: PixelSize) -> PixelSize {
    bits == nil ? size : PixelSize(width: (size.width + 7) / 8, height: size.height)
  }
  /// Whether the layout is that of drawn words.
  public var isNative: Bool { packing.isNative }

  /// All formats, the best first: without loss of levels, and of these the one without packing. A
  /// new format is a file in `Formats/` and a line here.
  public static let all: [PixelFormat] = [
    .xrgb8888,
    .argb8888,
    .xbgr8888,
    .rgb888,
    .rgb565,
    .r8,
    .r1,
  ]
}

/// The conversion of words to pixels. Loops use a local copy: access through the object would
/// retain its functions for every eight pixels.
public struct Packing: Sendable {
  /// Packs eight words.
  ///
  /// - Parameters:
  ///   - x: the first one's column.
  ///   - y: their row.
  /// - Returns: their bytes, the first pixel's in the lowest ones; at most those of eight words.
  public typealias Pack = @Sendable (_ words: SIMD8<UInt32>, _ x: Int, _ y: Int) -> SIMD8<UInt32>

  /// Packs repetitions of one word.
  ///
  /// - Returns: the first eight bytes. Pixels of two or four bytes repeat.
  public typealias PackAlike = @Sendable (_ word: UInt32, _ x: Int, _ y: Int) -> UInt64

  /// Bytes of one pixel, `1...4`.
  public let bytesPerPixel: Int
  /// Whether the layout is that of drawn words.
  public let isNative: Bool
  /// Packs eight words.
  public let pack: Pack
  /// Packs repetitions of one word, with the same result as `pack`.
  public let packAlike: PackAlike
}
