package import Base
package import Configuration
import LinuxSystem
import Scenes
import Text

/// Loads the fonts and the translations.
package enum LetteringLoader {
  /// The fonts and the translations that settings name; nil for the fonts `none`. Logs and skips
  /// unreadable files.
  ///
  /// Headlines and numbers take glyphs missing in their packs from those of other texts, and all
  /// take them from the built-in pack, so every text has glyphs.
  static func load(_ settings: Settings) -> Lettering? {
    if !Traits.texts || settings.text(.fonts) == "none" { return nil }
    let names = languages(settings)
    let regular = packs(.fonts, settings, names) + (FontPack.builtIn.map { [$0] } ?? [])
    let bold = packs(.boldFonts, settings) + regular
    let numeral = packs(.numeralFonts, settings) + bold
    guard let fonts = FontStack(regular), let bold = FontStack(bold),
      let numeral = FontStack(numeral)
    else { return nil }
    return Lettering(
      fonts: fonts, bold: bold, numeral: numeral, catalogue: catalogue(settings, names))
  }

  // MARK: - Fonts

  /// The packs of a setting. If it has its default, a pack of the language's name that lies beside
  /// the first one comes second.
  private static func packs(
    _ key: TextKey, _ settings: Settings, _ languages: [ByteString] = []
  ) -> [FontPack] {
    let paths = settings.text(key).orEmpty
    if paths == "none" { return [] }
    let isSet = settings.isSet(key)
    var packs: [FontPack] = []
    func add(_ path: ByteString, mustBeThere: Bool) -> Bool {
      guard
        let bytes = read(path, limit: 16 << 20, mustBeThere: mustBeThere, for: key, settings)
      else { return false }
      do throws(FontPackError) {
        packs.append(try FontPack(bytes))
      } catch {
        Log.write("font pack " + path + ": " + ByteString(error.reason) + "; ignored")
      }
      return true
    }
    for (index, path) in paths.split(at: UInt8(ascii: ":")).enumerated() {
      guard let found = SharedFiles.find(path) ?? (isSet ? path : nil) else { continue }
      _ = add(found, mustBeThere: true)
      if isSet || index > 0 { continue }
      for name in languages
      where add(FileSystem.folder(of: found) + "/" + name + ".fbfont", mustBeThere: false) { break }
    }
    return packs
  }

  // MARK: - Translations

  /// English, replaced by the texts of the folders, the last folder first: so a theme's folder can
  /// replace single texts.
  static func catalogue(_ settings: Settings, _ languages: [ByteString]? = nil) -> Catalogue {
    let folders = folders(settings)
    let names = languages ?? Self.languages(settings)
    var (catalogue, isThere) = (Catalogue(), names.contains("en"))
    for folder in folders.split(at: UInt8(ascii: ":")).reversed() {
      for name in names {
        let path = folder + "/" + name + ".conf"
        guard
          let bytes = read(path, limit: 1 << 20, mustBeThere: false, for: .localeFolder, settings)
        else { continue }
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

  /// The names of the language's files, the best one first.
  private static func languages(_ settings: Settings) -> [ByteString] {
    let wanted = settings.text(.locale).orEmpty
    if wanted != "auto" { return LocaleName(wanted).fileNames }
    // By the C library's variables.
    let spoken = Environment.firstValue(of: ["LC_ALL", "LC_MESSAGES", "LANG"])
    return LocaleName(spoken ?? "en").fileNames
  }

  /// The folders of translations, separated by colons.
  private static func folders(_ settings: Settings) -> ByteString {
    var folders = ByteString()
    for folder in settings.text(.localeFolder).orEmpty.split(at: UInt8(ascii: ":")) {
      // A file, since a folder of that name may have the translations of other programs.
      let found = SharedFiles.find(folder + "/en.conf").map(FileSystem.folder)
      folders.append(found ?? folder, after: ":")
    }
    return folders
  }

  /// Whether a language has a translation.
  static func hasTranslation(_ name: ByteString, _ settings: Settings) -> Bool {
    if name == "en" { return true }
    return folders(settings).split(at: UInt8(ascii: ":")).contains {
      FileSystem.exists($0 + "/" + name + ".conf")
    }
  }

  /// The language of the program's texts, and whether it has a translation.
  package static func locale(_ settings: Settings) -> (name: ByteString, isThere: Bool) {
    let names = languages(settings)
    let found = names.first { hasTranslation($0, settings) }
    return (found ?? names[0], found != nil)
  }

  @inline(never) private static func read(
    _ path: ByteString, limit: Int, mustBeThere: Bool, for key: TextKey, _ settings: Settings
  ) -> [UInt8]? {
    do throws(SystemError) {
      return try FileSystem.read(path, limit: limit)
    } catch {
      if mustBeThere || error.code != .noSuchFile {
        Log.write(settings.name(of: key) + ": " + error.message)
      }
      return nil
    }
  }
}
