import Base
import Configuration
import LinuxSystem
import RenderProcess
import SessionProtocol

/// The program's entry point, called by `main` in C, since Embedded Swift cannot read the
/// arguments.
///
/// - Parameters:
///   - count: the number of arguments, with the program's name.
///   - arguments: C's `argv`.
/// - Returns: the exit status.
@c(fbprogress_main)
public func fbprogressMain(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  let start = MonotonicClock.now
  Log.open(Log.usualPlace(hasStandardError: FileDescriptor.holdStandardDescriptors()))
  var words: [ByteString] = []
  // SAFETY: `argv` has `count` strings that live as long as the process; this one is copied.
  if count > 0, let name = unsafe arguments?[0], unsafe ByteString(cString: name).isPlymouth {
    words = ["plymouth"]
  }
  for index in 1..<max(Int(count), 1) {
    // SAFETY: `argv` has `count` strings that live as long as the process; each is copied.
    if let word = unsafe arguments?[index] { words.append(unsafe ByteString(cString: word)) }
  }
  do throws(CommandError) {
    return try Program.run(words, start: start).code
  } catch {
    Log.write(error.message, .error)
    return error.status.code
  }
}

extension ByteString {
  /// Whether a program of this path acts as plymouth's client.
  fileprivate var isPlymouth: Bool {
    self[(lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)..<count] == "plymouth"
  }
}

/// Dispatch of the commands.
enum Program {
  static func run(_ arguments: [ByteString], start: Duration) throws(CommandError) -> ExitStatus {
    let options: Options
    let words: [ByteString]
    var mistake: ByteString?
    do throws(ConfigurationError) {
      var settings = Settings(Options.definitions)
      let line = try CommandLineParser(
        arguments, definitions: Options.definitions, verbatimAfter: ["wrap", "send"],
        and: "plymouth")
      try line.apply(to: &settings)
      if let text = try help(line.words, settings) { return print(text) }
      if settings.flag("version") || line.words == ["-V"] {
        return print(Version.text(settings.flag("json") ? .json : .lines))
      }
      if settings.flag("print-config") {
        return print(SettingsFile.template(Options.definitions))
      }
      if let word = line.words.first { _ = try ProgramCommand.named(word) }
      do throws(ConfigurationError) {
        settings = try ConfiguredSettings.read(line)
      } catch {
        if line.words.first != "doctor" { throw error }
        mistake = error.message
      }
      options = try Options(settings)
      switch settings.choice("log", as: LogTarget.self) {
      case .stderr: Log.open(.terminal)
      case .kmsg: Log.open(.kernel)
      case .auto: break
      }
      Log.setVerbose(settings.flag("verbose"))
      Confinement.choose(settings.choice("sandbox", as: SandboxChoice.self).strictness)
      words = line.words
    } catch {
      throw CommandError(.usage, error.message)
    }
    if words == ["config"] { return print(ConfigCommand.report(options.settings)) }
    if words == ["doctor"] {
      let (report, isWell) = DoctorCommand.report(options, mistake: mistake)
      let status = print(report)
      return isWell || status != .success ? status : .failed
    }
    return try run(words, options, start: start)
  }

  private static func run(
    _ words: [ByteString], _ options: Options, start: Duration
  ) throws(CommandError) -> ExitStatus {
    guard let command = words.first else { return try DisplayCommand.run(options, start: start) }
    let rest = Array(words.dropFirst())
    if command == "send" {
      try SendCommand.run(options, words: rest)
      return .success
    }
    if command == "plymouth" { return PlymouthCommand.run(options, words: rest) }
    if command == "wrap" {
      if rest.isEmpty || options.settings.text("script") != nil {
        throw CommandError(
          .usage, "wrap runs a command, and no script: fbprogress wrap COMMAND ...")
      }
      return try DisplayCommand.run(options, start: start, command: rest)
    }
    if command == "check" { return try CheckCommand.run(words: rest) }
    let isRender = command == "render"
    if command == "list", rest == ["themes"] { return print(Theme.list(options.settings)) }
    if let word = rest.first {
      throw CommandError(
        .usage, command + " takes no '" + word + "'; fbprogress help " + command + " shows its use")
    }
    if command == "list" { return print(HelpText.styles) }
    if isRender, options.render.presenter == .null { return print(try FrameCount.run(options)) }
    if command == "rescue" { return try RescueCommand.run(options) }
    if command == "sheet" {
      try SheetCommand.run(options)
      return .success
    }
    if isRender { try RenderCommand.run(options) } else { try ProbeCommand.run(options) }
    return .success
  }

  /// Returns the text that `help`, `-h` or `--help` asks for; nil if none does.
  private static func help(
    _ words: [ByteString], _ settings: Settings
  ) throws(ConfigurationError) -> ByteString? {
    // Words of another program's command line are that program's.
    let isShort = words.count <= 2 && words.last == "-h" && words.first != "plymouth"
    guard settings.flag("help") || words.first == "help" || isShort else { return nil }
    guard let name = words.first(where: { $0 != "help" && $0 != "-h" }) else {
      return HelpText.text
    }
    return HelpText.text(of: try ProgramCommand.named(name))
  }

  private static func print(_ text: ByteString) -> ExitStatus {
    do throws(SystemError) {
      try FileDescriptor.writeToStandardOutput(text.bytes.span)
    } catch {
      Log.write("standard output: " + error.message)
      return .cannotPresent
    }
    return .success
  }
}
