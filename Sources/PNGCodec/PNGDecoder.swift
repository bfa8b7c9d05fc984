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
    let size = statedSize(bytes) ?? PixelSize(width: 0, height: 0)
    if !hasRoom(size.width * size.height * 4) { throw lacksRoom(size) }
    var picture = Pixmap(size: size)
    var y = 0
    try decodeRows(bytes, hasRoom: { _ in true }) { row in
      picture.setRow(y, bytes: row)
      y += 1
    }
    return picture
  }

  /// Decodes a file row by row, with the memory of one row; of all rows if it is interlaced.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - hasRoom: called before the rows of an interlaced file are allocated; returns whether that
  ///     many bytes are available.
  ///   - row: called with each row, from the top: blue, green, red, alpha, encoded sRGB,
  ///     premultiplied.
  public static func decodeRows(
    _ bytes: Span<UInt8>, hasRoom: (Int) -> Bool, row: (Span<UInt8>) -> Void
  ) throws(DecodingError) {
    if bytes.isEmpty { throw DecodingError(reason: "it is empty") }
    let (stated, curve) = (statedSize(bytes), correction(bytes))
    // SAFETY: the structure is freed at the end of this call in every case. The bytes are valid for
    // the whole call, and the pixels while libpng writes them.
    try unsafe bytes.withUnsafeBytes { bytes throws(DecodingError) in
      var reader = unsafe cpng_reader()
      defer { unsafe cpng_end(&reader) }
      if unsafe cpng_begin(&reader, bytes.baseAddress, bytes.count) == 0 {
        throw unsafe error(reader)
      }
      let size = unsafe PixelSize(width: Int(reader.width), height: Int(reader.height))
      if size.width > pixelLimit / max(size.height, 1) {
        throw DecodingError(reason: text(size) + " is too large")
      }
      // libpng skips unknown chunks before the header. Callers rely on the stated size.
      if stated != size { throw DecodingError(reason: "its header is not at its start") }
      let passes = unsafe Int(cpng_start(&reader))
      if passes == 0 { throw unsafe error(reader) }
      let isWhole = passes > 1
      if isWhole, !hasRoom(size.width * size.height * 4) { throw lacksRoom(size) }
      var picture = Pixmap(size: PixelSize(width: size.width, height: isWhole ? size.height : 1))
      for pass in 1...passes {
        for y in 0..<size.height {
          let isLast = pass == passes && y == size.height - 1
          let isRead = unsafe picture.withUnsafeWords {
            unsafe cpng_read_row(&reader, $0 + (isWhole ? y * size.width : 0), isLast ? 1 : 0)
          }
          if isRead == 0 { throw unsafe error(reader) }
          if isWhole { continue }
          premultiply(&picture, curve)
          picture.withBytes(as: .xrgb8888, row)
        }
      }
      if !isWhole { return }
      premultiply(&picture, curve)
      picture.withBytes(as: .xrgb8888) { bytes in
        for y in 0..<size.height {
          row(bytes.extracting((4 * y * size.width)..<(4 * (y + 1) * size.width)))
        }
      }
    }
  }

  static func text(_ size: PixelSize) -> ByteString {
    ByteString(size.width) + "x" + ByteString(size.height)
  }

  /// The size that a file states; nil if that is too large, or the file does not begin with a
  /// header.
  public static func statedSize(_ bytes: Span<UInt8>) -> PixelSize? {
    if bytes.count < 24 || PNGChunk.word(bytes, 12) != 0x4948_4452 { return nil }
    let (width, height) = (PNGChunk.word(bytes, 16), PNGChunk.word(bytes, 20))
    if width == 0 || height == 0 || UInt64(width) * UInt64(height) > UInt64(pixelLimit) {
      return nil
    }
    return PixelSize(width: Int(width), height: Int(height))
  }

  static func lacksRoom(_ size: PixelSize) -> DecodingError {
    DecodingError(reason: text(size) + " needs more memory than is free")
  }

  /// Returns whether a file contains a color profile (iCCP), which `decode` ignores.
  public static func hasProfile(_ bytes: Span<UInt8>) -> Bool {
    PNGChunk.body(of: .iCCP, in: bytes) != nil
  }

  /// The sRGB sample of each 8-bit sample; empty if the file's samples are sRGB, as without a chunk
  /// gAMA. As in libpng, a difference of five percent does not count.
  private static func correction(_ bytes: Span<UInt8>) -> [UInt8] {
    guard PNGChunk.body(of: .sRGB, in: bytes) == nil,
      let body = PNGChunk.body(of: .gAMA, in: bytes),
      let chunk = PNGChunk(bytes, at: body - 8), chunk.body.count == 4, chunk.isWhole(bytes)
    else { return [] }
    let power = 45_455 / Double(PNGChunk.word(bytes, body))
    if abs(power - 1) <= 0.05 || !(1e-4...3_000).contains(power) { return [] }
    var (curve, logarithm) = ([UInt8](repeating: 0, count: 256), 0.0)
    for sample in stride(from: 255, to: 0, by: -1) {
      let share = Double(sample) / 255
      // Halley's method, which begins at the logarithm of the next sample.
      for _ in 0..<2 {
        let reached = exponential(logarithm)
        logarithm += 2 * (share - reached) / (share + reached)
      }
      curve[sample] = UInt8(255 * exponential(power * logarithm) + 0.5)
    }
    return curve
  }

  private static func premultiply(_ pixmap: inout Pixmap, _ curve: [UInt8]) {
    let size = pixmap.size
    for y in 0..<size.height {
      pixmap.withMutableRow(y, columns: 0..<size.width) { row in
        for x in 0..<size.width {
          // The words are little-endian, as on every supported board.
          var word = row[x]
          let alpha = word >> 24
          if !curve.isEmpty {
            func corrected(_ shift: UInt32) -> UInt32 {
              UInt32(curve[Int(word >> shift & 255)]) << shift
            }
            word = alpha << 24 | corrected(16) | corrected(8) | corrected(0)
            row[x] = word
          }
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
    // SAFETY: only bytes of the copy are read.
    let text = unsafe withUnsafeBytes(of: reader.message) { bytes in
      unsafe ByteString(Array(bytes.prefix { $0 != 0 }))
    }
    return DecodingError(reason: text)
  }
}
