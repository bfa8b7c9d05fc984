import Base
import Configuration
import LinuxSystem
import RenderProcess

/// Reads settings from a theme, the configuration file, the kernel's command line, and the
/// program's own. Later sources replace earlier ones.
enum ConfiguredSettings {
  /// Reads all sources.
  ///
  /// - Parameters:
  ///   - line: the program's command line.
  ///   - given: the settings of that line alone.
  static func read(
    _ line: CommandLineParser, _ given: Settings
  ) throws(ConfigurationError) -> Settings {
    let words = kernelWords
    var settings = try fromFiles(line, given, kernelParameters(words, of: given))
    if let name = settings.removed {
      Log.write(ByteString(name) + ": this setting was removed and is ignored")
    }
    // Applied last: the user turns the display off because it does not work. The key of
    // `fbprogress=off` is empty.
    let isOff = words.last { $0.key.isEmpty }.map { $0.value == "off" } ?? false
    if isOff, settings.choice(.presenter, as: PresenterChoice.self).usesDisplay {
      try set("presenter", to: "null", by: "kernel command line", in: &settings)
      Log.write("kernel command line: fbprogress=off: nothing is shown", .info)
    }
    return settings
  }

  /// Sets a value in place of the user.
  @inline(never) static func set(
    _ key: StaticBytes, to value: StaticBytes, by source: StaticBytes, in settings: inout Settings
  ) throws(ConfigurationError) {
    settings.source = ByteString(source)
    try settings.set(ByteString(key), to: ByteString(value), scope: .commandLine)
  }

  private static func fromFiles(
    _ line: CommandLineParser, _ given: Settings, _ parameters: [Parameter]
  ) throws(ConfigurationError) -> Settings {
    let file = try configuration(given)
    var parameters = parameters
    while true {
      var settings = Settings()
      try apply(file, parameters, line, to: &settings)
      let theme = settings.text(.theme).orEmpty
      do throws(ConfigurationError) {
        guard let folder = try Theme.folder(settings) else { return settings }
        settings = Settings()
        try Theme.apply(folder, to: &settings)
        try apply(file, parameters, line, to: &settings)
        return settings
      } catch {
        // A theme cannot be repaired while the system starts, and progress must show.
        let isKernels = parameters.contains { $0.key == "theme" && $0.value == theme }
        if !isKernels { throw error }
        Log.write("kernel command line: theme: " + error.message + "; ignored")
        parameters.removeAll { $0.key == "theme" }
      }
    }
  }

  private typealias File = (path: ByteString, text: ByteString)
  private typealias Parameter = (key: ByteString, value: ByteString)

  private static func apply(
    _ file: File?, _ parameters: [Parameter], _ line: CommandLineParser,
    to settings: inout Settings
  ) throws(ConfigurationError) {
    if let file { try SettingsFile.apply(file.text, path: file.path, to: &settings) }
    for (key, _) in parameters { settings.clear(key) }
    if !parameters.isEmpty { settings.source = "kernel command line" }
    for (key, value) in parameters { try settings.set(key, to: value, scope: .notInThemes) }
    try line.apply(to: &settings)
  }

  /// The configuration file: the named one, which must exist, or else the default one if it exists.
  private static func configuration(
    _ settings: Settings
  ) throws(ConfigurationError) -> File? {
    let named = settings.text(.config)
    let path = named ?? "/etc/fbprogress.conf"
    do throws(SystemError) {
      return (path, ByteString(try FileSystem.read(path, limit: 1 << 20)))
    } catch {
      if named == nil, error.code == .noSuchFile { return nil }
      throw ConfigurationError("configuration: " + error.message)
    }
  }

  /// The valid `fbprogress.KEY=VALUE` parameters of the kernel's command line. Invalid ones are
  /// logged and ignored: they cannot be corrected while the system starts.
  private static func kernelParameters(_ words: [Parameter], of settings: Settings) -> [Parameter] {
    var (right, settings) = ([Parameter](), settings)
    for word in words where word.key.hasPrefix(".") {
      let parameter = (key: word.key[1..<word.key.count], value: word.value)
      do throws(ConfigurationError) {
        try settings.set(parameter.key, to: parameter.value, scope: .notInThemes)
        right.append(parameter)
      } catch {
        Log.write("kernel command line: " + error.message)
      }
    }
    return right
  }

  /// The words `fbprogress…` of the kernel's command line.
  private static var kernelWords: [Parameter] {
    guard let bytes = try? FileSystem.read("/proc/cmdline", limit: 1 << 16) else { return [] }
    return KernelParameters.read(ByteString(bytes), prefix: "fbprogress")
  }
}
