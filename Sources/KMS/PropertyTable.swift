/// The properties of one object that the program knows, asked for once.
public struct PropertyTable: Sendable {
  private struct Entry: Sendable {
    var name: PropertyName
    var property: Property
    var value: UInt64
  }

  private var entries: [Entry] = []

  /// Creates the table of an object without properties.
  public init() {}

  /// Asks a card for an object's properties. The corresponding KMS calls are
  /// `drmModeObjectGetProperties` and, for each, `drmModeGetProperty`.
  public init(
    of object: ObjectID, _ kind: ObjectKind, on device: any ModeSetting
  ) throws(KMSError) {
    for one in try device.properties(of: object, kind) {
      let property = try device.property(one.property)
      for name in PropertyName.allCases where property.name.elementsEqual(name.text) {
        entries.append(Entry(name: name, property: property, value: one.value))
      }
    }
  }

  /// The property's number; nil where the object has none of this name.
  public subscript(name: PropertyName) -> ObjectID? { entry(name)?.property.id }

  /// The value that the property had when the table was made; nil as above.
  public func value(of name: PropertyName) -> UInt64? { entry(name)?.value }

  /// The value that a property's choice stands for; nil where there is no such choice.
  public func enumValue(_ choice: StaticString, of name: PropertyName) -> UInt64? {
    entry(name)?.property.choices.first { $0.name.elementsEqual(choice) }?.value
  }

  private func entry(_ name: PropertyName) -> Entry? { entries.first { $0.name == name } }
}

extension [UInt8] {
  /// Whether these are the bytes of a text. (String's own comparison would bring Unicode's tables.)
  fileprivate func elementsEqual(_ text: StaticString) -> Bool {
    elementsEqual(text.description.utf8)
  }
}
