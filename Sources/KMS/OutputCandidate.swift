import Base
import LinuxSystem
public import Pixels

/// An output with a configuration that the search tests.
public final class OutputCandidate {
  /// The output.
  public private(set) var output: Output
  let option: ConnectorOption
  /// Its commits, prepared for `light`.
  public let commit: OutputCommit
  // The ways to show a picture are the combinations of these, the best first.
  private let rotations: [Rotation]
  private let formats: [PixelFormat]
  /// Whether the driver accepts the output alone.
  var passes = false
  /// Whether memory did not suffice for it.
  var lacksMemory = false
  /// A buffer of the right size; nil if memory did not suffice.
  public var buffer: DumbBuffer?

  /// Prepares a candidate. An output that lacks atomic properties uses legacy calls.
  init(
    _ output: Output, _ option: ConnectorOption, on device: any ModeSetting, isAtomic: Bool,
    _ quirks: DriverQuirks
  ) {
    (self.output, self.option) = (output, option)
    commit = OutputCommit(for: output, on: device, isAtomic: isAtomic, quirks: quirks)
    if option.usesLegacy { commit.useLegacy() }
    (rotations, formats) = (commit.rotations, Self.formats(of: output))
  }

  /// Formats with the same bits per pixel need the same memory and bandwidth, so one of each
  /// suffices.
  private static func formats(of output: Output) -> [PixelFormat] {
    var formats: [PixelFormat] = []
    for format in output.formats
    where !formats.contains(where: { $0.bitsPerPixel == format.bitsPerPixel }) {
      formats.append(format)
    }
    return formats
  }

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

  /// The pixel format of the buffers.
  public var format: PixelFormat { formats[option.wayIndex % formats.count] }

  func isSame(_ other: Output, _ otherOption: ConnectorOption) -> Bool {
    option.wayIndex == otherOption.wayIndex && option.usesLegacy == otherOption.usesLegacy
      && option.isUntested == otherOption.isUntested && output.isSame(as: other)
  }

  /// Creates the buffer and the mode blobs, unless they exist.
  ///
  /// - Parameter spares: dumb buffers to use if memory does not suffice for a new one.
  func allocate(on device: any ModeSetting, _ spares: SpareBuffers?) throws(KMSError) {
    if buffer != nil { return }
    let rotation = rotation(of: option.wayIndex)
    try commit.prepare(rotation)
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

  /// Continues with the same output of another plan.
  func follow(_ output: Output) {
    self.output = output
    commit.follow(output)
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
