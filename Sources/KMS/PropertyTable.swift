public import Base

/// A cache of the properties of a card, by ID.
///
/// The kernel shares properties between objects, so each is read once.
public final class PropertyCache {
  // The names are nil for properties that the program does not know.
  private var known: [(name: PropertyName?, property: Property)] = []

  /// Creates an empty cache.
  public init() {}

  /// The property with an ID. The KMS call is `drmModeGetProperty`.
  func property(
    _ id: ObjectID, on device: any ModeSetting
  ) throws(KMSError) -> (name: PropertyName?, property: Property) {
    for one in known where one.property.id == id { return one }
    let property = try device.property(id)
    known.append((PropertyName.allCases.first { property.name == $0.text }, property))
    return known[known.count - 1]
  }
}

/// The properties of one object whose names the program knows.
public struct PropertyTable: Sendable {
  /// The object.
  let object: ObjectID
  private var entries: [(name: PropertyName, property: Property, value: UInt64)] = []

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
        entries.append((name, known.property, one.value))
      }
    }
  }

  /// The ID of a property; nil if the object lacks it.
  public subscript(name: PropertyName) -> ObjectID? {
    place(of: name).map { entries[$0].property.id }
  }

  /// The value of a property when the table was read; nil if the object lacks it.
  public func value(of name: PropertyName) -> UInt64? { place(of: name).map { entries[$0].value } }

  /// The bytes of a property's blob; nil without a blob, or if the kernel has it no more.
  func blob(of name: PropertyName, on device: any ModeSetting) -> [UInt8]? {
    guard let id = value(of: name), id != 0 else { return nil }
    return try? device.blob(ObjectID(truncatingIfNeeded: id))
  }

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
