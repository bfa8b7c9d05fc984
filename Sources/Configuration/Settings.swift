public import Base

/// The values of a table of settings.
public struct Settings: Sendable {
  /// The rows of the table.
  public let definitions: [SettingDefinition]
  var values: [SettingValue?]
  // Values for screens of one arrangement, in the order in which they were set.
  private var sectionValues: [(layout: LayoutChoice, index: Int, value: SettingValue)] = []
  // What was set, in order.
  var assignments: [(key: ByteString, text: ByteString, source: ByteString)] = []
  /// The source of the values that are set next, such as `FILE:LINE`, as `fbprogress config` prints
  /// it.
  public var source = ByteString()
  /// Whether colors are black, white, and a gray for tracks: for displays of few grays.
  public var isMonochrome = false
  /// Whether the display shows grays, as e-paper does: texts are cut there, without a cross-fade.
  public var isGray = false
  /// Whether the display is too slow for motion, whatever the setting says.
  public var isSlow = false
  /// Whether steps and fades replace motion.
  public var reducesMotion: Bool { isSlow || flag("reduced-motion") }
  /// Whether texts run from right to left: boxes have the places that a mirror shows.
  public var isMirrored = false

  /// Creates settings without values. Reading traps if a fallback is none of its setting's values.
  public init(_ definitions: [SettingDefinition]) {
    self.definitions = definitions
    values = [SettingValue?](repeating: nil, count: definitions.count)
  }

  /// Removes a value. Unknown keys are ignored.
  public mutating func clear(_ key: ByteString) {
    if let index = index(key) { values[index] = nil }
  }

  /// Sets a value. A value of the kind `texts` is added to the earlier ones.
  ///
  /// - Parameter scope: the place that sets it. A setting that it must not set is unknown there.
  public mutating func set(
    _ key: ByteString, to text: ByteString, scope: SettingDefinition.Scope
  ) throws(ConfigurationError) {
    if let (layout, rest) = Self.section(of: key), index(key) == nil, let index = index(rest),
      definitions[index].scope == .everywhere
    {
      guard let value = definitions[index].value(of: text) else {
        throw Self.mistake(key, text, definitions[index])
      }
      assignments.append((key, text, source))
      return sectionValues.append((layout, index, value))
    }
    try Self.refuseAbsent(key)
    guard let index = index(key), definitions[index].scope.rawValue <= scope.rawValue else {
      if scope == .everywhere, definition(key)?.scope == .notInThemes {
        throw ConfigurationError(
          "'" + key + "' does not belong in a theme; set it in /etc/fbprogress.conf")
      }
      throw ConfigurationError("unknown setting '" + key + "'" + suggestions(of: key, scope))
    }
    guard let value = definitions[index].value(of: text) else {
      throw Self.mistake(key, text, definitions[index])
    }
    assignments.append((key, text, source))
    if case .texts = definitions[index].kind, case .text(let before)? = values[index] {
      values[index] = .text(before + "\n" + text)
    } else {
      values[index] = value
    }
  }

  /// Returns the settings for screens of an arrangement: those of its section replace others.
  public func adapted(to layout: LayoutChoice) -> Settings {
    var settings = self
    for one in sectionValues where one.layout == layout {
      settings.values[one.index] = one.value
    }
    return settings
  }

  /// Returns a key's first part as an arrangement, and the rest of the key; nil for other keys.
  private static func section(
    of key: ByteString
  ) -> (layout: LayoutChoice, rest: ByteString)? {
    guard let point = key.firstIndex(of: UInt8(ascii: ".")),
      let layout = LayoutChoice.section(key[0..<point])
    else { return nil }
    return (layout, key[(point + 1)..<key.count])
  }

  /// Returns whether a value was set.
  public func isSet(_ key: ByteString) -> Bool {
    index(key).map { values[$0] != nil } ?? false
  }

  /// Resolves the paths of a value against a folder, which ends with a slash. Values of other kinds
  /// stay unchanged.
  func resolved(_ text: ByteString, of key: ByteString, from folder: ByteString) -> ByteString {
    func path(_ text: ByteString) -> ByteString {
      text.isEmpty || text[0] == UInt8(ascii: "/") ? text : folder + text
    }
    switch definition(key)?.kind {
    case .path: return path(text)
    case .paths where text != "none":
      var paths = ByteString()
      for part in text.split(at: UInt8(ascii: ":")) { paths.append(path(part), after: ":") }
      return paths
    default: return text
    }
  }

  /// Returns the files that a setting names.
  func files(_ key: ByteString) -> [ByteString] {
    guard let index = index(key), case .text(let text)? = values[index], text != "none" else {
      return []
    }
    switch definitions[index].kind {
    case .path: return [text]
    case .paths: return text.split(at: UInt8(ascii: ":"))
    default: return []
    }
  }

  /// All paths that settings of the kinds `path` and `paths` name, and their fallbacks.
  public var paths: [ByteString] {
    var paths: [ByteString] = []
    for index in definitions.indices {
      let isList: Bool
      switch definitions[index].kind {
      case .path: isList = false
      case .paths: isList = true
      default: continue
      }
      var text = ByteString()
      if case .text(let value)? = values[index] {
        text = value
      } else if values[index] == nil, case .value(let value) = definitions[index].fallback {
        text = ByteString(value)
      }
      if text.isEmpty || text == "none" { continue }
      paths += isList ? text.split(at: UInt8(ascii: ":")) : [text]
    }
    return paths
  }

  /// Returns the definition of a setting; nil if unknown.
  public func definition(_ key: ByteString) -> SettingDefinition? {
    (index(key) ?? Self.section(of: key).flatMap { index($0.rest) }).map { definitions[$0] }
  }

