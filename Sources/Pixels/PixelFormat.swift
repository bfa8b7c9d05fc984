/// How a frame's pixels lie in memory that a display reads.
///
/// The program draws in one form, `0xXXRRGGBB` words. A format is how rows of these are packed.
public struct PixelFormat: Sendable {
  /// The name in `drm_fourcc.h`, such as "XRGB8888".
  public let name: StaticString
  /// The kernel's code: four characters, the first in the lowest byte.
  public let fourCC: UInt32
  /// Bytes of one pixel.
  public let bytesPerPixel: Int
  /// Packs a row of words. The destination has `bytesPerPixel` bytes for each.
  public let pack: @Sendable (Span<UInt32>, inout MutableRawSpan) -> Void

  /// Every format, the best first. A new one is a file in `Formats/` and a line here.
  public static let all: [PixelFormat] = [
    .xrgb8888
  ]
}
