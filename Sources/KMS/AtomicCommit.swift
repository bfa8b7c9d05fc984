import ByteStrings
import Pixels

/// The properties that commits set on an output.
///
/// The lists are filled anew for each commit into an array of the caller's, so that frames allocate
/// nothing.
public struct AtomicCommit: Sendable {
  private let output: Output
  private let framebufferID: ObjectID
  private let damageClips: ObjectID?

  /// Prepares commits for an output. Throws `unsupported` when an object lacks a property that every
  /// atomic driver has.
  public init(for output: Output) throws(KMSError) {
    self.output = output
    framebufferID = try Self.required(.framebufferID, of: output.plane)
    damageClips = output.plane.properties[.damageClips]
    for name in Self.placement { _ = try Self.required(name, of: output.plane) }
    guard output.crtc.properties[.active] != nil, output.crtc.properties[.modeID] != nil,
      output.connector.properties[.crtcID] != nil
    else { throw .unsupported("a CRTC or connector of the card lacks an atomic property") }
  }

  /// Whether the driver wants to know which pixels of a frame are new.
  public var takesDamage: Bool { damageClips != nil }

  /// Lists what shows a framebuffer in the output's mode, whatever was shown before.
  ///
  /// - Parameters:
  ///   - mode: a blob of the output's mode.
  ///   - list: is cleared first.
  public func modeset(
    to framebuffer: ObjectID, mode: ObjectID, into list: inout [PropertyAssignment]
  ) {
    list.removeAll(keepingCapacity: true)
    // What others left there would lie on top of the picture, or be fed the new mode.
    for plane in output.otherPlanes {
      set(.framebufferID, of: plane.properties, to: 0, in: &list)
      set(.crtcID, of: plane.properties, to: 0, in: &list)
    }
    for connector in output.otherConnectors {
      set(.crtcID, of: connector.properties, to: 0, in: &list)
    }
    let connector = output.connector.properties
    let crtc = output.crtc.properties
    let plane = output.plane.properties
    set(.crtcID, of: connector, to: UInt64(output.crtc.id), in: &list)
    // "Good" (0): the broken link is known, train it again. Only said when it is broken.
    if output.connector.isLinkBad { set(.linkStatus, of: connector, to: 0, in: &list) }
    set(.modeID, of: crtc, to: UInt64(mode), in: &list)
    set(.active, of: crtc, to: 1, in: &list)
    set(.framebufferID, of: plane, to: UInt64(framebuffer), in: &list)
    set(.crtcID, of: plane, to: UInt64(output.crtc.id), in: &list)
    let (width, height) = (UInt64(output.size.width), UInt64(output.size.height))
    // The source is in 16.16 fixed point.
    let values = [0, 0, width << 16, height << 16, 0, 0, width, height]
    for place in values.indices {
      set(Self.placement[place], of: plane, to: values[place], in: &list)
    }
    if let upright = plane.enumValue("rotate-0", of: .rotation) {
      set(.rotation, of: plane, to: 1 << upright, in: &list)
    }
  }

  /// Lists what shows another framebuffer in place of the one shown.
  ///
  /// - Parameters:
  ///   - damage: a blob of `DamageClips`; nil when all may be new.
  ///   - list: is cleared first.
  public func flip(
    to framebuffer: ObjectID, damage: ObjectID?, into list: inout [PropertyAssignment]
  ) {
    list.removeAll(keepingCapacity: true)
    let plane = output.plane.id
    list.append(
      PropertyAssignment(object: plane, property: framebufferID, value: UInt64(framebuffer)))
    if let damageClips, let damage {
      list.append(PropertyAssignment(object: plane, property: damageClips, value: UInt64(damage)))
    }
  }

  private static let placement: [PropertyName] = [
    .sourceX, .sourceY, .sourceWidth, .sourceHeight, .crtcX, .crtcY, .crtcWidth, .crtcHeight,
  ]

  private static func required(
    _ name: PropertyName, of plane: Plane
  ) throws(KMSError) -> ObjectID {
    guard let id = plane.properties[name] else {
      throw .unsupported(
        "plane " + ByteString(plane.id) + " has no property " + ByteString(name.text))
    }
    return id
  }

  /// Adds a property to the list, where the object has it.
  @inline(never) private func set(
    _ name: PropertyName, of object: PropertyTable, to value: UInt64,
    in list: inout [PropertyAssignment]
  ) {
    guard let property = object[name] else { return }
    list.append(PropertyAssignment(object: object.object, property: property, value: value))
  }
}
