import Base
import Pixels

/// What fetches a framebuffer for a CRTC.
public final class Plane {
  /// What a plane is meant for.
  public enum Kind: Equatable, Sendable {
    /// The picture.
    case primary
    /// The pointer.
    case cursor
    /// Anything on top.
    case overlay
  }

  /// The KMS object.
  public var id: ObjectID
  /// The CRTC that it is on; nil when it is off.
  public var crtc: ObjectID?
  /// What it shows; 0 for nothing.
  public var framebuffer: ObjectID = 0
  /// The CRTCs that it can be on, bit n for the one of index n.
  public var possibleCRTCs: UInt32
  /// The pixel formats that it reads, four-character codes of `drm_fourcc.h`.
  public var formats: [UInt32]
  /// Its properties.
  public var properties = PropertyTable()

  /// Creates a plane.
  public init(id: ObjectID, crtc: ObjectID?, possibleCRTCs: UInt32, formats: [UInt32]) {
    (self.id, self.crtc) = (id, crtc)
    (self.possibleCRTCs, self.formats) = (possibleCRTCs, formats)
  }

  /// What it is meant for, by its property "type"; overlay where it has none.
  public var kind: Kind {
    guard let value = properties.value(of: .type) else { return .overlay }
    if value == properties.enumValue("Primary", of: .type) { return .primary }
    return value == properties.enumValue("Cursor", of: .type) ? .cursor : .overlay
  }

  /// Whether it is meant for the picture, and can be on a CRTC.
  func isPrimary(for crtc: CRTC) -> Bool { kind == .primary && crtc.isIn(possibleCRTCs) }

  /// Whether it reads one of some formats.
  func reads(_ some: [PixelFormat]) -> Bool {
    some.contains { formats.contains($0.fourCC) }
  }

  /// A format's characters, such as "XR24".
  static func formatName(_ fourCC: UInt32) -> ByteString {
    var name = ByteString()
    for shift: UInt32 in [0, 8, 16, 24] {
      let byte = UInt8(truncatingIfNeeded: fourCC >> shift)
      if byte != 0x20 { name.append((0x21..<0x7f).contains(byte) ? byte : UInt8(ascii: "?")) }
    }
    return name
  }
}
