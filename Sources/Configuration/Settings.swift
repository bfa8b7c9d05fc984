public import Base

/// The values of a table of settings.
public struct Settings: Sendable {
  /// The table.
  public let table: SettingsTable
  // Texts by rows of the table, checked when they were set.
  var values: [ByteString?]
  // Values for screens of one arrangement, in the order in which they were set.
  private var sectionValues: [(layout: LayoutChoice, index: Int, text: ByteString)] = []
  // The assignments, in order.
  var assignments: [(key: ByteString, text: ByteString, source: ByteString)] = []
  /// The source of the values that are set next, such as `FILE:LINE`, as `fbprogress config` prints
  /// it.
  public var source = ByteString()
  /// A setting of version 1.0 that was set, but was removed; nil for none.
  public private(set) var removed: StaticBytes?

  /// Returns the name of a setting that was removed. It is read and ignored for one minor version.
  @inline(never) static func removed(_ key: ByteString) -> StaticBytes? {
    let key = LayoutChoice.split(key)?.rest ?? key
    for name: StaticBytes in [
      "mirror", "bubble.box", "bubble.label-width", "bubble.label-height", "bubble.pointer",
      "bubble.corner", "bubble.text-height", "wave.decimals",
    ] where key == name { return name }
    return nil
  }

  /// Creates settings without values.
  public init(_ table: SettingsTable = .program) {
    self.table = table
    values = [ByteString?](repeating: nil, count: table.rows.count)
  }

  /// Removes a value. Unknown keys are ignored.
  public mutating func clear(_ key: ByteString) {
    if let index = table.index(key) { values[index] = nil }
  }

  /// Sets a value. A value of the kind `texts` is added to the earlier ones.
  ///
  /// - Parameter scope: the place that sets it. A setting that it must not set is unknown there.
  public mutating func set(
    _ key: ByteString, to text: ByteString, scope: SettingDefinition.Scope
  ) throws(ConfigurationError) {
    let index = table.index(key)
    if index == nil, let (layout, rest) = LayoutChoice.split(key), let index = table.index(rest),
      table.rows[index].scope == .everywhere
    {
      _ = try check(text, of: key, table.rows[index])
      return sectionValues.append((layout, index, text))
    }
    try Self.refuseAbsent(key)
    if index == nil, let name = Self.removed(key) { return removed = name }
    guard let index, table.rows[index].scope.rawValue <= scope.rawValue else {
      if scope == .everywhere, definition(key)?.scope == .notInThemes {
        throw ConfigurationError(
          "'" + key + "' does not belong in a theme; set it in /etc/fbprogress.conf")
      }
      throw ConfigurationError("unknown setting '" + key + "'" + suggestions(of: key, scope))
    }
    if case .texts = try check(text, of: key, table.rows[index]), let before = values[index] {
      values[index] = before + "\n" + text
    } else {
      values[index] = text
    }
  }

  /// Records a value, or throws if its setting does not allow it. Returns the setting's kind.
  private mutating func check(
    _ text: ByteString, of key: ByteString, _ row: SettingsTable.Row
  ) throws(ConfigurationError) -> SettingDefinition.Kind {
    let kind = SettingDefinition.Kind(row.form)
    if !kind.allows(text) { throw Self.mistake(key, text, kind) }
    assignments.append((key, text, source))
    return kind
  }

  /// Returns the settings for screens of an arrangement: those of its section replace others.
  public func adapted(to layout: LayoutChoice) -> Settings {
    var settings = self
    for one in sectionValues where one.layout == layout { settings.values[one.index] = one.text }
    return settings
  }

  /// Resolves the paths of a value against a folder, which ends with a slash. Values of other kinds
  /// stay unchanged.
  func resolved(_ text: ByteString, of key: ByteString, from folder: ByteString) -> ByteString {
    func path(_ text: ByteString) -> ByteString {
      text.isEmpty || text[0] == UInt8(ascii: "/") ? text : folder + text
    }
    guard let form = table.form(of: key) else { return text }
    if form == "path" { return path(text) }
    guard form == "paths", text != "none" else { return text }
    var paths = ByteString()
    for part in text.split(at: UInt8(ascii: ":")) { paths.append(path(part), after: ":") }
    return paths
  }

  /// Returns the files that a setting names.
  func files(_ key: ByteString) -> [ByteString] {
    table.index(key).map { files(at: $0, orFallback: false) } ?? []
  }

  @inline(never) private func files(at index: Int, orFallback: Bool) -> [ByteString] {
    let form = table.rows[index].form
    guard form == "path" || form == "paths",
      let text = orFallback ? text(at: index) : values[index], text != "none"
    else { return [] }
    return form == "path" ? [text] : text.split(at: UInt8(ascii: ":"))
  }

  /// All paths that settings of the kinds `path` and `paths` name, and their fallbacks.
  public var paths: [ByteString] {
    var paths: [ByteString] = []
    for index in values.indices {
      for path in files(at: index, orFallback: true) where !path.isEmpty { paths.append(path) }
    }
    return paths
  }

  /// Returns the definition of a setting; nil if unknown.
  public func definition(_ key: ByteString) -> SettingDefinition? {
    table.definition(key) ?? LayoutChoice.split(key).flatMap { table.definition($0.rest) }
  }

  /// Returns the part of a key before its point; the whole key without one.
  static func group(of key: ByteString) -> ByteString {
    key[0..<(key.firstIndex(of: UInt8(ascii: ".")) ?? key.count)]
  }

  /// Throws unless a setting belongs to a section; an empty section is valid.
  func checkSection(_ section: ByteString) throws(ConfigurationError) {
    if section.isEmpty || LayoutChoice.section(section) != nil { return }
    if let (_, rest) = LayoutChoice.split(section) { return try checkSection(rest) }
    var known = LayoutChoice.allCases.dropFirst().map { ByteString($0.rawValue) }
    for row in table.rows {
      let name = row.name
      let group = Self.group(of: name)
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
    for row in table.rows where row.scope.rawValue <= scope.rawValue {
      let name = row.name
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
