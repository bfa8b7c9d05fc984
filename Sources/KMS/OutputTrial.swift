import Base
import LinuxSystem
import Pixels

/// One configuration of an output under test.
final class Trial {
  private(set) var output: Output
  let option: ConnectorOption
  let commit: OutputCommit
  /// The combinations of rotation by the planes and format, the best first; never empty.
  let ways: [(rotation: Rotation, format: PixelFormat)]
  /// Whether the driver accepts the output alone.
  var passes = false
  var buffer: DumbBuffer?

  /// Prepares a trial. An output that lacks atomic properties uses legacy calls.
  init(
    _ output: Output, _ option: ConnectorOption, on device: any ModeSetting, isAtomic: Bool,
    _ quirks: DriverQuirks
  ) {
    (self.output, self.option) = (output, option)
    commit = OutputCommit(for: output, on: device, isAtomic: isAtomic, quirks: quirks)
    if option.usesLegacy { commit.useLegacy() }
    ways = Self.ways(of: output, commit)
  }

  /// A trial of a candidate that failed after its test.
  init(_ candidate: OutputCandidate, _ option: ConnectorOption) {
    (output, commit, self.option) = (candidate.output, candidate.commit, option)
    ways = Self.ways(of: candidate.output, candidate.commit)
  }

  private static func ways(
    of output: Output, _ commit: OutputCommit
  ) -> [(rotation: Rotation, format: PixelFormat)] {
    var ways: [(rotation: Rotation, format: PixelFormat)] = []
    for rotation in commit.rotations {
      // Formats of one size need the same memory and bandwidth, so one of each is enough.
      var sizes: [Int] = []
      for format in output.formats where !sizes.contains(format.bytesPerPixel) {
        sizes.append(format.bytesPerPixel)
        ways.append((rotation, format))
      }
    }
    return ways
  }

  private var way: (rotation: Rotation, format: PixelFormat) {
    ways[min(option.wayIndex, ways.count - 1)]
  }

  func isSame(_ other: Output, _ otherOption: ConnectorOption) -> Bool {
    option.wayIndex == otherOption.wayIndex && option.usesLegacy == otherOption.usesLegacy
      && option.isUntested == otherOption.isUntested && output.isSame(as: other)
  }

  /// Creates the buffer and the mode blobs, if they do not exist yet; false if memory does not suffice.
  func allocates(on device: any ModeSetting) throws(KMSError) -> Bool {
    if buffer != nil { return true }
    do throws(KMSError) {
      try commit.prepare(way.rotation)
      buffer = try DumbBuffer(
        on: device, size: way.rotation.inverse.turned(output.size), format: way.format)
      return true
    } catch {
      if error.isCardGone || error.isMasterLost { throw error }
      return false
    }
  }

  /// Goes on with the same output of another plan.
  func follow(_ output: Output) {
    self.output = output
    commit.follow(output)
  }

  /// The number of pixels.
  var area: Int { output.size.width * output.size.height }

  var candidate: OutputCandidate {
    OutputCandidate(output: output, commit: commit, format: way.format, buffer: buffer)
  }

  var text: ByteString {
    var text = ByteString()
    for pipe in output.pipes {
      text.append(pipe.connector.name, after: " + ")
      for clone in pipe.clones { text += "=" + clone.name }
      text += " " + pipe.mode.summary + " on CRTC " + ByteString(pipe.crtc.id)
    }
    return text + " as " + ByteString(way.format.name)
  }
}
