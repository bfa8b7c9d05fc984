import Base
import Pixels

/// A KMS plane, which scans out a framebuffer for a CRTC.
public final class Plane {
  /// The purpose of a plane.
  public enum Kind: Equatable, Sendable {
    /// The main picture.
    case primary
    /// The mouse pointer.
    case cursor
    /// Any layer above the main picture.
    case overlay
  }

  /// The KMS object.
  public var id: ObjectID
  /// The CRTC that it is on; nil if it is off.
  public var crtc: ObjectID?
  /// The framebuffer that it scans out; 0 for none.
  public var framebuffer: ObjectID = 0
  /// The CRTCs that it can be on: bit n for the CRTC with index n.
  public var possibleCRTCs: UInt32
  /// The supported pixel formats, as four-character codes of `drm_fourcc.h`.
  public var formats: [UInt32]
  /// Its properties.
  public var properties = PropertyTable()

  /// Creates a plane.
  public init(id: ObjectID, crtc: ObjectID?, possibleCRTCs: UInt32, formats: [UInt32]) {
    (self.id, self.crtc) = (id, crtc)
    (self.possibleCRTCs, self.formats) = (possibleCRTCs, formats)
  }

  /// The purpose, by the property "type"; overlay without this property.
  public var kind: Kind {
    guard let value = properties.value(of: .type) else { return .overlay }
    if value == properties.enumValue("Primary", of: .type) { return .primary }
    return value == properties.enumValue("Cursor", of: .type) ? .cursor : .overlay
  }

  /// Whether it is a primary plane that can be on a CRTC.
  func isPrimary(for crtc: CRTC) -> Bool { kind == .primary && crtc.isIn(possibleCRTCs) }

  /// Whether it supports one of some formats.
  func reads(_ some: [PixelFormat]) -> Bool {
    some.contains { formats.contains($0.fourCC) }
  }

  /// The characters of a format code, such as "XR24".
  static func formatName(_ fourCC: UInt32) -> ByteString {
    var name = ByteString()
    for shift: UInt32 in [0, 8, 16, 24] {
      let byte = UInt8(truncatingIfNeeded: fourCC >> shift)
      if byte != 0x20 { name.append((0x21..<0x7f).contains(byte) ? byte : UInt8(ascii: "?")) }
    }
    return name
  }
}
