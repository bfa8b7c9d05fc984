/// Reads a configuration file: lines `key = value`; what begins with `#` is a comment, blank lines are free.
public enum SettingsFile {
  /// Applies a file's lines to settings.
  ///
  /// - Parameter path: the file's name, for errors, which begin with it and the line's number.
  public static func apply(
    _ bytes: [UInt8], path: String, to settings: inout Settings
  ) throws(ConfigurationError) {
    var number = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      let text = trimmed(line)
      if text.isEmpty || text.first == UInt8(ascii: "#") { continue }
      do throws(ConfigurationError) {
        guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else {
          throw ConfigurationError(
            "'" + String(decoding: text, as: UTF8.self) + "' has no '='; write key = value")
        }
        try settings.set(
          Array(trimmed(text[..<equals])), to: Array(trimmed(text[(equals + 1)...])),
          scope: .everywhere)
      } catch {
        throw ConfigurationError(path + ":" + String(number) + ": " + error.message)
      }
    }
  }

  /// The file that sets everything to what it is anyway, as comments.
  public static func template(_ definitions: [SettingDefinition]) -> String {
    var text = "# fbprogress.conf: every setting with what it is when nobody sets it.\n"
    text +=
      "# Take away a '#' and change the value. Options on the command line win over this file.\n"
    for definition in definitions where definition.scope == .everywhere {
      text += "\n# " + definition.help.description + "\n# One of: " + definition.choices + "\n"
      switch definition.fallback {
      case .absent: text += "#" + definition.key.description + " =\n"
      case .value(let value):
        text += "#" + definition.key.description + " = " + value.description + "\n"
      case .preset(let seed, let kiosk):
        text +=
          "#" + definition.key.description + " = " + kiosk.description
          + "\n# (with the preset 'seed': " + seed.description + ")\n"
      }
    }
    return text
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0d }
    let rest = line.drop(while: isBlank)
    return rest.prefix(
      (rest.lastIndex { !isBlank($0) } ?? rest.startIndex - 1) + 1 - rest.startIndex)
  }
}
