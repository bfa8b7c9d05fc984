import Base
import Configuration
import LinuxSystem

/// A theme: a folder with a file `theme.conf` of settings, and the pictures that it names.
enum Theme {
  /// The folder of a theme.
  ///
  /// - Parameters:
  ///   - name: the theme's name, or a folder.
  ///   - folders: the folders of themes, separated by colons.
  ///   - isDefault: whether these are the default ones, so that shipped themes are found elsewhere.
  static func folder(
    _ name: ByteString, in folders: ByteString, isDefault: Bool
  ) throws(ConfigurationError) -> ByteString {
    if name.firstIndex(of: UInt8(ascii: "/")) != nil { return name }
    for folder in folders.split(at: UInt8(ascii: ":")) {
      let path = folder + "/" + name
      if (try? FileSystem.status(path + "/theme.conf")).flatMap({ $0 }) != nil { return path }
    }
    if isDefault,
      let path = SharedFiles.find("/usr/share/fbprogress/themes/" + name + "/theme.conf")
    {
      return FileSystem.folder(of: path)
    }
    let names = all(in: folders, isDefault: isDefault).map { $0.name }
    let isHere = (try? FileSystem.status(name + "/theme.conf")).flatMap { $0 } != nil
    throw ConfigurationError(
      "unknown theme '" + name + "' in " + folders
        + (isHere
          ? "; its folder is ./" + name
          : name.suggestion(among: names) ?? "; fbprogress list themes prints all"))
  }

  /// Returns the names that `folder` finds in the folders of themes, in order, each with its
  /// folder.
  static func all(
    in folders: ByteString, isDefault: Bool
  ) -> [(name: ByteString, folder: ByteString)] {
    var places = folders.split(at: UInt8(ascii: ":"))
    if isDefault, let shipped = SharedFiles.find("/usr/share/fbprogress/themes") {
      places.append(shipped)
    }
    var themes: [(name: ByteString, folder: ByteString)] = []
    for place in places {
      for name in FileSystem.names(in: place) where !themes.contains(where: { $0.name == name }) {
        let folder = place + "/" + name
        guard (try? FileSystem.status(folder + "/theme.conf")).flatMap({ $0 }) != nil else {
          continue
        }
        let next = themes.firstIndex { name.bytes.lexicographicallyPrecedes($0.name.bytes) }
        themes.insert((name, folder), at: next ?? themes.count)
      }
    }
    return themes
  }

  /// The folder of the configured theme; nil for none.
  static func folder(_ settings: Settings) throws(ConfigurationError) -> ByteString? {
    guard let theme = settings.text(.theme), theme != "none" else { return nil }
    return try folder(
      theme, in: settings.text(.themeFolders) ?? ByteString(),
      isDefault: !settings.isSet(.themeFolders))
  }

  /// The output of `list themes`: a line for each theme, its name and its folder.
  static func list(_ settings: Settings) -> ByteString {
    var text = ByteString()
    for theme in all(
      in: settings.text(.themeFolders) ?? ByteString(), isDefault: !settings.isSet(.themeFolders))
    {
      text += theme.name + "\t" + theme.folder + "\n"
    }
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
