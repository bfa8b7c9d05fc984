import Base
import Pixels

/// Properties that another program may have left with values that spoil the picture.
///
/// Some drivers need a modeset for a change, so only differences are assigned.
struct PropertyReset {
  /// The value that the properties get.
  enum Value {
    case number(UInt64)
    /// At least this, as far as the property can have it.
    case atLeast(UInt64)
    /// The smallest or the largest value of the property.
    case smallest, largest
    /// A named choice.
    case choice(StaticBytes)
    /// A named choice, only in place of another one.
    case replacement(StaticBytes, of: StaticBytes)
    /// 0, unless `video=` selects the mode: the same option sets margins.
    case margin
    /// The rotation of the output by the plane.
    case rotation
  }

  /// The commits that reset the properties. Later ones include earlier ones.
  enum Way: Int {
    /// All commits.
    case any
    /// A commit that may set a mode, or a legacy call.
    case modeset
    /// A legacy call only.
    case legacy
  }

  /// The kind of objects that have the properties.
  let kind: ObjectKind
  let names: [PropertyName]
  let value: Value
  var way = Way.any

  /// All resets. Drivers differ in their defaults, so of underscan, scaling mode and bits per
  /// channel only the values are reset that shrink a picture or show banding.
  private static let all: [PropertyReset] = [
    Self(
      kind: .crtc, names: [.gammaLUT, .degammaLUT, .colorMatrix, .variableRefresh],
      value: .number(0)),
    Self(
      kind: .connector, names: [.hdrMetadata, .underscanWidth, .underscanHeight],
      value: .number(0)),
    Self(
      kind: .connector, names: [.leftMargin, .rightMargin, .topMargin, .bottomMargin],
      value: .margin),
    Self(kind: .connector, names: [.maxBPC], value: .atLeast(8)),
    Self(kind: .connector, names: [.colorspace], value: .choice("Default")),
    Self(kind: .connector, names: [.broadcastRGB], value: .choice("Automatic")),
    Self(kind: .connector, names: [.contentProtection], value: .choice("Undesired")),
    // Some drivers need a modeset for another content type.
    Self(kind: .connector, names: [.contentType], value: .choice("Graphics"), way: .modeset),
    Self(kind: .connector, names: [.dpms], value: .choice("On"), way: .legacy),
    Self(kind: .connector, names: [.scalingMode], value: .replacement("Full aspect", of: "Center")),
    Self(kind: .connector, names: [.underscan], value: .replacement("off", of: "on")),
    Self(kind: .plane, names: [.rotation], value: .rotation),
    Self(kind: .plane, names: [.alpha], value: .largest),
    Self(kind: .plane, names: [.zpos], value: .smallest),
    Self(kind: .plane, names: [.colorPipeline], value: .number(0)),
    // ARGB8888 and XRGB8888 have opaque pixels, so "Coverage" would be equivalent.
    Self(kind: .plane, names: [.blendMode], value: .choice("Pre-multiplied")),
  ]

  /// The assignments that the objects of a pipe need.
  ///
  /// - Parameter rotation: the rotation of the output by the plane.
  static func assignments(
    for pipe: DisplayPipe, _ rotation: Rotation, _ way: Way
  ) -> [(ObjectKind, PropertyName, PropertyAssignment)] {
    var list: [(ObjectKind, PropertyName, PropertyAssignment)] = []
    for reset in all where reset.way.rawValue <= way.rawValue {
      let tables: [PropertyTable]
      switch reset.kind {
      case .crtc: tables = [pipe.crtc.properties]
      case .plane: tables = [pipe.plane.properties]
      case .connector: tables = pipe.connectors.map { $0.properties }
      }
      for table in tables {
        for name in reset.names {
          guard let property = table[name], let old = table.value(of: name),
            let new = reset.newValue(of: name, in: table, old, for: pipe, rotation),
            // Commits of ours may have changed the rotation since the table was read.
            new != old || name == .rotation
          else { continue }
          let one = PropertyAssignment(object: table.object, property: property, value: new)
          list.append((reset.kind, name, one))
        }
      }
    }
    return list
  }

  private func newValue(
    of name: PropertyName, in table: PropertyTable, _ old: UInt64, for pipe: DisplayPipe,
    _ rotation: Rotation
  ) -> UInt64? {
    switch value {
    case .number(let number): number
    case .atLeast(let least): table.range(of: name).map { max(old, min(least, $0.upperBound)) }
    case .smallest: table.range(of: name)?.lowerBound
    case .largest: table.range(of: name)?.upperBound
    case .choice(let choice): table.enumValue(choice, of: name)
    case .replacement(let choice, let former):
      old == table.enumValue(former, of: name) ? table.enumValue(choice, of: name) : nil
    case .margin: pipe.mode.isUserDefined ? nil : 0
    case .rotation: pipe.plane.value(of: rotation)
    }
  }
}
