import Base
import Pixels

/// The objects and properties that a modeset resets besides its own objects.
public enum ModesetScope: CaseIterable, Sendable {
  /// Turns off objects that no output uses, and resets properties set by other programs.
  case all
  /// Resets properties.
  case withoutRest
  /// Resets nothing.
  case withoutResets
}

/// The properties that atomic commits set on an output.
///
/// Each commit refills an array of the caller, so that frames allocate nothing.
public struct AtomicCommit {
  private let output: Output
  /// Whether the driver uses the damage of a frame.
  public let wantsDamage: Bool

  /// Prepares commits for an output. Throws `unsupported` if an object lacks a property that every
  /// atomic driver has.
  public init(for output: Output) throws(KMSError) {
    self.output = output
    wantsDamage = output.pipes.allSatisfy { $0.plane.properties[.damageClips] != nil }
    for pipe in output.pipes {
      for index in Self.placement.indices {
        if pipe.plane.properties[Self.placement[index]] == nil {
          throw .unsupported(
            "plane " + ByteString(pipe.plane.id) + " has no property "
              + Self.placement[index].text)
        }
      }
      guard pipe.crtc.properties[.active] != nil, pipe.crtc.properties[.modeID] != nil,
        pipe.connectors.allSatisfy({ $0.properties[.crtcID] != nil })
      else { throw .unsupported("a CRTC or connector of the card lacks an atomic property") }
    }
  }

  /// Adds the assignments that turn off conflicting objects. In a commit of several outputs, these
  /// come first for all outputs.
  func addClearing(_ scope: ModesetScope, to list: inout [PropertyAssignment]) {
    for pipe in output.pipes {
      // Other planes would cover the picture; other connectors would get the new mode.
      turnOff(pipe.others, in: &list)
      if scope == .all { turnOff(pipe.rest, in: &list) }
    }
  }

  @inline(never) private func turnOff(
    _ objects: UnusedObjects, in list: inout [PropertyAssignment]
  ) {
    for plane in objects.planes { clear(plane, in: &list) }
    for connector in objects.connectors { detach(connector, in: &list) }
    // The kernel refuses CRTCs that run without a connector.
    for crtc in objects.crtcs { turnOff(crtc, in: &list) }
  }

  /// Adds the assignments that show a framebuffer in the output's modes, regardless of the current
  /// state.
  ///
  /// - Parameters:
  ///   - modes: a blob of each pipe's mode.
  ///   - rotation: the rotation by the planes.
  ///   - scope: the objects and properties to reset.
  ///   - setsMode: whether the commit may set a mode.
  func addSetting(
    _ framebuffer: ObjectID, _ modes: [ObjectID], _ rotation: Rotation, _ scope: ModesetScope,
    setsMode: Bool, to list: inout [PropertyAssignment]
  ) {
    for (index, pipe) in output.pipes.enumerated() {
      let crtc = pipe.crtc.properties
      for connector in pipe.connectors {
        set(.crtcID, of: connector.properties, to: UInt64(pipe.crtc.id), in: &list)
        // "Good" (0) acknowledges the failed link, and makes the driver train it again.
        if connector.isLinkBad { set(.linkStatus, of: connector.properties, to: 0, in: &list) }
      }
      for (_, name, one) in PropertyReset.assignments(
        for: pipe, rotation, setsMode ? .modeset : .any)
      where scope != .withoutResets || name == .rotation {
        list.append(one)
      }
      set(.modeID, of: crtc, to: UInt64(modes[index]), in: &list)
      set(.active, of: crtc, to: 1, in: &list)
      place(pipe, framebuffer, rotation, in: &list)
    }
  }

  private func place(
    _ pipe: DisplayPipe, _ framebuffer: ObjectID, _ rotation: Rotation,
    in list: inout [PropertyAssignment]
  ) {
    let (width, height) = (UInt64(pipe.size.width), UInt64(pipe.size.height))
    let source = rotation.inverse.turned(pipe.size)
    // The source is in 16.16 fixed point.
    let values: [_ of UInt64] = [
      UInt64(framebuffer), UInt64(pipe.crtc.id), UInt64(pipe.origin.x) << 16,
      UInt64(pipe.origin.y) << 16, UInt64(source.width) << 16, UInt64(source.height) << 16, 0, 0,
      width, height,
    ]
    for index in values.indices {
      set(Self.placement[index], of: pipe.plane.properties, to: values[index], in: &list)
    }
  }

  /// Lists the assignments that show another framebuffer.
  ///
  /// - Parameters:
  ///   - damage: a blob of `DamageClips`; nil if everything may differ.
  ///   - list: cleared first.
  public func flip(
    to framebuffer: ObjectID, damage: ObjectID?, into list: inout [PropertyAssignment]
  ) {
    list.removeAll(keepingCapacity: true)
    for pipe in output.pipes {
      let plane = pipe.plane.properties
      set(.framebufferID, of: plane, to: UInt64(framebuffer), in: &list)
      if wantsDamage, let damage { set(.damageClips, of: plane, to: UInt64(damage), in: &list) }
    }
  }

  /// Lists the assignments that turn off some pipes of the output.
  ///
  /// - Parameters:
  ///   - withConnectors: false if the connectors may have vanished.
  ///   - list: cleared first.
  func off(
    _ pipes: [DisplayPipe], withConnectors: Bool, into list: inout [PropertyAssignment]
  ) {
    list.removeAll(keepingCapacity: true)
    for pipe in pipes {
      clear(pipe.plane, in: &list)
      if withConnectors {
        for connector in pipe.connectors { detach(connector, in: &list) }
      }
      turnOff(pipe.crtc, in: &list)
    }
  }

  private func detach(_ connector: Connector, in list: inout [PropertyAssignment]) {
    set(.crtcID, of: connector.properties, to: 0, in: &list)
  }

  private func turnOff(_ crtc: CRTC, in list: inout [PropertyAssignment]) {
    set(.active, of: crtc.properties, to: 0, in: &list)
    set(.modeID, of: crtc.properties, to: 0, in: &list)
  }

  private static let placement: [_ of PropertyName] = [
    .framebufferID, .crtcID, .sourceX, .sourceY, .sourceWidth, .sourceHeight, .crtcX, .crtcY,
    .crtcWidth, .crtcHeight,
  ]

  private func clear(_ plane: Plane, in list: inout [PropertyAssignment]) {
    set(.framebufferID, of: plane.properties, to: 0, in: &list)
    set(.crtcID, of: plane.properties, to: 0, in: &list)
  }

  /// Adds an assignment if the object has the property.
  @inline(never) private func set(
    _ name: PropertyName, of object: PropertyTable, to value: UInt64,
    in list: inout [PropertyAssignment]
  ) {
    guard let property = object[name] else { return }
    list.append(PropertyAssignment(object: object.object, property: property, value: value))
  }
}
