import Base
import Configuration
import LinuxSystem

/// A folder with a file `theme.conf` of settings, and the pictures that it names.
enum Theme {
  /// The folder of a theme.
  ///
  /// - Parameters:
  ///   - name: its name, or, with a slash in it, its folder.
  ///   - folders: where themes are, with colons between.
  static func folder(
    _ name: ByteString, in folders: ByteString
  ) throws(ConfigurationError) -> ByteString {
    if name.firstIndex(of: UInt8(ascii: "/")) != nil { return name }
    for folder in folders.split(at: UInt8(ascii: ":")) {
      let path = folder + "/" + name
      if (try? FileSystem.status(path + "/theme.conf")).flatMap({ $0 }) != nil { return path }
    }
    throw ConfigurationError(
      "unknown theme '" + name + "' in " + folders + "; use the name of a theme there, or a folder")
  }

  /// Applies a theme to settings.
  static func apply(
    _ folder: ByteString, to settings: inout Settings
  ) throws(ConfigurationError) {
    let (path, text) = try read(folder)
    try SettingsFile.apply(text, path: path, to: &settings, scope: .everywhere)
  }

  /// A theme's settings, and the path of their file.
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
