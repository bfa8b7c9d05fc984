public import Base

/// A settings file: lines `key = value`, comments, and blank lines.
///
/// A comment begins with `#` at the start of a line, or between blanks behind a value. A value may
/// stand in quotes, in which no comment begins.
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
  /// - Parameters:
  ///   - path: the file's name. Errors begin with it and the number of the line.
  ///   - body: called with the prefix of a key, the key, and its text.
  public static func forEachEntry(
    of file: ByteString, path: ByteString,
    _ body: (_ section: ByteString, _ key: Span<UInt8>, _ text: Span<UInt8>)
      throws(ConfigurationError) -> Void,
    failed: (ConfigurationError) -> Void
  ) {
    forEachLine(
      of: file, path: path,
      { line throws(ConfigurationError) in
        guard let (key, text) = try line.entry() else { return }
        let bytes = file.bytes.span
        try body(line.section, bytes.extracting(key), bytes.extracting(text))
      }, failed: failed)
  }

  /// Sets the value of a line.
  ///
  /// - Returns: the key; nil for a section line.
  private static func set(
    _ line: Line, from path: ByteString, _ scope: SettingDefinition.Scope,
    in settings: inout Settings
  ) throws(ConfigurationError) -> ByteString? {
    guard let (range, text) = try line.entry() else {
      try settings.checkSection(line.text)
      return nil
    }
    let key = line.section.isEmpty ? line.file[range] : line.section + line.file[range]
    settings.source = path + ":" + ByteString(line.number)
    let folder = path.lastIndex(of: UInt8(ascii: "/")).map { path[0..<($0 + 1)] }.orEmpty
    let value = settings.resolved(line.file[text], of: key, from: folder)
    try settings.set(key, to: value, scope: scope)
    return key
  }

  /// A line that is neither blank nor a comment.
  private struct Line {
    /// Counted from 1.
    let number: Int
    /// The prefix of the key, with its point; empty for none.
    let section: ByteString
    let file: ByteString
    /// The place of the line in the file; of a section line, that of the name.
    let range: Range<Int>
    let isSection: Bool

    var text: ByteString { file[range] }

    /// Returns the places of the line's key and text; nil for a section line.
    func entry() throws(ConfigurationError) -> (key: Range<Int>, text: Range<Int>)? {
      if isSection { return nil }
      var equals = range.lowerBound
      while file[equals] != UInt8(ascii: "=") {
        equals += 1
        if equals == range.upperBound {
          throw ConfigurationError("'" + text + "' has no '='; write key = value")
        }
      }
      let value = trimmed(file, (equals + 1)..<range.upperBound)
      return (trimmed(file, range.lowerBound..<equals), content(of: value, in: file))
    }
  }

  /// Returns the text of a value for a line of a file: in quotes if a reader would change it.
  static func form(of value: ByteString) -> ByteString {
    if content(of: 0..<value.count, in: value) == 0..<value.count { return value }
    let quote: StaticBytes = value.firstIndex(of: UInt8(ascii: "\"")) == nil ? "\"" : "'"
    return quote + value + quote
  }

  /// Returns the range of a value without its quotes, or without the comment behind it.
  @inline(never) private static func content(
    of value: Range<Int>, in file: ByteString
  ) -> Range<Int> {
    guard let first = value.first else { return value }
    let quote = file[first]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let end = value.dropFirst().first(where: { file[$0] == quote })
    {
      let rest = trimmed(file, (end + 1)..<value.upperBound)
      if rest.isEmpty || file[rest.lowerBound] == UInt8(ascii: "#") { return (first + 1)..<end }
    }
    for index in value where file[index] == UInt8(ascii: "#") {
      let beginsWord = index == value.lowerBound || file[index - 1] <= 0x20
      if beginsWord, index + 1 == value.upperBound || file[index + 1] <= 0x20 {
        return trimmed(file, value.lowerBound..<index)
      }
    }
    return value
  }

  private static func forEachLine(
    of file: ByteString, path: ByteString,
    _ body: (Line) throws(ConfigurationError) -> Void, failed: (ConfigurationError) -> Void
  ) {
    var section = ByteString()
    // Editors of some systems write a mark of the byte order first.
    var (number, start) = (0, file.hasPrefix("\u{feff}") ? 3 : 0)
    while start < file.count {
      var end = start
      while end < file.count, file[end] != UInt8(ascii: "\n") { end += 1 }
      let text = trimmed(file, start..<end)
      (number, start) = (number + 1, end + 1)
      if text.isEmpty || file[text.lowerBound] == UInt8(ascii: "#") { continue }
      let isSection = file[text.lowerBound] == UInt8(ascii: "[")
      let isWhole = isSection && file[text.upperBound - 1] == UInt8(ascii: "]")
      let name = (text.lowerBound + 1)..<(isWhole ? text.upperBound - 1 : text.upperBound)
      let range = isSection ? trimmed(file, name) : text
      if isSection { section = range.isEmpty ? ByteString() : file[range] + "." }
      do throws(ConfigurationError) {
        if isSection, !isWhole { throw ConfigurationError("'" + file[text] + "' has no ']'") }
        try body(
          Line(number: number, section: section, file: file, range: range, isSection: isSection))
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

  private static func trimmed(_ text: ByteString, _ range: Range<Int>) -> Range<Int> {
    text.trimmed(range) { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
  }
}
