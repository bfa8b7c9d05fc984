package import Base
import LinuxSystem
import PNGCodec
package import Pixels

/// Decodes PNG files in the page itself, which has no processes. The browser confines the page.
package enum PictureProcess {
  /// The reason why a file was not decoded.
  package struct Failure: Error {
    package let reason: ByteString
    /// Whether the cause is the file, and not the system.
    package let isFiles: Bool
  }

  /// Decodes a file.
  ///
  /// - Returns: words `0xAARRGGBB`, premultiplied by alpha.
  package static func decode(_ bytes: [UInt8]) throws(Failure) -> Pixmap {
    // The decoder says what is wrong with a size that is not possible.
    if let size = PNGDecoder.statedSize(bytes.span),
      !SystemMemory.hasRoom(for: 4 * size.width * size.height)
    {
      throw Failure(reason: "its pixels need more memory than is free", isFiles: false)
    }
    do throws(PNGDecoder.DecodingError) {
      return try PNGDecoder.decode(bytes.span, hasRoom: SystemMemory.hasRoom)
    } catch {
      throw Failure(reason: error.reason, isFiles: true)
    }
  }

  /// Decodes the frames of an animated file, one after the other.
  ///
  /// - Parameter frame: called with each frame: its delay, the part of the picture that may differ
  ///   from the frame before, and the whole picture. Returns whether to go on.
  /// - Returns: how often the frames are to be played; 0 for ever.
  package static func decodeFrames(
    _ bytes: [UInt8], frame: (Duration, PixelRect, borrowing Pixmap) -> Bool
  ) throws(Failure) -> Int {
    var plays = 0
    do throws(PNGDecoder.DecodingError) {
      try APNGDecoder.decode(
        bytes.span, hasRoom: SystemMemory.hasRoom, begin: { plays = $0.plays }, frame: frame)
    } catch {
      throw Failure(reason: error.reason, isFiles: true)
    }
    return plays
  }
}
