import Base
import Configuration
import LinuxSystem

/// A theme: a folder with a file `theme.conf` of settings, and the pictures that it names.
enum Theme {
  /// The folder of the configured theme; nil for none.
  static func folder(_ settings: Settings) throws(ConfigurationError) -> ByteString? {
    guard let name = settings.text(.theme), name != "none" else { return nil }
    // The setting may name the folder itself.
    if name.firstIndex(of: UInt8(ascii: "/")) != nil { return name }
    let folders = settings.text(.themeFolders).orEmpty
    for folder in folders.split(at: UInt8(ascii: ":")) {
      let path = folder + "/" + name
      if FileSystem.exists(path + "/theme.conf") { return path }
    }
    // Shipped themes may be beside the program.
    if !settings.isSet(.themeFolders),
      let path = SharedFiles.find("/usr/share/fbprogress/themes/" + name + "/theme.conf")
    {
      return FileSystem.folder(of: path)
    }
    let names = all(settings).map { $0.name }
    let isHere = FileSystem.exists(name + "/theme.conf")
    throw ConfigurationError(
      "unknown theme '" + name + "' in " + folders
        + (isHere
          ? "; its folder is ./" + name
          : name.suggestion(among: names) ?? "; fbprogress list themes prints all"))
  }

  /// Returns the names that `folder` finds in the folders of themes, in order, each with its
  /// folder.
  private static func all(_ settings: Settings) -> [(name: ByteString, folder: ByteString)] {
    var places = settings.text(.themeFolders).orEmpty.split(at: UInt8(ascii: ":"))
    if !settings.isSet(.themeFolders),
      let shipped = SharedFiles.find("/usr/share/fbprogress/themes")
    {
      places.append(shipped)
    }
    var themes: [(name: ByteString, folder: ByteString)] = []
    for place in places {
      for name in FileSystem.names(in: place) where !themes.contains(where: { $0.name == name }) {
        let folder = place + "/" + name
        guard FileSystem.exists(folder + "/theme.conf") else { continue }
        let next = themes.firstIndex { name.bytes.lexicographicallyPrecedes($0.name.bytes) }
        themes.insert((name, folder), at: next ?? themes.count)
      }
    }
    return themes
  }

  /// The output of `list themes`: a line for each theme, its name and its folder.
  static func list(_ settings: Settings) -> ByteString {
    var text = ByteString()
    for theme in all(settings) { text += theme.name + "\t" + theme.folder + "\n" }
    return text
  }

  /// Applies a theme's settings.
  static func apply(
    _ folder: ByteString, to settings: inout Settings
  ) throws(ConfigurationError) {
    let (path, text) = try read(folder)
    try SettingsFile.apply(text, path: path, to: &settings, scope: .everywhere)
  }

  /// The text of a theme's `theme.conf`, and its path.
  static func read(
    _ folder: ByteString
  ) throws(ConfigurationError) -> (path: ByteString, text: ByteString) {
    let path = folder + "/theme.conf"
    do throws(SystemError) {
      return (path, ByteString(try FileSystem.read(path, limit: 1 << 20)))
    } catch {
      throw ConfigurationError("theme: " + error.message)
    }
  }
}
