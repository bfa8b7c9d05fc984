public import Pixels

/// The path of pixels to a display: plane, CRTC and connector, with a mode.
public final class DisplayPipe {
  /// The connector of the display.
  public var connector: Connector
  /// The CRTC that feeds the connector.
  public var crtc: CRTC
  /// The primary plane. Its ID is 0 if the driver exposes none.
  public var plane: Plane
  /// The mode of the CRTC.
  public var mode: Mode
  /// The position of the display's upper left corner in the framebuffer, pixels.
  public var origin = (x: 0, y: 0)
  /// The objects that a modeset turns off: other planes and connectors of the CRTC, and CRTCs that
  /// currently feed only the connectors of this pipe.
  public let others = UnusedObjects()
  /// Connectors that show the same picture, because the card has no CRTC for them.
  public var clones: [Connector] = []
  /// The lit objects that no output uses; only the first pipe of the first output has any.
  public internal(set) var rest = UnusedObjects()

  init(connector: Connector, crtc: CRTC, plane: Plane, mode: Mode) {
    (self.connector, self.crtc, self.plane, self.mode) = (connector, crtc, plane, mode)
  }

  /// The size of the mode, pixels.
  public var size: PixelSize { mode.size }

  /// The CRTC and the plane.
  var route: Route { Route(crtc: crtc.index, plane: plane.id) }

  /// Whether two pipes use the same objects, mode and origin.
  func isSame(as other: DisplayPipe) -> Bool {
    connector.id == other.connector.id && crtc.id == other.crtc.id && plane.id == other.plane.id
      && mode == other.mode && origin == other.origin
      && clones.map { $0.id } == other.clones.map { $0.id }
  }

  /// All connectors of the pipe.
  public var connectors: [Connector] { [connector] + clones }
}

/// Objects that are on and no longer used.
public final class UnusedObjects {
  /// Connectors with a CRTC.
  public var connectors: [Connector] = []
  /// CRTCs with a mode.
  public var crtcs: [CRTC] = []
  /// Planes on these CRTCs, or above the picture.
  public var planes: [Plane] = []
}
