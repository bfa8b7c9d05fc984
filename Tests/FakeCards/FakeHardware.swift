public import Base
import DeskSupport
public import KMS

/// The objects of a card that exists in a test only. Numbers are recognisable: connectors 0xC0…,
/// encoders 0xE0…, CRTCs 0xCC…, planes 0xB0….
public struct FakeHardware {
  /// A connector, and the properties that the program looks at.
  public struct Socket {
    /// The connector.
    public var connector: Connector
    /// Whether the driver has not made it known yet, though it has a number already.
    public var isUnfinished = false
    /// Its property "non-desktop".
    public var isNonDesktop = false
    /// Its property "link-status".
    public var isLinkBad = false
    /// Its property CRTC_ID.
    public var crtc: ObjectID = 0
    /// Its property "panel orientation": the number of its choice; nil where it has none.
    public var orientation: UInt64?
    /// Its property TILE; nil where it has none.
    public var tile: ByteString?
    /// Its property HDR_OUTPUT_METADATA; nil where it has none.
    public var hdrMetadata: UInt64?
    /// Its property Colorspace; nil where it has none.
    public var colorspace: UInt64?
    /// Its EDID; nil where it has none.
    public var edid: [UInt8]?
    /// Further properties.
    public var others: [PropertyName: UInt64] = [:]
    /// Whether the kernel knows nothing of the display before it is probed.
    public var isUnprobed = false
  }

  /// A plane, and the properties that the program looks at.
  public struct Layer {
    /// The plane.
    public var plane: Plane
    /// Its property "type".
    public var kind: Plane.Kind
    /// Whether it has the property FB_DAMAGE_CLIPS.
    public var takesDamage = true
    /// Whether it has the property "rotation", with these bits of what it can: upright and upside down, unless said otherwise.
    public var rotates = false
    /// The numbers of the bits of "rotation".
    public var rotations: [UInt64] = [0, 2]
    /// Its property "alpha"; nil where it has none.
    public var alpha: UInt64?
    /// Its property "zpos"; nil where it has none.
    public var zpos: UInt64?
    /// The formats of IN_FORMATS with each modifier; nil where it has no such property.
    public var modifiers: [(modifier: UInt64, formats: [UInt32])]?
    /// Further properties.
    public var others: [PropertyName: UInt64] = [:]
    /// Properties that it lacks.
    public var lacks: Set<PropertyName> = []

