import Base
import Configuration
import RenderProcess
import SessionProtocol

/// `fbprogress config`: prints each setting that applies, and its source.
enum ConfigCommand {
  /// Returns a line for each setting: source, tab, `KEY = VALUE`; JSON with the option `json`.
  static func report(_ settings: Settings) -> ByteString {
    var (lines, sheet) = (ByteString(), FactSheet(.json))
    sheet.object("config") { sheet in
      sheet.say("version", Version.number)
      sheet.list("settings") { sheet in
        settings.forEachValue { key, text, source in
          var (text, source) = (text, source)
          if key == "locale", text == "auto" {
            (text, source) = (LetteringLoader.locale(settings).name, "environment")
          }
          lines += source + "\t" + key + " = " + text + "\n"
          sheet.object("setting") { sheet in
            sheet.say("key", key)
            sheet.say("value", text)
            sheet.say("source", source)
          }
        }
      }
    }
    return settings.flag(.json) ? sheet.text + "\n" : lines
  }
}
