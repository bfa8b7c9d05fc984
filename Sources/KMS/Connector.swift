public import ByteStrings

/// Numbers that the kernel gives to connectors, encoders, CRTCs, planes, framebuffers, properties and
/// blobs of a card; 0 is none.
public typealias ObjectID = UInt32

/// Where a display is plugged in, or a panel wired.
public struct Connector: Sendable {
  /// What the driver knows of the display.
  public enum Connection: Equatable, Sendable {
    /// It is there.
    case connected
    /// It is not.
    case disconnected
    /// The driver cannot tell.
    case unknown
  }

  /// The KMS object.
  public var id: ObjectID
  /// What sort of socket, `DRM_MODE_CONNECTOR_…`.
  public var type: UInt32
  /// The how manieth of its sort on the card, from 1.
  public var typeIndex: UInt32
  /// Whether a display is there.
  public var connection: Connection
  /// What the display can be driven with, the kernel's order: the best first.
  public var modes: [Mode]
  /// The encoders that can feed it.
  public var encoders: [ObjectID]
  /// The encoder that feeds it; nil when none does.
  public var encoder: ObjectID?
  /// Its properties.
  public var properties = PropertyTable()

  /// Creates a connector.
  public init(
    id: ObjectID, type: UInt32, typeIndex: UInt32, connection: Connection, modes: [Mode],
    encoders: [ObjectID], encoder: ObjectID?
  ) {
    (self.id, self.type, self.typeIndex, self.connection) = (id, type, typeIndex, connection)
    (self.modes, self.encoders, self.encoder) = (modes, encoders, encoder)
  }

  /// Whether it leads to something that is no desktop display, such as a headset.
  public var isNonDesktop: Bool { (properties.value(of: .nonDesktop) ?? 0) != 0 }

  /// Whether the link to the display broke and wants a new modeset.
  public var isLinkBad: Bool { (properties.value(of: .linkStatus) ?? 0) != 0 }

  /// The name that the kernel uses in `video=` and in sysfs, such as "HDMI-A-1".
  public var name: ByteString {
    ByteString(Self.typeName(type)) + "-" + ByteString(typeIndex)
  }

  /// The kernel's word for a sort of connector.
  static func typeName(_ type: UInt32) -> StaticString {
    Int(type) < typeNames.count ? typeNames[Int(type)] : "Unknown"
  }

  // In the order of DRM_MODE_CONNECTOR_…; libdrm's own table is younger than some boards' libdrm.
  private static let typeNames: [StaticString] = [
    "Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN",
    "DP", "HDMI-A", "HDMI-B", "TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB",
  ]
}

/// What turns a CRTC's pixels into a connector's signal.
public struct Encoder: Equatable, Sendable {
  /// The KMS object.
  public var id: ObjectID
  /// The CRTC that feeds it; nil when none does.
  public var crtc: ObjectID?
  /// The CRTCs that can, bit n for the one of index n.
  public var possibleCRTCs: UInt32

  /// Creates an encoder.
  public init(id: ObjectID, crtc: ObjectID?, possibleCRTCs: UInt32) {
    (self.id, self.crtc, self.possibleCRTCs) = (id, crtc, possibleCRTCs)
  }
}
