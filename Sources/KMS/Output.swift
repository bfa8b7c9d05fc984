public import Base
public import Pixels

/// A way for pixels to a connector: through which objects, in which mode.
public final class Head {
  /// Where the display is.
  public var connector: Connector
  /// What scans the picture out.
  public var crtc: CRTC
  /// What fetches it. Its number is 0 where the driver tells of none.
  public var plane: Plane
  /// What the display is driven with.
  public var mode: Mode
  /// The place in the framebuffer that is this display's upper left corner.
  public var origin = (x: 0, y: 0)
  /// Other planes that are on the CRTC, to be turned off.
  public var otherPlanes: [Plane] = []
  /// Other connectors that the CRTC feeds, to be turned off.
  public var otherConnectors: [Connector] = []
  /// The CRTC that feeds the connector now, if it is another one and feeds nothing else: it is to be turned off, with its planes.
  public var formerCRTC: CRTC?
  /// The planes on that.
  public var formerPlanes: [Plane] = []

  init(connector: Connector, crtc: CRTC, plane: Plane, mode: Mode) {
    (self.connector, self.crtc, self.plane, self.mode) = (connector, crtc, plane, mode)
  }

  /// The pixels that it shows.
  public var size: PixelSize {
    PixelSize(width: Int(mode.hdisplay), height: Int(mode.vdisplay))
  }

  /// Whether two show the same way.
  func isSame(as other: Head) -> Bool {
    connector.id == other.connector.id && crtc.id == other.crtc.id && plane.id == other.plane.id
      && mode == other.mode && origin == other.origin
  }
}

/// What shows one picture: a display, on one head; or one that is made of tiles, on several.
public final class Output {
  /// The way to each tile; one, unless the display has several.
  public let heads: [Head]
  /// How pixels may be packed, the best first; never empty.
  public let formats: [PixelFormat]
  /// How far a picture has to be turned to be upright.
  public let rotation: Rotation

  init(heads: [Head], formats: [PixelFormat], rotation: Rotation) {
    (self.heads, self.formats, self.rotation) = (heads, formats, rotation)
  }

  /// The pixels of all heads together, before anything is turned.
  public var size: PixelSize {
    var size = PixelSize(width: 0, height: 0)
    for head in heads {
      size.width = max(size.width, head.origin.x + head.size.width)
      size.height = max(size.height, head.origin.y + head.size.height)
    }
    return size
  }

  /// The name of its first connector, such as "HDMI-A-1".
  public var name: ByteString { heads[0].connector.name }

  /// The time from one vertical blank to the next.
  public var refreshPeriod: Duration { heads[0].mode.refreshPeriod }

  /// Whether the link to a display broke and wants a new modeset.
  public var isLinkBad: Bool { heads.contains { $0.connector.isLinkBad } }

  /// Pixels of a millimetre; nil where a display does not tell its size, or nothing that can be.
  public var density: Double? { size.density(of: heads[0].connector.millimetres) }

  /// Whether two use the same CRTC.
  public func shares(crtcOf other: Output) -> Bool {
    heads.contains { head in other.heads.contains { $0.crtc.id == head.crtc.id } }
  }

  /// Whether two show the same picture the same way.
  public func isSame(as other: Output) -> Bool {
    if heads.count != other.heads.count || rotation != other.rotation { return false }
    for index in heads.indices where !heads[index].isSame(as: other.heads[index]) { return false }
    return true
  }
}
