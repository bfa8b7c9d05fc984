import Configuration
import LinuxSystem

/// The program, called by `main` in C, since Embedded Swift has no way to ask for the arguments.
@c(fbprogress_main)
public func fbprogressMain(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  let start = MonotonicClock.now
  var words: [String] = []
  for index in 1..<max(Int(count), 1) {
    // SAFETY: C hands over `count` strings that live as long as the process; each is copied.
    if let word = unsafe arguments?[index] { words.append(unsafe String(cString: word)) }
  }
  do throws(CommandError) {
    return try Program.run(words, start: start).code
  } catch {
    Log.say(error.message)
    return error.status.code
  }
}

/// The commands.
enum Program {
  static func run(_ arguments: [String], start: Duration) throws(CommandError) -> ExitStatus {
    let options: Options
    let words: [String]
    do throws(ConfigurationError) {
      var settings = Settings(Options.definitions)
      let line = try CommandLineParser(arguments, definitions: Options.definitions)
      // Once to learn of --config, and once more so that the command line wins over the file.
      try line.apply(to: &settings)
      if settings.flag("help") { return try print(HelpText.text) }
      if settings.flag("version") { return try print("fbprogress " + Version.number + "\n") }
      if settings.flag("print-config") {
        return try print(SettingsFile.template(Options.definitions))
      }
      try applyFile(to: &settings)
      try line.apply(to: &settings)
      options = try Options(settings)
      words = line.words
    } catch {
      throw CommandError(.usage, error.message)
    }
    return try run(words, options, start: start)
  }

  private static func run(
    _ words: [String], _ options: Options, start: Duration
  ) throws(CommandError) -> ExitStatus {
    guard let command = words.first else { return try DisplayCommand.run(options, start: start) }
    let rest = Array(words.dropFirst())
    switch Array(command.utf8) {
    case Array("send".utf8):
      try SendCommand.run(options, words: rest)
    case let name where name == Array("render".utf8) || name == Array("probe".utf8):
      if let word = rest.first {
        throw CommandError(
          .usage, command + " takes no '" + word + "', only options; fbprogress --help lists them")
      }
      if name == Array("render".utf8) {
        try RenderCommand.run(options)
      } else {
        try ProbeCommand.run(options)
      }
    default:
      throw CommandError(
        .usage,
        "there is no command '" + command
          + "'; there are render, probe, send, and none to show a feed")
    }
    return .success
  }

  private static func print(_ text: String) throws(ConfigurationError) -> ExitStatus {
    do throws(SystemError) {
      try FileDescriptor.writeToStandardOutput(Array(text.utf8).span)
    } catch {
      throw ConfigurationError(error.message)
    }
    return .success
  }

  /// Applies the configuration file: the named one, which must be there, or else the usual one if it is.
  private static func applyFile(to settings: inout Settings) throws(ConfigurationError) {
    let named = settings.text("config").map { String(decoding: $0, as: UTF8.self) }
    let path = named ?? "/etc/fbprogress.conf"
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.read(path, limit: 1 << 20)
    } catch {
      if named == nil, error.code == .noSuchFile { return }
      throw ConfigurationError("configuration: " + error.message)
    }
    try SettingsFile.apply(bytes, path: path, to: &settings)
  }
}
