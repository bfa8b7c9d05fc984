import ByteStrings
import Configuration
import Fonts
import LinuxSystem
import Scenes
import Typesetting
import Wording

/// Reads what texts are made with: font packs, and a catalogue of words.
enum LetteringLoader {
  /// What settings ask for; nil where no font is there. What can't be read is told of, and left out.
  static func load(_ settings: Settings) -> Lettering? {
    guard let fonts = FontStack(packs(settings)) else { return nil }
    return Lettering(fonts: fonts, catalogue: catalogue(settings))
  }

  // MARK: - Fonts

  private static func packs(_ settings: Settings) -> [FontPack] {
    let paths = settings.text("fonts") ?? ""
    if paths.says("none") { return [] }
    var packs: [FontPack] = []
    for path in paths.split(at: UInt8(ascii: ":")) {
      do throws(FontPackError) {
        guard let bytes = read(path, limit: 16 << 20, mustBeThere: settings.isSet("fonts")) else {
          continue
        }
        packs.append(try FontPack(bytes))
      } catch {
        Log.say("font pack " + path + ": " + ByteString(error.reason) + "; it is left out")
      }
    }
    return packs
  }

  // MARK: - Words

  private static func catalogue(_ settings: Settings) -> Catalogue {
    let folder = settings.text("locale-folder") ?? ""
    let wanted = settings.text("locale") ?? ""
    let isNamed = !wanted.says("auto")
    for name in names(of: isNamed ? wanted : spoken) {
      // English needs no file.
      if name.says("en") { return Catalogue() }
      let path = folder + "/" + name + ".conf"
      guard let bytes = read(path, limit: 1 << 20, mustBeThere: false) else { continue }
      do throws(ConfigurationError) {
        return try Catalogue(ByteString(bytes), path: path)
      } catch {
        Log.say("words: " + error.message + "; they are English")
        return Catalogue()
      }
    }
    if isNamed {
      Log.say("words: no " + wanted + ".conf in " + folder + "; they are English")
    }
    return Catalogue()
  }

  /// The language of whoever started the program, as the C library finds it.
  private static var spoken: ByteString {
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] as [ByteString] {
      if let value = Environment.value(name), !value.isEmpty { return value }
    }
    return "en"
  }

  /// The names under which the words of a language such as `pt_BR.UTF-8` may be found, the best first.
  private static func names(of locale: ByteString) -> [ByteString] {
    var name = ByteString()
    var language: ByteString?
    for byte in locale.bytes {
      if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "@") { break }
      let isBetween = byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      if isBetween { language = language ?? name }
      // A name, and no way out of the folder.
      name.append(isBetween || byte == UInt8(ascii: "/") ? UInt8(ascii: "-") : byte)
    }
    if name.isEmpty || name.says("C") || name.says("POSIX") { return ["en"] }
    return language.map { [name, $0] } ?? [name]
  }

  private static func read(_ path: ByteString, limit: Int, mustBeThere: Bool) -> [UInt8]? {
    do throws(SystemError) {
      return try FileSystem.read(path, limit: limit)
    } catch {
      if mustBeThere || error.code != .noSuchFile { Log.say(error.message) }
      return nil
    }
  }
}