    /// The blob of IN_FORMATS (`drm_format_modifier_blob`).
    public var formatBlob: [UInt8] {
      func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        // SAFETY: an integer's own bytes.
        unsafe withUnsafeBytes(of: number) { unsafe Array($0) }
      }
      let (formats, entries) = (plane.formats, modifiers ?? [])
      let numbers = [1, 0, formats.count, 24, entries.count, 24 + 4 * formats.count]
      var blob = numbers.flatMap { bytes(UInt32($0)) } + formats.flatMap { bytes($0) }
      for entry in entries {
        var mask: UInt64 = 0
        for index in formats.indices where entry.formats.contains(formats[index]) {
          mask |= 1 << UInt64(index)
        }
        blob += bytes(mask) + bytes(UInt64(0)) + bytes(entry.modifier)
      }
      return blob
    }
  }

  /// The connectors.
  public var sockets: [Socket] = []
  /// The encoders.
  public var encoders: [Encoder] = []
  /// The CRTCs.
  public var crtcs: [CRTC] = []
  /// The planes.
  public var layers: [Layer] = []
  /// The property GAMMA_LUT of all CRTCs; nil where they have none.
  public var gamma: UInt64?
  /// Further properties of all CRTCs.
  public var crtcOthers: [PropertyName: UInt64] = [:]
  /// CRTCs that have a mode and are not active.
  public var inactive: Set<ObjectID> = []
  /// Properties that all CRTCs and connectors lack.
  public var lacks: Set<PropertyName> = []
  /// The bits of a pixel that the driver likes best.
  public var preferredDepth: UInt64 = 24

  /// The code of XRGB8888.
  public static let xr24: UInt32 = 0x3432_5258
  /// The code of C8, an index into a palette.
  public static let c8: UInt32 = 0x2020_3843

  /// Creates a card without objects.
  public init() {}

  /// A card with one display of a size: HDMI-A-1 (0xC0), encoder 0xE0, CRTC 0xCC, primary plane 0xB0.
  public static func oneDisplay(width: UInt16 = 16, height: UInt16 = 8) -> FakeHardware {
    var card = FakeHardware()
    card.addCRTC(0xCC)
    card.addEncoder(0xE0, crtcs: 0b1)
    card.addConnector(0xC0, encoders: [0xE0], modes: [mode(width, height)])
    card.addPlane(0xB0, crtcs: 0b1)
    return card
  }

  /// A card with displays of these sizes, each with its own of everything: connectors 0xC0…, encoders 0xE0…, CRTCs 0xCC…,
  /// planes 0xB0….
  public static func displays(_ sizes: [(UInt16, UInt16)]) -> FakeHardware {
    var card = FakeHardware()
    for (index, size) in sizes.enumerated() {
      let offset = UInt32(index)
      card.addCRTC(0xCC + offset)
      card.addEncoder(0xE0 + offset, crtcs: UInt32(1) << offset)
      card.addConnector(0xC0 + offset, encoders: [0xE0 + offset], modes: [mode(size.0, size.1)])
      card.addPlane(0xB0 + offset, crtcs: UInt32(1) << offset)
    }
    return card
  }

  /// A mode of 60 Hz.
  public static func mode(_ width: UInt16, _ height: UInt16, type: UInt32 = 0) -> Mode {
    let mode = Mode(width: width, height: height)
    (mode.htotal, mode.vtotal) = (1_000, 1_000)
    (mode.clock, mode.vrefresh, mode.type) = (60_000, 60, type)
    mode.name = ByteString("\(width)x\(height)")
    return mode
  }

  /// Adds a connector, HDMI-A with the next free number.
  public mutating func addConnector(
    _ id: ObjectID, _ connection: Connector.Connection = .connected, encoders: [ObjectID],
    modes: [Mode], crtc: ObjectID = 0
  ) {
    let connector = Connector(
      id: id, type: 11, typeIndex: UInt32(sockets.count + 1), connection: connection, modes: modes,
      encoders: encoders, encoder: nil)
    sockets.append(Socket(connector: connector, crtc: crtc))
  }

  /// Adds an encoder that can be fed by a mask of CRTCs.
  public mutating func addEncoder(_ id: ObjectID, crtcs: UInt32) {
    encoders.append(Encoder(id: id, crtc: nil, possibleCRTCs: crtcs))
  }

  /// Adds a CRTC.
  public mutating func addCRTC(_ id: ObjectID) {
    crtcs.append(CRTC(id: id, index: crtcs.count, mode: nil))
  }

  /// Adds a plane for a mask of CRTCs.
  public mutating func addPlane(
    _ id: ObjectID, _ kind: Plane.Kind = .primary, crtcs: UInt32, formats: [UInt32] = [xr24],
    on crtc: ObjectID? = nil
  ) {
    layers.append(
      Layer(
        plane: Plane(id: id, crtc: crtc, possibleCRTCs: crtcs, formats: formats), kind: kind))
  }
}

// What a driver tells of an object is anew each time.

extension Connector {
  /// Another one that is the same now.
  func copy() -> Connector {
    let copy = Connector(
      id: id, type: type, typeIndex: typeIndex, connection: connection, modes: modes,
      encoders: encoders, encoder: encoder)
    (copy.millimetres, copy.tile, copy.properties) = (millimetres, tile, properties)
    return copy
  }
}

extension CRTC {
  /// Another one that is the same now.
  func copy() -> CRTC {
    let copy = CRTC(id: id, index: index, mode: mode)
    (copy.framebuffer, copy.gammaSize, copy.properties) = (framebuffer, gammaSize, properties)
    return copy
  }
}

extension Plane {
  /// Another one that is the same now.
  func copy() -> Plane {
    let copy = Plane(id: id, crtc: crtc, possibleCRTCs: possibleCRTCs, formats: formats)
    (copy.framebuffer, copy.properties) = (framebuffer, properties)
    return copy
  }
}
