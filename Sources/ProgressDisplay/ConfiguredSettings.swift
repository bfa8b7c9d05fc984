import ByteStrings
import Configuration
import LinuxSystem

/// Where settings come from: a theme, the configuration file, the kernel's command line, the program's own. Each wins over
/// those before it.
enum ConfiguredSettings {
  /// Reads all of them.
  ///
  /// - Parameter line: the program's own command line.
  static func read(_ line: CommandLineParser) throws(ConfigurationError) -> Settings {
    var settings = Settings(Options.definitions)
    // Once to learn of --config and of the theme.
    try line.apply(to: &settings)
    let file = try configuration(settings)
    try apply(file, line, to: &settings)
    guard let theme = settings.text("theme"), !theme.says("none") else { return settings }
    let folder = try Theme.folder(theme, in: settings.text("theme-folders") ?? "")
    settings = Settings(Options.definitions)
    try Theme.apply(folder, to: &settings)
    try apply(file, line, to: &settings)
    return settings
  }

  private typealias File = (path: ByteString, text: ByteString)

  private static func apply(
    _ file: File?, _ line: CommandLineParser, to settings: inout Settings
  ) throws(ConfigurationError) {
    if let file { try SettingsFile.apply(file.text, path: file.path, to: &settings) }
    applyKernelParameters(to: &settings)
    try line.apply(to: &settings)
  }

  /// The configuration file: the named one, which must be there, or else the usual one if it is.
  private static func configuration(
    _ settings: Settings
  ) throws(ConfigurationError) -> File? {
    let named = settings.text("config")
    let path = named ?? "/etc/fbprogress.conf"
    do throws(SystemError) {
      return (path, ByteString(try FileSystem.read(path, limit: 1 << 20)))
    } catch {
      if named == nil, error.code == .noSuchFile { return nil }
      throw ConfigurationError("configuration: " + error.message)
    }
  }

  /// Applies `fbprogress.KEY=VALUE` of the kernel's command line. It can't be mended while a system starts, so what is wrong with it is
  /// told of and left out.
  private static func applyKernelParameters(to settings: inout Settings) {
    guard let bytes = try? FileSystem.read("/proc/cmdline", limit: 1 << 16) else { return }
    let parameters = KernelParameters.read(ByteString(bytes), prefix: "fbprogress.")
    for (key, _) in parameters { settings.clear(key) }
    for (key, value) in parameters {
      do throws(ConfigurationError) {
        try settings.set(key, to: value, scope: .everywhere)
      } catch {
        Log.say("kernel's command line: " + error.message)
      }
    }
  }
}
