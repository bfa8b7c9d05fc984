public import ByteStrings

/// Reads a configuration file: lines `key = value`; what begins with `#` is a comment, blank lines are free.
public enum SettingsFile {
  /// Applies a file's lines to settings. Paths in it are counted from its folder.
  ///
  /// - Parameter path: the file's name, for errors, which begin with it and the line's number.
  public static func apply(
    _ file: ByteString, path: ByteString, to settings: inout Settings
  ) throws(ConfigurationError) {
    var changed = settings
    try forEachEntry(of: file, path: path) { (key, text) throws(ConfigurationError) in
      try set(key, to: text, from: path, in: &changed)
    }
    settings = changed
  }

  /// Applies a file's lines, and goes on behind mistakes.
  ///
  /// - Parameter wrong: is asked what is wrong with a file that a setting names; nil for nothing.
  /// - Returns: the mistakes, each with the file's name and the line's number.
  public static func check(
    _ file: ByteString, path: ByteString, with settings: inout Settings,
    wrong: (_ key: ByteString, _ file: ByteString) -> ByteString?
  ) -> [ByteString] {
    var mistakes: [ByteString] = []
    forEachLine(of: file, path: path) { line throws(ConfigurationError) in
      guard let (key, text) = try line.entry() else { return }
      try set(key, to: text, from: path, in: &settings)
      for file in settings.files(key) {
        if let mistake = wrong(key, file) { throw ConfigurationError(key + ": " + mistake) }
      }
    } failed: {
      mistakes.append($0.message)
    }
    return mistakes
  }

  /// Calls a function with each entry of a file of such lines.
  ///
  /// A line `[section]` puts its name and a point before the keys that follow, `[]` nothing again.
  ///
  /// - Parameter path: the file's name, for errors, which begin with it and the line's number.
  public static func forEachEntry(
    of file: ByteString, path: ByteString,
    _ body: (ByteString, ByteString) throws(ConfigurationError) -> Void
  ) throws(ConfigurationError) {
    var first: ConfigurationError?
    forEachLine(of: file, path: path) { line throws(ConfigurationError) in
      if first == nil, let (key, text) = try line.entry() { try body(key, text) }
    } failed: {
      first = first ?? $0
    }
    if let first { throw first }
  }

  /// Sets what a line says.
  private static func set(
    _ key: ByteString, to text: ByteString, from path: ByteString, in settings: inout Settings
  ) throws(ConfigurationError) {
    let folder = path.lastIndex(of: UInt8(ascii: "/")).map { path[0..<($0 + 1)] } ?? ""
    try settings.set(
      key, to: settings.resolved(text, of: key, from: folder), scope: .everywhere)
  }

  /// A line that is neither blank nor a comment.
  private struct Line {
    let section: ByteString
    let text: ByteString

    /// What it sets; nil for a line that begins a section.
    func entry() throws(ConfigurationError) -> (key: ByteString, text: ByteString)? {
      if isSection { return nil }
      guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else {
        throw ConfigurationError("'" + text + "' has no '='; write key = value")
      }
      return (
        section + trimmed(text[0..<equals]), trimmed(text[(equals + 1)..<text.count])
      )
    }

    var isSection: Bool {
      text[0] == UInt8(ascii: "[") && text[text.count - 1] == UInt8(ascii: "]")
    }
  }

  private static func forEachLine(
    of file: ByteString, path: ByteString,
    _ body: (Line) throws(ConfigurationError) -> Void, failed: (ConfigurationError) -> Void
  ) {
    var section = ByteString()
    for (place, line) in file.split(at: UInt8(ascii: "\n")).enumerated() {
      let text = trimmed(line)
      if text.isEmpty || text[0] == UInt8(ascii: "#") { continue }
      let line = Line(section: section, text: text)
      if line.isSection {
        section = trimmed(text[1..<(text.count - 1)])
        if !section.isEmpty { section += "." }
      }
      do throws(ConfigurationError) {
        try body(line)
      } catch {
        failed(ConfigurationError(path + ":" + ByteString(place + 1) + ": " + error.message))
      }
    }
  }

  /// The file that sets everything to what it is anyway, as comments.
  public static func template(_ definitions: [SettingDefinition]) -> ByteString {
    var text: ByteString = """
      # fbprogress.conf: every setting with what it is when nobody sets it.
      # Take away a '#' and change the value. Options on the command line win over this file.

      """
    for definition in definitions where definition.scope == .everywhere {
      text += "\n# " + ByteString(definition.help) + "\n# One of: " + definition.choices
      text += "\n#" + definition.name + " ="
      switch definition.fallback {
      case .absent: break
      case .value(let value): text += " " + ByteString(value)
      case .preset(let seed, let kiosk):
        text += " " + ByteString(kiosk) + "\n# (with the preset 'seed': " + ByteString(seed) + ")"
      }
      text += "\n"
    }
    return text
  }

  private static func trimmed(_ line: ByteString) -> ByteString {
    line.trimmed { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
  }
}
