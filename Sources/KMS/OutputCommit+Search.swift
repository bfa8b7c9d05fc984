import Base
import LinuxSystem
public import Pixels

// The configuration that the search tests.
extension OutputCommit {
  /// The next way to show a picture: one with fewer bits per pixel if memory does not suffice; nil
  /// after the last.
  var nextWay: Int? {
    let bits = format.bitsPerPixel
    return (0..<rotations.count * formats.count).first {
      $0 > option.wayIndex && (!lacksMemory || formats[$0 % formats.count].bitsPerPixel < bits)
    }
  }

  /// The plane rotation of a way.
  func rotation(of way: Int) -> Rotation {
    rotations[min(way / formats.count, rotations.count - 1)]
  }

  /// The rotation by the planes.
  public var rotation: Rotation { rotation(of: option.wayIndex) }

  /// The pixel format of the buffers.
  public var format: PixelFormat { formats[option.wayIndex % formats.count] }

  func isSame(_ other: Output, _ otherOption: ConnectorOption) -> Bool {
    option.wayIndex == otherOption.wayIndex && option.usesLegacy == otherOption.usesLegacy
      && option.isUntested == otherOption.isUntested && output.isSame(as: other)
  }

  /// Creates the buffer and the mode blobs, unless they exist.
  ///
  /// - Parameter spares: dumb buffers to use if memory does not suffice for a new one.
  func allocate(_ spares: SpareBuffers?) throws(KMSError) {
    if buffer != nil { return }
    try reserveModes()
    let size = rotation.inverse.turned(output.size)
    do throws(KMSError) {
      buffer = try DumbBuffer(on: device, size: size, format: format)
    } catch {
      lacksMemory = error.code == .noMemory
      guard lacksMemory, spares?.size == output.size else { throw error }
      buffer = spares?.take(on: device, size: size, format: format)
      if buffer == nil { throw error }
      lacksMemory = false
    }
    if let buffer { spares?.forget(buffer.handle) }
  }

  /// The number of pixels.
  var area: Int { output.size.width * output.size.height }

  /// The configuration, for reports.
  var text: ByteString {
    var text = ByteString()
    for pipe in output.pipes {
      text.append(pipe.connector.name, after: " + ")
      for clone in pipe.clones { text += "=" + clone.name }
      text += " " + pipe.mode.summary + " on CRTC " + ByteString(pipe.crtc.id)
    }
    return text + " as " + ByteString(format.name)
  }
}
