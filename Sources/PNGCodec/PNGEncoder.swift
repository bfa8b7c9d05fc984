public import Base
import CPNG
public import Pixels

/// An encoder of frames as PNG pictures, based on libpng's simplified interface.
public enum PNGEncoder {
  /// The reason why a frame cannot be encoded.
  public struct EncodingError: Error {
    /// The reason, from libpng.
    public let reason: ByteString
  }

  /// Encodes a frame.
  ///
  /// - Parameter frame: words `0xXXRRGGBB`, encoded sRGB.
  /// - Returns: the file: 8 bits per component, no alpha.
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

  /// Encodes rows of samples in a libpng format with 8 bits per component.
  static func encode(
    _ samples: [UInt8], _ size: PixelSize, format: UInt32
  ) throws(EncodingError) -> [UInt8] {
    // SAFETY: libpng frees its data in the structure at the end of its call. The samples and the
    // output are valid during the call, and the output has the size limit that libpng computed.
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
