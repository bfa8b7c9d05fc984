public import Base
public import Pixels

/// A display, on one pipe; or a display made of tiles, on one pipe for each tile.
public final class Output {
  /// One pipe for each tile; one for a display without tiles.
  public let pipes: [DisplayPipe]
  /// The pixel formats that all planes read, in order of preference; never empty.
  public let formats: [PixelFormat]
  /// The rotation that makes a picture upright.
  public let rotation: Rotation
  /// Bits of gray to which the driver reduces each pixel of any format; 0 for colors.
  public let grayBits: Int

  init(pipes: [DisplayPipe], formats: [PixelFormat], rotation: Rotation, grayBits: Int = 0) {
    (self.pipes, self.formats, self.rotation) = (pipes, formats, rotation)
    self.grayBits = grayBits
  }

  /// The size of all pipes together, pixels, before rotation.
  public var size: PixelSize {
    var size = PixelSize(width: 0, height: 0)
    for pipe in pipes {
      size.width = max(size.width, pipe.origin.x + pipe.size.width)
      size.height = max(size.height, pipe.origin.y + pipe.size.height)
    }
    return size
  }

  /// The name of its first connector, such as "HDMI-A-1".
  public var name: ByteString { pipes[0].connector.name }

  /// The time from one vertical blank to the next.
  public var refreshPeriod: Duration { pipes[0].mode.refreshPeriod }

  /// Whether the link to a display failed and needs a new modeset.
  public var isLinkBad: Bool { pipes.contains { $0.connector.isLinkBad } }

  /// Pixels per millimeter; nil if the display reports no plausible size.
  public var density: Double? { size.density(of: pipes[0].connector.millimetres) }

  /// Whether it uses the CRTC or the connector of a pipe.
  public func uses(_ pipe: DisplayPipe) -> Bool {
    pipes.contains { $0.crtc.id == pipe.crtc.id || $0.connector.id == pipe.connector.id }
  }

  /// Whether its modeset turns other connectors of its CRTCs off.
  public var takesConnectors: Bool { pipes.contains { !$0.others.connectors.isEmpty } }

  /// Whether two outputs have the same pipes and rotation.
  public func isSame(as other: Output) -> Bool {
    pipes.count == other.pipes.count && rotation == other.rotation
      && pipes.indices.allSatisfy { pipes[$0].isSame(as: other.pipes[$0]) }
  }
}
