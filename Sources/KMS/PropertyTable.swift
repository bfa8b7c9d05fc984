public import Base

/// The properties of one object that the program knows, asked for once.
public struct PropertyTable: Sendable {
  private struct Entry: Sendable {
    var name: PropertyName
    var property: Property
    var value: UInt64
  }

  /// The object.
  let object: ObjectID
  private var entries: [Entry] = []

  /// Creates the table of an object without properties.
  public init() { object = 0 }

  /// Asks a card for an object's properties. The corresponding KMS calls are
  /// `drmModeObjectGetProperties` and, for each, `drmModeGetProperty`.
  public init(
    of object: ObjectID, _ kind: ObjectKind, on device: any ModeSetting
  ) throws(KMSError) {
    self.object = object
    for one in try device.properties(of: object, kind) {
      let property = try device.property(one.property)
      for name in PropertyName.allCases where property.name == name.text {
        entries.append(Entry(name: name, property: property, value: one.value))
      }
    }
  }

  /// The property's number; nil where the object has none of this name.
  public subscript(name: PropertyName) -> ObjectID? {
    place(of: name).map { entries[$0].property.id }
  }

  /// The value that the property had when the table was made; nil as above.
  public func value(of name: PropertyName) -> UInt64? { place(of: name).map { entries[$0].value } }

  /// The value that a property's choice stands for; nil where there is no such choice.
  public func enumValue(_ choice: StaticBytes, of name: PropertyName) -> UInt64? {
    guard let place = place(of: name) else { return nil }
    for one in entries[place].property.choices where one.name == choice { return one.value }
    return nil
  }

  /// The least and the largest value that it may have; nil where it is no range, or can't be changed.
  public func range(of name: PropertyName) -> ClosedRange<UInt64>? {
    place(of: name).flatMap { entries[$0].property.range }
  }

  @inline(never) private func place(of name: PropertyName) -> Int? {
    for place in entries.indices where entries[place].name == name { return place }
    return nil
  }
}
