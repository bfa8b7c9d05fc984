import Base
import Configuration
import Feed
import LinuxSystem

// The setting `match`.
extension FeedSettings {
  /// Compiles the patterns of a setting's text, one a line.
  static func matchers(_ texts: ByteString) throws(ConfigurationError) -> [LineMatcher] {
    var matchers: [LineMatcher] = []
    for text in texts.split(at: UInt8(ascii: "\n")) where !text.isEmpty {
      guard let pattern = LineMatcher.Pattern(text) else {
        throw ConfigurationError(
          "match: no named group, or an unknown one: " + text
            + "; write (?<NAME>...), NAME being one of "
            + ByteString(LineMatcher.names))
      }
      do throws(RegularExpression.PatternError) {
        let expression = try RegularExpression(pattern.plain)
        matchers.append(LineMatcher(pattern) { expression.firstMatch(in: $0) })
      } catch {
        throw ConfigurationError("match: " + error.text + ": " + text)
      }
    }
    return matchers
  }
}
