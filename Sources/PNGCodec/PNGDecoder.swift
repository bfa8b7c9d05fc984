public import ByteStrings
import CPNG
public import Pixels

/// Reads PNG pictures, through libpng's simplified interface.
public enum PNGDecoder {
  /// Why a file is no picture for us.
  public struct DecodingError: Error {
    /// libpng's words, or ours.
    public let reason: ByteString
  }

  /// The most pixels of a picture. Beyond that a few bytes could claim all memory there is.
  public static let pixelLimit = 8_192 * 8_192

  /// Decodes a file's bytes.
  ///
  /// - Returns: words `0xAARRGGBB`, encoded sRGB, the colours multiplied by alpha.
  public static func decode(_ bytes: Span<UInt8>) throws(DecodingError) -> Pixmap {
    // SAFETY: the structure is libpng's for the length of this call, and freed at its end whatever happens;
    // the bytes and the buffer are lent for single calls and outlive them.
    var image = unsafe png_image()
    unsafe image.version = cpng_version
    defer { unsafe png_image_free(&image) }
    let began = unsafe bytes.withUnsafeBytes {
      unsafe png_image_begin_read_from_memory(&image, $0.baseAddress, $0.count)
    }
    if began == 0 { throw unsafe error(image) }
    let (width, height) = unsafe (Int(image.width), Int(image.height))
    if width > pixelLimit / max(height, 1) {
      throw DecodingError(reason: ByteString(width) + "x" + ByteString(height) + " is too large")
    }
    // libpng 1.6.39 as Debian has mended it gives each second row of such a file to all others.
    if bytes[24] == 16, bytes[28] == 1 {
      throw DecodingError(reason: "16 bits a sample and interlaced; save it without one of these")
    }
    unsafe image.format = cpng_format_rgba
    // Samples of 16 bits are linear to libpng unless a file says what they are; to those who write such files they are not.
    unsafe image.flags |= cpng_deep_is_srgb
    var samples = [UInt8](repeating: 0, count: width * height * 4)
    let finished = unsafe samples.withUnsafeMutableBytes {
      unsafe png_image_finish_read(&image, nil, $0.baseAddress, 0, nil)
    }
    if finished == 0 { throw unsafe error(image) }
    return pixmap(samples, size: PixelSize(width: width, height: height))
  }

  /// Whether a file brings a colour profile (iCCP), which `decode` ignores.
  public static func hasProfile(_ bytes: Span<UInt8>) -> Bool {
    // Chunks: a length, four letters, so many bytes, a checksum.
    var place = 8
    while place + 8 <= bytes.count {
      var (length, name) = (0, 0)
      for index in 0..<4 {
        length = length << 8 | Int(bytes[place + index])
        name = name << 8 | Int(bytes[place + 4 + index])
      }
      if name == 0x6943_4350 { return true }
      // The picture itself: a profile comes before it.
      if name == 0x4944_4154 { return false }
      place += 12 + length
    }
    return false
  }

  private static func pixmap(_ samples: [UInt8], size: PixelSize) -> Pixmap {
    var pixmap = Pixmap(size: size)
    for y in 0..<size.height {
      pixmap.withMutableRow(y, columns: 0..<size.width) { row in
        for x in 0..<size.width {
          let at = (y * size.width + x) * 4
          row[x] = premultiplied(samples[at], samples[at + 1], samples[at + 2], samples[at + 3])
        }
      }
    }
    return pixmap
  }

  private static func premultiplied(
    _ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8
  ) -> UInt32 {
    func scaled(_ component: UInt8) -> UInt32 {
      let product = UInt32(component) * UInt32(alpha) + 128
      return (product + product >> 8) >> 8
    }
    return UInt32(alpha) << 24 | scaled(red) << 16 | scaled(green) << 8 | scaled(blue)
  }

  private static func error(_ image: png_image) -> DecodingError {
    unsafe DecodingError(reason: PNGMessage.text(image))
  }
}
