public import Base

/// The kernel's description of a property, the same for all objects that have it.
public struct Property: Sendable {
  /// A named value. For a bitmask property, the value is the bit's number.
  public struct Choice: Sendable {
    /// Its name, such as "Primary".
    public var name: ByteString
    /// Its value.
    public var value: UInt64

    /// Creates a named value.
    public init(name: ByteString, value: UInt64) { (self.name, self.value) = (name, value) }
  }

  /// The KMS object.
  public var id: ObjectID
  /// Its name, such as "CRTC_ID".
  public var name: ByteString
  /// The named values.
  public var choices: [Choice]
  /// The smallest and the largest value of a mutable range property; nil for others.
  public var range: ClosedRange<UInt64>?

  /// Creates a property.
  public init(
    id: ObjectID, name: ByteString, choices: [Choice] = [], range: ClosedRange<UInt64>? = nil
  ) {
    (self.id, self.name, self.choices, self.range) = (id, name, choices, range)
  }
}

/// A property of an object, with its current value.
public struct PropertyValue: Equatable, Sendable {
  /// The property.
  public var property: ObjectID
  /// Its value.
  public var value: UInt64

  /// Creates a property's value.
  public init(property: ObjectID, value: UInt64) { (self.property, self.value) = (property, value) }
}

/// A property of an object, with its new value.
public struct PropertyAssignment: Equatable, Sendable {
  /// The object.
  public var object: ObjectID
  /// The property.
  public var property: ObjectID
  /// The new value.
  public var value: UInt64

  /// Creates an assignment.
  public init(object: ObjectID, property: ObjectID, value: UInt64) {
    (self.object, self.property, self.value) = (object, property, value)
  }
}

/// The properties that the program knows.
public enum PropertyName: CaseIterable, Sendable {
  // CRTC properties.
  case active, modeID, gammaLUT, degammaLUT, colorMatrix, variableRefresh
  // Connector properties.
  case nonDesktop, linkStatus, panelOrientation, tile, dpms, hdrMetadata, colorspace
  case edid, maxBPC, underscan, broadcastRGB, scalingMode
  // A property of connectors and planes.
  case crtcID
  // Plane properties.
  case type, framebufferID, sourceX, sourceY, sourceWidth, sourceHeight
  case crtcX, crtcY, crtcWidth, crtcHeight, rotation, damageClips, alpha, zpos, blendMode

  /// The kernel's name of the property.
  public var text: StaticBytes {
    switch self {
    case .active: "ACTIVE"
    case .modeID: "MODE_ID"
    case .gammaLUT: "GAMMA_LUT"
    case .degammaLUT: "DEGAMMA_LUT"
    case .colorMatrix: "CTM"
    case .variableRefresh: "VRR_ENABLED"
    case .nonDesktop: "non-desktop"
    case .linkStatus: "link-status"
    case .panelOrientation: "panel orientation"
    case .tile: "TILE"
    case .dpms: "DPMS"
    case .hdrMetadata: "HDR_OUTPUT_METADATA"
    case .colorspace: "Colorspace"
    case .edid: "EDID"
    case .maxBPC: "max bpc"
    case .underscan: "underscan"
    case .broadcastRGB: "Broadcast RGB"
    case .scalingMode: "scaling mode"
    case .crtcID: "CRTC_ID"
    case .type: "type"
    case .framebufferID: "FB_ID"
    case .sourceX: "SRC_X"
    case .sourceY: "SRC_Y"
    case .sourceWidth: "SRC_W"
    case .sourceHeight: "SRC_H"
    case .crtcX: "CRTC_X"
    case .crtcY: "CRTC_Y"
    case .crtcWidth: "CRTC_W"
    case .crtcHeight: "CRTC_H"
    case .rotation: "rotation"
    case .damageClips: "FB_DAMAGE_CLIPS"
    case .alpha: "alpha"
    case .zpos: "zpos"
    case .blendMode: "pixel blend mode"
    }
  }
}
