public import Base

/// A property of a card, and its name if the program knows it.
final class KnownProperty {
  let name: PropertyName?
  let property: Property

  init(_ property: Property) {
    self.property = property
    var known: PropertyName?
    for one in PropertyName.allCases where property.name == one.text { known = one }
    name = known
  }
}

/// A cache of the properties of a card, by ID.
///
/// The kernel shares properties between objects, so each is read once.
public final class PropertyCache {
  private var known: [KnownProperty] = []

  /// Creates an empty cache.
  public init() {}

  /// The property with an ID. The KMS call is `drmModeGetProperty`.
  func property(
    _ id: ObjectID, on device: any ModeSetting
  ) throws(KMSError) -> KnownProperty {
    for one in known where one.property.id == id { return one }
    let one = KnownProperty(try device.property(id))
    known.append(one)
    return one
  }
}

/// The properties of one object whose names the program knows.
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

  /// Reads an object's properties. The KMS calls are `drmModeObjectGetProperties` and, for each
  /// property that the cache lacks, `drmModeGetProperty`.
  public init(
    of object: ObjectID, _ kind: ObjectKind, on device: any ModeSetting, _ cache: PropertyCache
  ) throws(KMSError) {
    self.object = object
    for one in try device.properties(of: object, kind) {
      let known = try cache.property(one.property, on: device)
      if let name = known.name {
        entries.append(Entry(name: name, property: known.property, value: one.value))
      }
    }
  }

  /// The ID of a property; nil if the object lacks it.
  public subscript(name: PropertyName) -> ObjectID? {
    place(of: name).map { entries[$0].property.id }
  }

  /// The value of a property when the table was read; nil if the object lacks it.
  public func value(of name: PropertyName) -> UInt64? { place(of: name).map { entries[$0].value } }

  /// The value of a property's named choice; nil if the property lacks it.
  public func enumValue(_ choice: StaticBytes, of name: PropertyName) -> UInt64? {
    guard let place = place(of: name) else { return nil }
    for one in entries[place].property.choices where one.name == choice { return one.value }
    return nil
  }

  /// The smallest and the largest value of a property; nil if it is no range, or immutable.
  public func range(of name: PropertyName) -> ClosedRange<UInt64>? {
    place(of: name).flatMap { entries[$0].property.range }
  }

  @inline(never) private func place(of name: PropertyName) -> Int? {
    for place in entries.indices where entries[place].name == name { return place }
    return nil
  }
}
