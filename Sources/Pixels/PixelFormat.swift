/// How a frame's pixels lie in memory that a display reads.
///
/// The program draws in one form, `0xAARRGGBB` words, the colours multiplied by alpha. A format is how eight of these
/// are packed. What a pixel gets depends on its word and its own place alone, and the dependence on the place comes
/// again every four columns and rows.
public struct PixelFormat: Sendable {
  /// Packs eight words.
  ///
  /// - Parameters:
  ///   - x: the first one's column.
  ///   - y: their row.
  /// - Returns: their bytes, the first pixel's first in the lowest one; there is room for eight words.
  typealias Pack = @Sendable (_ words: SIMD8<UInt32>, _ x: Int, _ y: Int) -> SIMD8<UInt32>

  /// The name in `drm_fourcc.h`, such as "XRGB8888".
  public let name: StaticString
  /// The kernel's code: four characters, the first in the lowest byte.
  public let fourCC: UInt32
  /// Bytes of one pixel, `2...4`.
  public let bytesPerPixel: Int
  /// Whether a pixel depends on its place, so that rows that come again are worth being kept packed.
  public let isDithered: Bool
  /// Whether pixels lie as they are drawn.
  public let isNative: Bool
  let pack: Pack

  /// - Parameter pack: nil where pixels lie as they are drawn.
  init(
    name: StaticString, fourCC: UInt32, bytesPerPixel: Int, isDithered: Bool = false, pack: Pack?
  ) {
    (self.name, self.fourCC, self.bytesPerPixel) = (name, fourCC, bytesPerPixel)
    (self.isDithered, isNative, self.pack) = (
      isDithered, pack == nil, pack ?? { words, _, _ in words }
    )
  }

  /// Every format, the best first: those that keep every level, and of these the one that needs no packing. A new
  /// one is a file in `Formats/` and a line here.
  public static let all: [PixelFormat] = [
    .xrgb8888,
    .argb8888,
    .xbgr8888,
    .rgb888,
    .rgb565,
  ]
}
