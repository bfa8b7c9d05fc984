public import Base
public import Pixels

/// Numbers that the kernel gives to connectors, encoders, CRTCs, planes, framebuffers, properties and
/// blobs of a card; 0 is none.
public typealias ObjectID = UInt32

/// Where a display is plugged in, or a panel wired.
public final class Connector {
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
  /// The display's width and height, mm; 0 where it does not tell.
  public var millimetres = (width: 0, height: 0)
  /// Which part of a display that is made of several it is; nil for a whole one.
  public var tile: Tile?
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

  /// The rotation that makes a picture upright on the panel. The kernel names the side of the panel
  /// that is on top.
  public var orientation: Rotation {
    let value = properties.value(of: .panelOrientation)
    if value == nil { return .none }
    if value == properties.enumValue("Upside Down", of: .panelOrientation) { return .half }
    if value == properties.enumValue("Left Side Up", of: .panelOrientation) {
      return .counterclockwise
    }
    return value == properties.enumValue("Right Side Up", of: .panelOrientation)
      ? .clockwise : .none
  }

  /// Whether it is a built-in panel: LVDS, eDP, DSI, DPI or SPI.
  public var isBuiltIn: Bool { [7, 14, 16, 17, 19].contains(type) }

  /// The modes to try, the most wanted first; at most 20.
  ///
  /// The wanted mode comes first, then the next smaller sizes with the highest refresh rate of each,
  /// then lower refresh rates, then larger sizes.
  var candidates: [Mode] {
    guard let wanted = OutputSelection.mode(of: self, current: nil) else { return [] }
    var list = [wanted]
    func add(_ isCandidate: (Mode) -> Bool) {
      var found: [Mode] = []
      for mode in modes where mode.area > 0 && isCandidate(mode) && !list.contains(mode) {
        let place = found.firstIndex {
          ($0.area, $0.vrefresh) < (mode.area, mode.vrefresh)
        }
        found.insert(mode, at: place ?? found.count)
      }
      list += found
    }
    add { mode in
      mode.area < wanted.area && !mode.isInterlaced
        && !modes.contains { $0.area == mode.area && $0.vrefresh > mode.vrefresh }
    }
    add { $0.area <= wanted.area }
    add { _ in true }
    return Array(list.prefix(20))
  }

  /// The name that the kernel uses in `video=` and in sysfs, such as "HDMI-A-1".
  public var name: ByteString {
    ByteString(Self.typeName(type)) + "-" + ByteString(typeIndex)
  }

  /// The kernel's word for a sort of connector.
  static func typeName(_ type: UInt32) -> StaticBytes {
    Int(type) < typeNames.count ? typeNames[Int(type)] : "Unknown"
  }

  // In the order of DRM_MODE_CONNECTOR_…; libdrm's own table is younger than some boards' libdrm.
  private static let typeNames: [StaticBytes] = [
    "Unknown", "VGA", "DVI-I", "DVI-D", "DVI-A", "Composite", "SVIDEO", "LVDS", "Component", "DIN",
    "DP", "HDMI-A", "HDMI-B", "TV", "eDP", "Virtual", "DSI", "DPI", "Writeback", "SPI", "USB",
  ]
}

/// The position of a connector in a display made of several, such as an early 5K monitor of two
/// halves.
public struct Tile: Equatable, Sendable {
  /// Which display it is of.
  public var group: UInt32
  /// How many tiles there are beside and below each other.
  public var columns, rows: Int
  /// Which of them this is, from 0.
  public var column, row: Int
  /// A tile's pixels.
  public var size: PixelSize

  /// Creates a tile of a display.
  public init(group: UInt32, columns: Int, rows: Int, column: Int, row: Int, size: PixelSize) {
    (self.group, self.columns, self.rows) = (group, columns, rows)
    (self.column, self.row, self.size) = (column, row, size)
  }

  /// Reads the property TILE: "group:flags:columns:rows:column:row:width:height".
  public init?(_ text: ByteString) {
    var numbers: [Int] = []
    for word in text.split(at: 0)[0].split(at: UInt8(ascii: ":")) {
      guard let number = word.wholeNumber, number <= 0x7FFF_FFFF else { return nil }
      numbers.append(Int(number))
    }
    guard numbers.count == 8, numbers[4] < numbers[2], numbers[5] < numbers[3],
      (1...16_384).contains(numbers[6]), (1...16_384).contains(numbers[7])
    else { return nil }
    self.init(
      group: UInt32(numbers[0]), columns: numbers[2], rows: numbers[3], column: numbers[4],
      row: numbers[5], size: PixelSize(width: numbers[6], height: numbers[7]))
  }
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
