public import Base
import CPNG
public import Pixels

/// Writes frames as PNG pictures, through libpng's simplified interface.
public enum PNGEncoder {
  /// Why a frame could not be written.
  public struct EncodingError: Error {
    /// libpng's words.
    public let reason: ByteString
  }

  /// Encodes a frame.
  ///
  /// - Parameter frame: words `0xXXRRGGBB`, encoded sRGB.
  /// - Returns: the file's bytes: 8 bits a component, no alpha.
  public static func encode(_ frame: borrowing Pixmap) throws(EncodingError) -> [UInt8] {
    var samples: [UInt8] = []
    samples.reserveCapacity(frame.bounds.area * 3)
    for y in 0..<frame.size.height {
      frame.withRow(y, columns: 0..<frame.size.width) { row in
        for x in row.indices {
          samples.append(UInt8(truncatingIfNeeded: row[x] >> 16))
          samples.append(UInt8(truncatingIfNeeded: row[x] >> 8))
          samples.append(UInt8(truncatingIfNeeded: row[x]))
        }
      }
    }
    return try encode(samples, frame.size, format: cpng_format_rgb)
  }

  /// Encodes samples, row by row, of one of libpng's formats that have 8 bits a component.
  static func encode(
    _ samples: [UInt8], _ size: PixelSize, format: UInt32
  ) throws(EncodingError) -> [UInt8] {
    // SAFETY: libpng frees at the end of its call what it put into the structure; the samples and
    // the room are lent for single calls, the room of the size that libpng says it may need.
    var image = unsafe png_image()
    unsafe image.version = cpng_version
    unsafe image.width = UInt32(size.width)
    unsafe image.height = UInt32(size.height)
    unsafe image.format = format
    var bytes = [UInt8](repeating: 0, count: unsafe cpng_size_limit(&image))
    var count = bytes.count
    let written = unsafe samples.withUnsafeBytes { samples in
      unsafe bytes.withUnsafeMutableBytes {
        unsafe png_image_write_to_memory(
          &image, $0.baseAddress, &count, 0, samples.baseAddress, 0, nil)
      }
    }
    if written == 0 { throw EncodingError(reason: unsafe PNGMessage.text(image.message)) }
    return Array(bytes[..<count])
  }
}
