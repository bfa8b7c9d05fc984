public import Base
public import Pixels

/// The kernel's number of an object of a card: a connector, encoder, CRTC, plane, framebuffer,
/// property or blob; 0 for none.
public typealias ObjectID = UInt32

/// A socket for a display, or the link to a built-in panel.
public final class Connector {
  /// The state of a connector's display.
  public enum Connection: StaticBytes, Sendable {
    /// A display is connected.
    case connected
    /// No display is connected.
    case disconnected
    /// The driver cannot detect displays.
    case unknown
  }

  /// The KMS object.
  public var id: ObjectID
  /// The kind of connector, `DRM_MODE_CONNECTOR_…`.
  public var type: UInt32
  /// The number among the card's connectors of this type, from 1.
  public var typeIndex: UInt32
  /// Whether a display is connected.
  public var connection: Connection
  /// The supported modes, in the kernel's order: the best first.
  public var modes: [Mode]
  /// The encoders that can feed it.
  public var encoders: [ObjectID]
  /// The encoder that feeds it; nil for none.
  public var encoder: ObjectID?
  /// The display's width and height, mm; 0 if unknown.
  public var millimetres = (width: 0, height: 0)
  /// Its position in a tiled display; nil for an ordinary one.
  public var tile: Tile?
  /// The size of the first timing in the display's EDID, pixels; nil unless it was read, which is
  /// done if no mode is preferred.
  var nativeSize: PixelSize?
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

  /// Whether it leads to a device that is no desktop display, such as a headset.
  public var isNonDesktop: Bool { (properties.value(of: .nonDesktop) ?? 0) != 0 }

  /// Whether the link to the display failed and needs a new modeset.
  public var isLinkBad: Bool { (properties.value(of: .linkStatus) ?? 0) != 0 }

  /// The rotation that makes a picture upright on the panel. The kernel names the side of the panel
  /// that is on top.
  public var orientation: Rotation {
    let names: [(StaticBytes, Rotation)] = [
      ("Upside Down", .half), ("Left Side Up", .counterclockwise), ("Right Side Up", .clockwise),
    ]
    for (name, rotation) in names {
      let value = properties.enumValue(name, of: .panelOrientation)
      if value != nil, properties.value(of: .panelOrientation) == value { return rotation }
    }
    return .none
  }

  /// Whether it is a built-in panel: LVDS, eDP, DSI, DPI or SPI.
  public var isBuiltIn: Bool { [7, 14, 16, 17, 19].contains(type) }

  /// The name that the kernel uses in `video=` and in sysfs, such as "HDMI-A-1".
  public var name: ByteString {
    let isKnown = Int(type) < Self.typeNames.count
    return ByteString(Self.typeNames[isKnown ? Int(type) : 0]) + "-" + ByteString(typeIndex)
  }

  // In the order of DRM_MODE_CONNECTOR_…; older versions of libdrm lack such a table.
  private static let typeNames: [StaticBytes] = [
    "Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN",
    "DP", "HDMI-A", "HDMI-B", "TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB",
  ]
}

/// The position of a connector in a tiled display, such as an early 5K monitor of two halves.
public struct Tile: Equatable, Sendable {
  /// The tile group, which identifies the display.
  public var group: UInt32
  /// The number of tiles in a row and in a column.
  public var columns, rows: Int
  /// The position of this tile, from 0.
  public var column, row: Int
  /// The size of a tile, pixels.
  public var size: PixelSize
}

extension Tile {
  /// Parses the property TILE: "group:flags:columns:rows:column:row:width:height".
  public init?(_ text: ByteString) {
    var numbers: [Int] = []
    for word in text.split(at: 0)[0].split(at: UInt8(ascii: ":")) {
      guard let number = word.wholeNumber, number <= 0x7FFF_FFFF else { return nil }
      numbers.append(Int(number))
    }
    guard numbers.count == 8, numbers[4] < numbers[2], numbers[5] < numbers[3],
      numbers[6] > 0, numbers[2] <= 16_384 / numbers[6],
      numbers[7] > 0, numbers[3] <= 16_384 / numbers[7]
    else { return nil }
    self.init(
      group: UInt32(numbers[0]), columns: numbers[2], rows: numbers[3], column: numbers[4],
      row: numbers[5], size: PixelSize(width: numbers[6], height: numbers[7]))
  }
}

/// A KMS encoder, which connects a CRTC to connectors.
public struct Encoder: Equatable, Sendable {
  /// The KMS object.
  public var id: ObjectID
  /// The CRTC that feeds it; nil for none.
  public var crtc: ObjectID?
  /// The CRTCs that can feed it: bit n for the CRTC with index n.
  public var possibleCRTCs: UInt32

  /// Creates an encoder.
  public init(id: ObjectID, crtc: ObjectID?, possibleCRTCs: UInt32) {
    (self.id, self.crtc, self.possibleCRTCs) = (id, crtc, possibleCRTCs)
  }
}
