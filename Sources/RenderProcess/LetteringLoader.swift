import Base
import Configuration
import LinuxSystem
import Scenes
import Text

/// Loads the fonts and the translations.
enum LetteringLoader {
  /// The fonts and the translations that settings name; nil without a font. Logs and skips
  /// unreadable files.
  static func load(_ settings: Settings) -> Lettering? {
    guard let fonts = FontStack(packs(settings)) else { return nil }
    return Lettering(fonts: fonts, catalogue: catalogue(settings))
  }

  // MARK: - Fonts

  private static func packs(_ settings: Settings) -> [FontPack] {
    let paths = settings.text("fonts") ?? ""
    if paths == "none" { return [] }
    var packs: [FontPack] = []
    for path in paths.split(at: UInt8(ascii: ":")) {
      do throws(FontPackError) {
        guard let bytes = read(path, limit: 16 << 20, mustBeThere: settings.isSet("fonts")) else {
          continue
        }
        packs.append(try FontPack(bytes))
      } catch {
        Log.write("font pack " + path + ": " + ByteString(error.reason) + "; ignored")
      }
    }
    return packs
  }

  // MARK: - Translations

  /// English, replaced by the texts of the folders, the last folder first: so a theme's folder can
  /// replace single texts.
  static func catalogue(_ settings: Settings) -> Catalogue {
    let folders = settings.text("locale-folder") ?? ""
    let wanted = settings.text("locale") ?? ""
    let names = LocaleName(wanted == "auto" ? spoken : wanted).fileNames
    var (catalogue, isThere) = (Catalogue(), names.contains("en"))
    for folder in folders.split(at: UInt8(ascii: ":")).reversed() {
      for name in names {
        let path = folder + "/" + name + ".conf"
        guard let bytes = read(path, limit: 1 << 20, mustBeThere: false) else { continue }
        catalogue.read(ByteString(bytes), path: path) { Log.write("words: " + $0.message) }
        isThere = true
        break
      }
    }
    if !isThere {
      Log.write("words: no " + names[0] + ".conf in " + folders + "; using English")
    }
    return catalogue
  }

  /// The user's language, by the C library's environment variables.
  private static var spoken: ByteString {
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] as [ByteString] {
      if let value = Environment.value(name), !value.isEmpty { return value }
    }
    return "en"
  }

  private static func read(_ path: ByteString, limit: Int, mustBeThere: Bool) -> [UInt8]? {
    do throws(SystemError) {
      return try FileSystem.read(path, limit: limit)
    } catch {
      if mustBeThere || error.code != .noSuchFile { Log.write(error.message) }
      return nil
    }
  }
}
