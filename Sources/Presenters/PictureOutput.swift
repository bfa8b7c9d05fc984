public import Base
import LinuxSystem
import PNGCodec
public import Pixels

/// Writes frames as PNG files (one picture, numbered pictures or one animation), or as raw pixels.
public final class PictureOutput {
  private enum Form {
    case single
    case numbered(prefix: ByteString, suffix: ByteString)
    case animated(APNGEncoder)
  }

  private let path: ByteString
  private var form: Form
  private var written = 0

  /// The format to draw frames in.
  public let format: PixelFormat
  private let isRaw: Bool

  /// Whether the output is one picture.
  public var isSingle: Bool { if case .single = form { true } else { false } }
  /// Whether the frames form one animation.
  public var isAnimated: Bool { if case .animated = form { true } else { false } }

  /// Creates an output.
  ///
  /// - Parameters:
  ///   - path: `FILE.apng` for an animation; with `%d` for numbered pictures, counted from 0;
  ///     otherwise one picture. A path ending in `.raw` gets bare pixels, row by row.
  ///   - rawFormat: the format of raw pixels.
  public init(
    path: ByteString, size: PixelSize, framesPerSecond: Int, rawFormat: PixelFormat = .xrgb8888
  ) {
    self.path = path
    isRaw = path.hasSuffix(".raw")
    format = isRaw ? rawFormat : .xrgb8888
    if path.hasSuffix(".apng") {
      form = .animated(APNGEncoder(size: size, framesPerSecond: framesPerSecond))
    } else if let mark = Self.mark(in: path) {
      form = .numbered(prefix: path[0..<mark], suffix: path[(mark + 2)..<path.count])
    } else {
      form = .single
    }
  }

  /// The position of `%d`; nil if there is none.
  private static func mark(in path: ByteString) -> Int? {
    var place = 0
    while place + 1 < path.count {
      if path[place] == UInt8(ascii: "%"), path[place + 1] == UInt8(ascii: "d") { return place }
      place += 1
    }
    return nil
  }

  /// Adds a frame. `finish` writes the frames of an animation.
  ///
  /// - Parameters:
  ///   - damage: the difference from the previous frame.
  ///   - periods: the time since the previous frame in frame periods; the previous frame lasts that
  ///     long.
  public func append(
    _ frame: borrowing Pixmap, damage: DamageRegion, periods: Int = 1
  ) throws(PresenterError) {
    let path: ByteString
    switch form {
    case .animated(var encoder):
      form = .single  // Keeps one owner of the encoder, so that its frames are not copied.
      defer { form = .animated(encoder) }
      encoder.extendLast(by: periods - 1)
      return encoder.append(frame, damage: damage)
    case .numbered(let prefix, let suffix):
      path = prefix + ByteString(written) + suffix
    case .single:
      path = self.path
    }
    written += 1
    if isRaw { return try Self.write(frame, format, to: path) }
    try Self.write(PNGEncoder.encode(frame).span, to: path)
  }

  /// Writes an animation.
  public func finish() throws(PresenterError) {
    if case .animated(let encoder) = form { try Self.write(encoder.bytes().span, to: path) }
  }

  private static func write(
    _ frame: borrowing Pixmap, _ format: PixelFormat, to path: ByteString
  ) throws(PresenterError) {
    var failure: PresenterError?
    frame.withBytes(as: format) { bytes in
      do throws(PresenterError) { try write(bytes, to: path) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  private static func write(_ bytes: Span<UInt8>, to path: ByteString) throws(PresenterError) {
    do throws(SystemError) {
      try FileWriter.write(bytes, to: path, as: .picture)
    } catch {
      throw PresenterError(error.message + "; is the folder there and writable?", isFinal: true)
    }
  }
}
