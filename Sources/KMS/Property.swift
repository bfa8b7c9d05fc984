public import Base

/// The kernel's description of a property, the same for all objects that have it.
public struct Property: Sendable {
  /// A named value, such as "Primary". For a bitmask property, the value is the bit's number.
  public typealias Choice = (name: ByteString, value: UInt64)

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
public typealias PropertyValue = (property: ObjectID, value: UInt64)

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

/// The properties that the program knows, by the kernel's names.
public enum PropertyName: StaticBytes, CaseIterable, Sendable {
  // CRTC properties.
  case active = "ACTIVE", modeID = "MODE_ID", variableRefresh = "VRR_ENABLED"
  case gammaLUT = "GAMMA_LUT", degammaLUT = "DEGAMMA_LUT", colorMatrix = "CTM"
  // Connector properties.
  case edid = "EDID", tile = "TILE", dpms = "DPMS", linkStatus = "link-status"
  case nonDesktop = "non-desktop", panelOrientation = "panel orientation"
  case hdrMetadata = "HDR_OUTPUT_METADATA", colorspace = "Colorspace", maxBPC = "max bpc"
  case broadcastRGB = "Broadcast RGB", scalingMode = "scaling mode"
  case contentType = "content type", contentProtection = "Content Protection"
  case underscan, underscanWidth = "underscan hborder", underscanHeight = "underscan vborder"
  case leftMargin = "left margin", rightMargin = "right margin"
  case topMargin = "top margin", bottomMargin = "bottom margin"
  // A property of connectors and planes.
  case crtcID = "CRTC_ID"
  // Plane properties.
  case type, framebufferID = "FB_ID", formats = "IN_FORMATS", damageClips = "FB_DAMAGE_CLIPS"
  case sourceX = "SRC_X", sourceY = "SRC_Y", sourceWidth = "SRC_W", sourceHeight = "SRC_H"
  case crtcX = "CRTC_X", crtcY = "CRTC_Y", crtcWidth = "CRTC_W", crtcHeight = "CRTC_H"
  case rotation, alpha, zpos, blendMode = "pixel blend mode", colorPipeline = "COLOR_PIPELINE"

  /// The kernel's name of the property.
  public var text: StaticBytes { rawValue }
}
