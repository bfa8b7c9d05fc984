public import Base
import CPNG
public import Pixels

/// A decoder of PNG pictures, based on libpng.
public enum PNGDecoder {
  /// The reason why a file cannot be decoded.
  public struct DecodingError: Error {
    /// The reason, from libpng or from the decoder.
    public let reason: ByteString
  }

  /// The maximum number of pixels, twice those of a 3840 × 2160 display. Without a limit a few
  /// bytes could claim all memory.
  public static let pixelLimit = 4_096 * 4_096

  /// Decodes a file.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - hasRoom: called before the pixels are allocated; returns whether that many bytes are
  ///     available.
  /// - Returns: words `0xAARRGGBB`, encoded sRGB, premultiplied by alpha.
  public static func decode(
    _ bytes: Span<UInt8>, hasRoom: (Int) -> Bool = { _ in true }
  ) throws(DecodingError) -> Pixmap {
    if bytes.isEmpty { throw DecodingError(reason: "it is empty") }
    // SAFETY: the structure is freed at the end of this call in every case. The bytes are valid for
    // the whole call, and the pixels while libpng writes them.
    return try unsafe bytes.withUnsafeBytes { bytes throws(DecodingError) in
      var reader = unsafe cpng_reader()
      defer { unsafe cpng_end(&reader) }
      if unsafe cpng_begin(&reader, bytes.baseAddress, bytes.count) == 0 {
        throw unsafe error(reader)
      }
      let (width, height) = unsafe (Int(reader.width), Int(reader.height))
      if width > pixelLimit / max(height, 1) {
        throw DecodingError(reason: ByteString(width) + "x" + ByteString(height) + " is too large")
      }
      if !hasRoom(width * height * 4) {
        throw DecodingError(
          reason: ByteString(width) + "x" + ByteString(height)
            + " needs more memory than is free")
      }
      var pixmap = Pixmap(size: PixelSize(width: width, height: height))
      let isRead = unsafe pixmap.withUnsafeWords { unsafe cpng_read(&reader, $0) }
      if isRead == 0 { throw unsafe error(reader) }
      premultiply(&pixmap)
      return pixmap
    }
  }

  /// Returns whether a file contains a color profile (iCCP), which `decode` ignores.
  public static func hasProfile(_ bytes: Span<UInt8>) -> Bool {
    // A chunk: length, four letters, as many bytes, checksum.
    var place = 8
    while place + 8 <= bytes.count {
      var (length, name) = (UInt32(0), UInt32(0))
      for index in 0..<4 {
        length = length << 8 | UInt32(bytes[place + index])
        name = name << 8 | UInt32(bytes[place + 4 + index])
      }
      if name == 0x6943_4350 { return true }
      // IDAT; a profile precedes it.
      if name == 0x4944_4154 { return false }
      if length > UInt32(bytes.count) { return false }
      place += 12 + Int(length)
    }
    return false
  }

  private static func premultiply(_ pixmap: inout Pixmap) {
    let size = pixmap.size
    for y in 0..<size.height {
      pixmap.withMutableRow(y, columns: 0..<size.width) { row in
        for x in 0..<size.width {
          // The words are little-endian, as on every supported board.
          let word = row[x]
          let alpha = word >> 24
          if alpha == 255 { continue }
          func scaled(_ component: UInt32) -> UInt32 {
            let product = (component & 255) * alpha + 128
            return (product + product >> 8) >> 8
          }
          row[x] = alpha << 24 | scaled(word >> 16) << 16 | scaled(word >> 8) << 8 | scaled(word)
        }
      }
    }
  }

  private static func error(_ reader: cpng_reader) -> DecodingError {
    unsafe DecodingError(reason: PNGMessage.text(reader.message))
  }
}
