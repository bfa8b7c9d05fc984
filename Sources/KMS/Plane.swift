public import Base
import Pixels

/// A KMS plane, which scans out a framebuffer for a CRTC.
public final class Plane {
  /// The purpose of a plane.
  public enum Kind: StaticBytes, Sendable {
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
  /// The pixel formats of linear buffers, as four-character codes of `drm_fourcc.h`.
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

  /// The value of its property "rotation" for a rotation; nil if it does not support that. The
  /// kernel's rotations are counterclockwise.
  func value(of rotation: Rotation) -> UInt64? {
    let names: [StaticBytes] = ["rotate-0", "rotate-270", "rotate-180", "rotate-90"]
    // The kernel refuses a bit that does not exist, which shifts to 0 here.
    return properties.enumValue(names[rotation.rawValue], of: .rotation).map { 1 << $0 }
  }

  /// Whether it is a primary plane that can be on a CRTC.
  func isPrimary(for crtc: CRTC) -> Bool { kind == .primary && crtc.isIn(possibleCRTCs) }

  /// The formats that a blob of IN_FORMATS (`drm_format_modifier_blob`) has for linear buffers, as
  /// dumb buffers are; nil for a malformed blob.
  public static func linearFormats(_ blob: [UInt8]) -> [UInt32]? {
    let bytes = blob.span
    func number(_ offset: Int) -> Int { Int(clamping: bytes.number(at: offset) as UInt32) }
    if bytes.count < 24 { return nil }
    let (count, start, entryCount, firstEntry) = (number(8), number(12), number(16), number(20))
    guard start <= bytes.count, count <= (bytes.count - start) / 4, firstEntry <= bytes.count,
      entryCount <= (bytes.count - firstEntry) / 24
    else { return nil }
    var formats: [UInt32] = []
    for entry in 0..<entryCount {
      let place = firstEntry + 24 * entry
      let (mask, index): (UInt64, Int) = (bytes.number(at: place), number(place + 8))
      let modifier: UInt64 = bytes.number(at: place + 16)
      // DRM_FORMAT_MOD_LINEAR is 0.
      for bit in 0..<64 where modifier == 0 && mask >> bit & 1 != 0 {
        if bit < count - index { formats.append(bytes.number(at: start + 4 * (index + bit))) }
      }
    }
    return formats
  }

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
