package import Pixels

/// An encoder of frames as PNG pictures (PNG, third edition), compressed by zlib.
package enum PNGEncoder {
  /// The components of a pixel, each a byte.
  enum Components: UInt32 {
    case rgb = 3
    case rgba = 4

    /// The color type of a PNG header.
    var colorType: UInt32 { self == .rgb ? 2 : 6 }
  }

  /// Encodes a frame.
  ///
  /// - Parameter frame: words `0xXXRRGGBB`, encoded sRGB.
  /// - Returns: the file: 8 bits per component, no alpha.
  package static func encode(_ frame: borrowing Pixmap) -> [UInt8] {
    var file = start(frame.size, .rgb)
    let samples = frame.samples(of: frame.bounds)
    PNGChunk.append(&file, .idat, data(samples, width: frame.size.width, .rgb))
    PNGChunk.append(&file, .iend, [])
    return file
  }

  /// Returns a file up to its picture data.
  static func start(_ size: PixelSize, _ components: Components) -> [UInt8] {
    var file = PNGChunk.signature
    let words = [UInt32(size.width), UInt32(size.height), 8 << 24 | components.colorType << 16]
    PNGChunk.append(&file, .ihdr, PNGChunk.bytes(of: words) + [0])
    PNGChunk.append(&file, .sRGB, [0])
    return file
  }

  /// Returns rows of samples as picture data.
  static func data(_ samples: [UInt8], width: Int, _ components: Components) -> [UInt8] {
    let length = width * Int(components.rawValue)
    var rows: [UInt8] = []
    rows.reserveCapacity(samples.count + samples.count / length)
    for place in samples.indices {
      // No filter: frames of flat areas and lettering compress a quarter worse with Up or Sub.
      if place % length == 0 { rows.append(0) }
      rows.append(samples[place])
    }
    return ZlibStream.pack(rows.span, effort: 6)
  }
}
