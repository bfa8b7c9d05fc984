/// The values of a table of settings.
public struct Settings: Sendable {
  /// The table.
  public let definitions: [SettingDefinition]
  private var values: [SettingValue?]

  /// Creates settings that nobody has set. Traps when a fallback is not one of its setting's values.
  public init(_ definitions: [SettingDefinition]) {
    self.definitions = definitions
    values = [SettingValue?](repeating: nil, count: definitions.count)
  }

  /// Sets a value.
  ///
  /// - Parameter scope: where it is set; a setting of the command line alone is unknown in the file.
  public mutating func set(
    _ key: [UInt8], to text: [UInt8], scope: SettingDefinition.Scope
  ) throws(ConfigurationError) {
    guard let index = index(key),
      !(scope == .everywhere && definitions[index].scope == .commandLine)
    else {
      throw ConfigurationError(
        "there is no setting '" + String(decoding: key, as: UTF8.self) + "'" + neighbours(of: key))
    }
    guard let value = definitions[index].value(of: text) else {
      throw ConfigurationError(
        definitions[index].key.description + " can't be '" + String(decoding: text, as: UTF8.self)
          + "'; "
          + "it is " + definitions[index].choices)
    }
    values[index] = value
  }

  /// The definition of a key; nil when there is none.
  public func definition(_ key: [UInt8]) -> SettingDefinition? {
    index(key).map { definitions[$0] }
  }

  // MARK: - Reading. Each traps for a key that is not in the table or is of another kind.

  /// A number; nil when it is not set and has no fallback.
  public func number(_ key: StaticString) -> Double? {
    guard let value = value(key) else { return nil }
    guard case .number(let number) = value else { preconditionFailure("not a number") }
    return number
  }

  /// Which of its words, from 0.
  public func choice(_ key: StaticString) -> Int? {
    guard let value = value(key) else { return nil }
    guard case .choice(let choice) = value else { preconditionFailure("not a choice") }
    return choice
  }

  /// Yes or no; no when it is not set and has no fallback.
  public func flag(_ key: StaticString) -> Bool {
    guard let value = value(key) else { return false }
    guard case .flag(let flag) = value else { preconditionFailure("not a flag") }
    return flag
  }

  /// A text as UTF-8.
  public func text(_ key: StaticString) -> [UInt8]? {
    guard let value = value(key) else { return nil }
    guard case .text(let text) = value else { preconditionFailure("not a text") }
    return text
  }

  /// A colour, 0xRRGGBB.
  public func color(_ key: StaticString) -> UInt32? {
    guard let value = value(key) else { return nil }
    guard case .color(let color) = value else { preconditionFailure("not a colour") }
    return color
  }

  /// A timing function's control points x1, y1, x2, y2.
  public func curve(_ key: StaticString) -> SIMD4<Double>? {
    guard let value = value(key) else { return nil }
    guard case .curve(let points) = value else { preconditionFailure("not a curve") }
    return points
  }

  private func value(_ key: StaticString) -> SettingValue? {
    let bytes = Array(key.description.utf8)
    guard let index = index(bytes) else { preconditionFailure("no such setting") }
    if let value = values[index] { return value }
    let text: StaticString
    switch definitions[index].fallback {
    case .absent: return nil
    case .value(let value): text = value
    case .preset(let seed, let kiosk): text = usesSeed(bytes) ? seed : kiosk
    }
    guard let value = definitions[index].value(of: Array(text.description.utf8)) else {
      preconditionFailure("a fallback that is not one of its setting's values")
    }
    return value
  }

  /// Whether the style that a key belongs to has its preset at "seed", which is its first choice.
  private func usesSeed(_ key: [UInt8]) -> Bool {
    let preset = key.prefix { $0 != UInt8(ascii: ".") } + Array(".preset".utf8)
    guard let index = index(Array(preset)) else { preconditionFailure("a style without preset") }
    if let value = values[index] { return value == .choice(0) }
    guard case .value(let text) = definitions[index].fallback else { return false }
    return text.description.utf8.elementsEqual("seed".utf8)
  }

  private func index(_ key: [UInt8]) -> Int? {
    definitions.firstIndex { $0.key.description.utf8.elementsEqual(key) }
  }

  /// The settings whose names begin as an unknown one does, up to the point, for an error.
  private func neighbours(of key: [UInt8]) -> String {
    let group = key.prefix { $0 != UInt8(ascii: ".") }
    var names: [String] = []
    for definition in definitions {
      let name = definition.key.description
      if name.utf8.contains(UInt8(ascii: ".")) == (group.count < key.count),
        group.count == key.count || name.utf8.starts(with: group + [UInt8(ascii: ".")])
      {
        names.append(name)
      }
    }
    return names.isEmpty ? "" : "; there are " + names.joined(separator: ", ")
  }
}

/// Something in the configuration that cannot be.
public struct ConfigurationError: Error {
  /// What, and what could be.
  public let message: String

  /// Creates an error.
  public init(_ message: String) { self.message = message }
}
