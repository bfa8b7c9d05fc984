import LinuxSystem
import PNGCodec
public import Pixels

/// Writes frames as PNG files: one, a numbered row of them, or one animated.
public struct PictureOutput {
  private enum Form {
    case single
    case numbered(prefix: [UInt8], suffix: [UInt8])
    case animated(APNGEncoder)
  }

  private let path: String
  private var form: Form
  private var written = 0

  /// Whether it takes one frame only.
  public var isSingle: Bool { if case .single = form { true } else { false } }
  /// Whether its frames make one animation.
  public var isAnimated: Bool { if case .animated = form { true } else { false } }

  /// Begins an output.
  ///
  /// - Parameter path: `FILE.apng` for an animation; with `%d` in it for a file each, counted from 0; otherwise
  ///   one picture.
  public init(path: String, size: PixelSize, framesPerSecond: Int) {
    self.path = path
    let name = Array(path.utf8)
    if name.count >= 5, name.suffix(5).elementsEqual(".apng".utf8) {
      form = .animated(APNGEncoder(size: size, framesPerSecond: framesPerSecond))
    } else if let mark = name.indices.dropLast().first(where: {
      name[$0] == UInt8(ascii: "%") && name[$0 + 1] == UInt8(ascii: "d")
    }) {
      form = .numbered(prefix: Array(name[..<mark]), suffix: Array(name[(mark + 2)...]))
    } else {
      form = .single
    }
  }

  /// Adds a frame. Those of an animation are written by `finish`.
  ///
  /// - Parameters:
  ///   - damage: what differs from the frame before.
  ///   - periods: how many frames' time has passed since the frame before; it stays that long.
  public mutating func append(
    _ frame: borrowing Pixmap, damage: DamageRegion, periods: Int = 1
  ) throws(PresenterError) {
    let path: String
    switch form {
    case .animated(var encoder):
      form = .single  // So that there is one encoder, and its frames are not copied.
      defer { form = .animated(encoder) }
      encoder.extendLast(by: periods - 1)
      do throws(PNGEncoder.EncodingError) {
        try encoder.append(frame, damage: damage)
      } catch {
        throw PresenterError(
          self.path + ": a frame can't be encoded: " + error.reason, isFinal: true)
      }
      return
    case .numbered(let prefix, let suffix):
      path = String(decoding: prefix + Array((String(written)).utf8) + suffix, as: UTF8.self)
    case .single:
      path = self.path
    }
    let bytes: [UInt8]
    do throws(PNGEncoder.EncodingError) {
      bytes = try PNGEncoder.encode(frame)
    } catch {
      throw PresenterError(path + ": a frame can't be encoded: " + error.reason, isFinal: true)
    }
    try Self.write(bytes, to: path)
    written += 1
  }

  /// Writes what is not written yet.
  public func finish() throws(PresenterError) {
    if case .animated(let encoder) = form { try Self.write(encoder.bytes(), to: path) }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(PresenterError) {
    do throws(SystemError) {
      try FileSystem.write(bytes.span, to: path)
    } catch {
      throw PresenterError(error.message + "; is the folder there and writable?", isFinal: true)
    }
  }
}
