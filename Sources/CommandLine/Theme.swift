import Base
import Configuration
import LinuxSystem

/// A theme: a folder with a file `theme.conf` of settings, and the pictures that it names.
enum Theme {
  /// The folder of a theme.
  ///
  /// - Parameters:
  ///   - name: the theme's name, or a path with a slash.
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
    throw ConfigurationError(
      "unknown theme '" + name + "' in " + folders + "; use the name of a theme there, or a folder")
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