  // MARK: - Values. Each accessor traps for an unknown key and for another kind.

  /// Returns a number; nil if the setting has neither value nor fallback.
  @inline(never) public func number(
    _ key: StaticBytes, of group: StaticBytes? = nil
  ) -> Double? {
    guard let value = value(key, of: group) else { return nil }
    guard case .number(let number) = value else { preconditionFailure("not a number") }
    return number
  }

  /// Returns the word of a setting of the kind `choice`. Traps if it has neither value nor
  /// fallback.
  @inline(never) public func word(_ key: StaticBytes, of group: StaticBytes? = nil) -> StaticBytes {
    guard case .choice(let word) = value(key, of: group) else { preconditionFailure("no choice") }
    return word
  }

  /// Returns a flag; false if the setting has neither value nor fallback.
  @inline(never) public func flag(
    _ key: StaticBytes, of group: StaticBytes? = nil
  ) -> Bool {
    guard let value = value(key, of: group) else { return false }
    guard case .flag(let flag) = value else { preconditionFailure("not a flag") }
    return flag
  }

  /// Returns a text; nil if the setting has neither value nor fallback.
  @inline(never) public func text(
    _ key: StaticBytes, of group: StaticBytes? = nil
  ) -> ByteString? {
    guard let value = value(key, of: group) else { return nil }
    guard case .text(let text) = value else { preconditionFailure("not a text") }
    return text
  }

  /// Returns a timing function's control points x1, y1, x2, y2; nil if the setting has neither
  /// value nor fallback.
  @inline(never) public func curve(
    _ key: StaticBytes, of group: StaticBytes? = nil
  ) -> SIMD4<Double>? {
    guard let value = value(key, of: group) else { return nil }
    guard case .curve(let points) = value else { preconditionFailure("not a curve") }
    return points
  }

  /// Returns a box: left, top, width and height, percent of the screen's width and height; nil for
  /// none.
  @inline(never) public func box(
    _ key: StaticBytes, of group: StaticBytes? = nil
  ) -> SIMD4<Double>? {
    guard let value = value(key, of: group) else { return nil }
    guard case .box(var box) = value else { preconditionFailure("not a box") }
    if isMirrored { box[0] = 100 - box[0] - box[2] }
    return box[2] > 0 ? box : nil
  }

  @inline(never) func value(
    _ key: StaticBytes, of group: StaticBytes?
  ) -> SettingValue? {
    let key = group.map { ByteString($0) + "." + ByteString(key) } ?? ByteString(key)
    guard let index = index(key) else { preconditionFailure("no such setting") }
    if let value = values[index] { return value }
    guard let text = fallback(of: index, key) else { return nil }
    guard let value = definitions[index].value(of: ByteString(text)) else {
      preconditionFailure("a fallback that is not one of its setting's values")
    }
    return value
  }

  /// Returns the text of a setting that is not set; nil for none.
  func fallback(of index: Int, _ key: ByteString) -> StaticBytes? {
    switch definitions[index].fallback {
    case .absent: nil
    case .value(let value): value
    case .preset(let seed, let kiosk): usesSeed(key) ? seed : kiosk
    case .palette(let light, let dark):
      choice("palette") == PaletteChoice.dark ? dark : light
    }
  }

  /// Returns whether the preset of the key's style is "seed".
  private func usesSeed(_ key: ByteString) -> Bool {
    guard let index = index(Self.group(of: key) + ".preset") else {
      preconditionFailure("a style without preset")
    }
    if let value = values[index] { return value == .choice(StylePreset.seed.rawValue) }
    guard case .value(let text) = definitions[index].fallback else { return false }
    return text == StylePreset.seed.rawValue
  }

  @inline(never) func index(_ key: ByteString) -> Int? {
    let name = key.bytes.span
    for index in definitions.indices where definitions[index].isNamed(name) { return index }
    return nil
  }

  /// Returns the part of a key before its point; the whole key without one.
  static func group(of key: ByteString) -> ByteString {
    key[0..<(key.firstIndex(of: UInt8(ascii: ".")) ?? key.count)]
  }

  /// Throws unless a setting belongs to a section; an empty section is valid.
  func checkSection(_ section: ByteString) throws(ConfigurationError) {
    if section.isEmpty || LayoutChoice.section(section) != nil { return }
    if let (_, rest) = Self.section(of: section) { return try checkSection(rest) }
    var known = LayoutChoice.allCases.dropFirst().map { ByteString($0.rawValue) }
    for definition in definitions {
      let (name, group) = (definition.name, Self.group(of: definition.name))
      if group.count == name.count || known.contains(group) { continue }
      if group == section { return }
      known.append(group)
    }
    var names = ByteString()
    for name in known { names.append(name, after: ", ") }
    throw ConfigurationError(
      "unknown section '" + section + "'"
        + (Self.group(of: section).suggestion(among: known) ?? "; known sections: " + names))
  }

  /// Returns the end of the error about an unknown setting: the most similar setting, those of its
  /// group, or where to find all.
  private func suggestions(of key: ByteString, _ scope: SettingDefinition.Scope) -> ByteString {
    let group = Self.group(of: key)
    var (names, known) = (ByteString(), [ByteString]())
    for definition in definitions where definition.scope.rawValue <= scope.rawValue {
      let name = definition.name
      if group.count < key.count, Self.group(of: name) == group { names.append(name, after: ", ") }
      known.append(name)
    }
    return key.suggestion(among: known)
      ?? (names.isEmpty ? "; fbprogress --help lists all" : "; known settings: " + names)
  }
}

/// An error in the configuration.
public struct ConfigurationError: Error {
  /// The error and the allowed values, one line.
  public let message: ByteString

  /// Creates an error.
  public init(_ message: ByteString) { self.message = message }
}
