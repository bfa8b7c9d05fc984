public import Base

/// A settings file: lines `key = value`, comments that begin with `#`, and blank lines.
public enum SettingsFile {
  /// Sets the values of a file; on an error, none. Paths are relative to the file's folder.
  ///
  /// - Parameters:
  ///   - path: the file's name. Errors begin with it and the number of the line.
  ///   - scope: the scope of the file.
  /// - Throws: the first error.
  public static func apply(
    _ file: ByteString, path: ByteString, to settings: inout Settings,
    scope: SettingDefinition.Scope = .notInThemes
  ) throws(ConfigurationError) {
    var changed = settings
    var first: ConfigurationError?
    forEachLine(of: file, path: path) { line throws(ConfigurationError) in
      if first == nil { _ = try set(line, from: path, scope, in: &changed) }
    } failed: {
      first = first ?? $0
    }
    if let first { throw first }
    settings = changed
  }

  /// Sets the values of a file and continues after errors.
  ///
  /// - Parameters:
  ///   - scope: the scope of the file.
  ///   - wrong: returns the error in a file that a setting names; nil if it is valid.
  /// - Returns: all errors, each with the file's name and the number of the line.
  public static func check(
    _ file: ByteString, path: ByteString, with settings: inout Settings,
    scope: SettingDefinition.Scope = .notInThemes,
    wrong: (_ key: ByteString, _ file: ByteString) -> ByteString?
  ) -> [ByteString] {
    var mistakes: [ByteString] = []
    var keys: [ByteString] = []
    // Whether the name of the section is known. A wrong one is one error, not one for each key.
    var isKnown = true
    forEachLine(of: file, path: path) { line throws(ConfigurationError) in
      if !isKnown, !line.isSection { return }
      if line.isSection { isKnown = false }
      guard let key = try set(line, from: path, scope, in: &settings) else {
        return isKnown = true
      }
      if keys.contains(key) {
        throw ConfigurationError(key + " is set twice; the last value wins")
      }
      keys.append(key)
      for file in settings.files(key) {
        if let mistake = wrong(key, file) { throw ConfigurationError(key + ": " + mistake) }
      }
    } failed: {
      mistakes.append($0.message)
    }
    return mistakes
  }

  /// Calls `body` with each entry of a settings file, and `failed` with each error.
  ///
  /// A line `[section]` prefixes the keys that follow with its name and a point; `[]` ends the
  /// prefix.
  ///
  /// - Parameter path: the file's name. Errors begin with it and the number of the line.
  public static func forEachEntry(
    of file: ByteString, path: ByteString,
    _ body: (ByteString, ByteString) throws(ConfigurationError) -> Void,
    failed: (ConfigurationError) -> Void
  ) {
    forEachLine(
      of: file, path: path,
      { line throws(ConfigurationError) in
        if let (key, text) = try line.entry() { try body(key, text) }
      }, failed: failed)
  }

  /// Sets the value of a line.
  ///
  /// - Returns: the key; nil for a section line.
  private static func set(
    _ line: Line, from path: ByteString, _ scope: SettingDefinition.Scope,
    in settings: inout Settings
  ) throws(ConfigurationError) -> ByteString? {
    guard let (key, text) = try line.entry() else {
      try settings.checkSection(line.text)
      return nil
    }
    settings.source = path + ":" + ByteString(line.number)
    let folder = path.lastIndex(of: UInt8(ascii: "/")).map { path[0..<($0 + 1)] } ?? ByteString()
    try settings.set(key, to: settings.resolved(text, of: key, from: folder), scope: scope)
    return key
  }

  /// A line that is neither blank nor a comment.
  private struct Line {
    /// Counted from 1.
    let number: Int
    /// The prefix of the key, with its point; empty for none.
    let section: ByteString
    /// The text of the line; of a section line, the name.
    let text: ByteString
    let isSection: Bool

    /// Returns the key and text of the line; nil for a section line.
    func entry() throws(ConfigurationError) -> (key: ByteString, text: ByteString)? {
      if isSection { return nil }
      guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else {
        throw ConfigurationError("'" + text + "' has no '='; write key = value")
      }
      let key = trimmed(text, 0..<equals)
      return (
        section.isEmpty ? key : section + key, trimmed(text, (equals + 1)..<text.count)
      )
    }
  }

  private static func forEachLine(
    of file: ByteString, path: ByteString,
    _ body: (Line) throws(ConfigurationError) -> Void, failed: (ConfigurationError) -> Void
  ) {
    var section = ByteString()
    var (number, start) = (0, 0)
    while start < file.count {
      var end = start
      while end < file.count, file[end] != UInt8(ascii: "\n") { end += 1 }
      let text = trimmed(file, start..<end)
      (number, start) = (number + 1, end + 1)
      if text.isEmpty || text[0] == UInt8(ascii: "#") { continue }
      let isSection = text[0] == UInt8(ascii: "[")
      let isWhole = isSection && text[text.count - 1] == UInt8(ascii: "]")
      let name = isSection ? trimmed(text, 1..<(isWhole ? text.count - 1 : text.count)) : text
      if isSection { section = name.isEmpty ? name : name + "." }
      do throws(ConfigurationError) {
        if isSection, !isWhole { throw ConfigurationError("'" + text + "' has no ']'") }
        try body(Line(number: number, section: section, text: name, isSection: isSection))
      } catch {
        failed(ConfigurationError(path + ":" + ByteString(number) + ": " + error.message))
      }
    }
  }

  /// Returns a file that lists every setting and its fallback as comments.
  public static func template(_ table: SettingsTable = .program) -> ByteString {
    var text: ByteString = """
      # fbprogress.conf: all settings with their defaults.
      # Remove a '#' and change the value. Command line options override this file.

      """
    for definition in table.definitions where definition.scope != .commandLine {
      text += "\n# " + definition.help + "\n# Values: " + definition.choices
      text += "\n#" + definition.name + " ="
      switch definition.fallback {
      case .absent: break
      case .value(let value): text += " " + value
      case .preset(let seed, let kiosk):
        text += " " + kiosk + "\n# (with the preset 'seed': " + seed + ")"
      case .palette(let light, let dark):
        text += " " + light + "\n# (with the palette 'dark': " + dark + ")"
      }
      text += "\n"
    }
    return text
  }

  private static func trimmed(_ text: ByteString, _ range: Range<Int>) -> ByteString {
    text.trimmed(range) { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
  }
}
