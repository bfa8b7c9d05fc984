/// How a frame's pixels lie in memory that a display reads.
///
/// The program draws in one form, `0xAARRGGBB` words, the colors multiplied by alpha. A format is
/// how eight of these are packed. What a pixel gets depends on its word and its own place alone,
/// and the dependence on the place comes again every four columns and rows.
public final class PixelFormat: Sendable {
  /// The name in `drm_fourcc.h`, such as "XRGB8888".
  public let name: StaticString
  /// The kernel's code: four characters, the first in the lowest byte.
  public let fourCC: UInt32
  /// Whether a pixel depends on its place, so that rows that come again are worth being kept
  /// packed.
  public let isDithered: Bool
  /// Bits of gray of a pixel, at most eight; 0 for colors.
  public let grayBits: Int
  /// How eight pixels make a byte; nil where pixels have bytes of their own.
  public let bits: BitOrder?
  /// How words become pixels, or bytes of eight pixels.
  public let packing: Packing

  private init(
    name: StaticString, fourCC: UInt32, isDithered: Bool, grayBits: Int = 0, bits: BitOrder? = nil,
    _ packing: Packing
  ) {
    (self.name, self.fourCC, self.isDithered) = (name, fourCC, isDithered)
    (self.grayBits, self.bits, self.packing) = (grayBits, bits, packing)
  }

  /// Pixels that lie as they are drawn.
  convenience init(name: StaticString, fourCC: UInt32) {
    self.init(
      name: name, fourCC: fourCC, isDithered: false,
      Packing(
        bytesPerPixel: 4, isNative: true, pack: { words, _, _ in words },
        packAlike: { word, _, _ in UInt64(twice: word) }))
  }

  /// Pixels that have to be packed.
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

  /// Pixels that have to be packed, which takes less where all are alike.
  convenience init(
    name: StaticString, fourCC: UInt32, bytesPerPixel: Int, isDithered: Bool,
    pack: @escaping Packing.Pack, packAlike: @escaping Packing.PackAlike
  ) {
    self.init(
      name: name, fourCC: fourCC, isDithered: isDithered,
      Packing(
        bytesPerPixel: bytesPerPixel, isNative: false, pack: pack, packAlike: packAlike))
  }

  /// Grays, whose pixels are bytes, or bits of bytes.
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
  /// The size of the surface that pictures of a size are drawn on. Where pixels are bits, it has a
  /// column for each eight of them.
  public func surfaceSize(of size: PixelSize) -> PixelSize {
    bits == nil ? size : PixelSize(width: (size.width + 7) / 8, height: size.height)
  }
  /// Whether pixels lie as they are drawn.
  public var isNative: Bool { packing.isNative }

  /// Every format, the best first: those that keep every level, and of these the one that needs no
  /// packing. A new one is a file in `Formats/` and a line here.
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

/// How words become pixels. Who packs many keeps a copy: what an object has would be retained for
/// each eight of them.
public struct Packing: Sendable {
  /// Packs eight words.
  ///
  /// - Parameters:
  ///   - x: the first one's column.
  ///   - y: their row.
  /// - Returns: their bytes, the first pixel's first in the lowest one; there is room for eight
  ///   words.
  public typealias Pack = @Sendable (_ words: SIMD8<UInt32>, _ x: Int, _ y: Int) -> SIMD8<UInt32>

  /// Packs one word over and over.
  ///
  /// - Returns: the first eight bytes. Where two or four bytes are a pixel, they come again.
  public typealias PackAlike = @Sendable (_ word: UInt32, _ x: Int, _ y: Int) -> UInt64

  /// Bytes of one pixel, `1...4`.
  public let bytesPerPixel: Int
  /// Whether pixels lie as they are drawn.
  public let isNative: Bool
  /// Packs eight words.
  public let pack: Pack
  /// Packs one word over and over: as packing eight of it does.
  public let packAlike: PackAlike
}
