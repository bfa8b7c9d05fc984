public import Pixels

/// The path of pixels to a display: plane, CRTC and connector, with a mode.
public final class DisplayPipe {
  /// The connector of the display.
  public var connector: Connector
  /// The CRTC that feeds the connector.
  public var crtc: CRTC
  /// The primary plane. Its ID is 0 where the driver exposes none.
  public var plane: Plane
  /// The mode of the CRTC.
  public var mode: Mode
  /// The position of the display's upper left corner in the framebuffer, pixels.
  public var origin = (x: 0, y: 0)
  /// Other planes on the CRTC, which a modeset turns off.
  public var otherPlanes: [Plane] = []
  /// Other connectors of the CRTC, which a modeset detaches.
  public var otherConnectors: [Connector] = []
  /// The CRTC that feeds the connector now, if it is another one and feeds nothing else.
  ///
  /// A modeset turns it off, with its planes.
  public var formerCRTC: CRTC?
  /// The planes on `formerCRTC`.
  public var formerPlanes: [Plane] = []

  init(connector: Connector, crtc: CRTC, plane: Plane, mode: Mode) {
    (self.connector, self.crtc, self.plane, self.mode) = (connector, crtc, plane, mode)
  }

  /// The size of the mode, pixels.
  public var size: PixelSize {
    PixelSize(width: Int(mode.hdisplay), height: Int(mode.vdisplay))
  }

  /// Whether two pipes use the same objects, mode and origin.
  func isSame(as other: DisplayPipe) -> Bool {
    connector.id == other.connector.id && crtc.id == other.crtc.id && plane.id == other.plane.id
      && mode == other.mode && origin == other.origin
  }
}
