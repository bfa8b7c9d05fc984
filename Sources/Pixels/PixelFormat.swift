/// How a frame's pixels lie in memory that a display reads.
///
/// The program draws in one form, `0xAARRGGBB` words. A format is how rows of these are packed.
public struct PixelFormat: Sendable {
  /// The name in `drm_fourcc.h`, such as "XRGB8888".
  public let name: StaticString
  /// The kernel's code: four characters, the first in the lowest byte.
  public let fourCC: UInt32
  /// Bytes of one pixel.
  public let bytesPerPixel: Int
  /// Whether pixels lie as they are drawn: 32 bits, blue in the lowest byte.
  let isNative: Bool
  /// Packs words whose first one belongs to a column and a row; the destination has `bytesPerPixel` bytes for
  /// each. What a pixel gets depends on its word and its own place alone.
  public let pack: @Sendable (Span<UInt32>, _ x: Int, _ y: Int, inout MutableRawSpan) -> Void
  /// The same for a word that all pixels have.
  public let fill: @Sendable (UInt32, _ x: Int, _ y: Int, inout MutableRawSpan) -> Void

  /// Every format, the best first. A new one is a file in `Formats/` and a line here.
  public static let all: [PixelFormat] = [
    .xrgb8888
  ]
}
