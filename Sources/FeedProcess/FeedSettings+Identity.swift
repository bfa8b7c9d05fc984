import Base
import Configuration
import LinuxSystem
import ProgressModel

// The setting `identity`.
extension FeedSettings {
  /// Parses a setting's text, one fact a line. A file that cannot be read is logged, and its fact
  /// is left out.
  static func identity(_ texts: ByteString) throws(ConfigurationError) -> [IdentityFact] {
    var facts: [IdentityFact] = []
    for text in texts.split(at: UInt8(ascii: "\n")) where !text.isEmpty {
      let blank = text.firstIndex(of: 0x20) ?? text.count
      let key = text[0..<blank]
      var value = text[blank..<text.count].trimmed { $0 == 0x20 }
      if key.isEmpty || value.isEmpty {
        throw ConfigurationError("identity: no value: " + text + "; write NAME VALUE")
      }
      if value[0] == UInt8(ascii: "@") {
        do throws(SystemError) {
          let file = try FileSystem.read(value[1..<value.count], limit: 1 << 16)
          value = ByteString(file).split(at: 0x0a)[0]
        } catch {
          Log.write("identity: " + key + ": " + error.message + "; it is not shown")
          continue
        }
      }
      facts.set(IdentityFact(key: SanitizedText(key), value: SanitizedText(value)))
    }
    return facts
  }
}
