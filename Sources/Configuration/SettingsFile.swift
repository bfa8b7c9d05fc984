public import ByteStrings

/// Reads a configuration file: lines `key = value`; what begins with `#` is a comment, blank lines are free.
public enum SettingsFile {
  /// Applies a file's lines to settings.
  ///
  /// - Parameter path: the file's name, for errors, which begin with it and the line's number.
  public static func apply(
    _ file: ByteString, path: ByteString, to settings: inout Settings
  ) throws(ConfigurationError) {
    var changed = settings
    try forEachEntry(of: file, path: path) { (key, text) throws(ConfigurationError) in
      try changed.set(key, to: text, scope: .everywhere)
    }
    settings = changed
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
    var section = ByteString()
    for (place, line) in file.split(at: UInt8(ascii: "\n")).enumerated() {
      let text = trimmed(line)
      if text.isEmpty || text[0] == UInt8(ascii: "#") { continue }
      do throws(ConfigurationError) {
        if text[0] == UInt8(ascii: "["), text[text.count - 1] == UInt8(ascii: "]") {
          section = trimmed(text[1..<(text.count - 1)])
          if !section.isEmpty { section += "." }
          continue
        }
        guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else {
          throw ConfigurationError("'" + text + "' has no '='; write key = value")
        }
        try body(
          section + trimmed(text[0..<equals]), trimmed(text[(equals + 1)..<text.count]))
      } catch {
        throw ConfigurationError(path + ":" + ByteString(place + 1) + ": " + error.message)
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
