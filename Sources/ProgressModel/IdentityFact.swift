public import Base

/// A fact about the machine, for people: its name, serial number, address or version.
public struct IdentityFact: Equatable, Sendable {
  /// The name of the fact, one word of at most `keyCapacity` bytes.
  public private(set) var key: SanitizedText
  /// The value, of at most `valueCapacity` bytes.
  public private(set) var value: SanitizedText

  /// The most facts of a machine.
  public static let limit = 8
  /// The longest name, bytes.
  public static let keyCapacity = 32
  /// The longest value, bytes.
  public static let valueCapacity = 128

  /// Creates a fact; longer texts are cut.
  public init(key: SanitizedText, value: SanitizedText) {
    self.key = key.clipped(to: Self.keyCapacity)
    self.value = value.clipped(to: Self.valueCapacity)
  }

  mutating func code(_ coder: inout WireCoder) {
    coder.code(&key, atMost: Self.keyCapacity)
    coder.code(&value, atMost: Self.valueCapacity)
  }
}

extension [IdentityFact] {
  /// Adds a fact, or replaces the one of the same name. An empty value removes it. Ignores a new
  /// name beyond the limit.
  public mutating func set(_ fact: IdentityFact) {
    let index = firstIndex { $0.key == fact.key }
    if fact.value.isEmpty {
      if let index { remove(at: index) }
    } else if let index {
      self[index] = fact
    } else if count < IdentityFact.limit, !fact.key.isEmpty {
      append(fact)
    }
  }
}
