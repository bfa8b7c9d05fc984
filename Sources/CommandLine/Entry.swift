package import Base
import Configuration
import LinuxSystem
import RenderProcess
import SessionProtocol

/// The program with the arguments of a process.
package enum Invocation {
  /// Runs the program.
  ///
  /// - Parameters:
  ///   - name: how it was called; nil without a name.
  ///   - arguments: the other arguments.
  /// - Returns: the exit status.
  package static func run(name: ByteString?, _ arguments: [ByteString]) -> Int32 {
    let start = MonotonicClock.now
    Log.open(Log.usualPlace(hasStandardError: FileDescriptor.holdStandardDescriptors()))
    let words = (name?.isPlymouth ?? false ? ["plymouth"] : []) + arguments
    do throws(CommandError) {
      return try Program.run(words, start: start).code
    } catch {
      Log.write(error.message, .error)
      return error.status.code
    }
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
      if settings.flag("help") { return print(HelpText.text) }
      if settings.flag("version") {
        return print(Version.text(settings.flag("json") ? .json : .lines))
      }
      if settings.flag("print-config") {
        return print(SettingsFile.template(Options.definitions))
      }
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
    if let command = words.first, Traits.lacks(command) {
      throw CommandError(.usage, Traits.refusal(of: "", command))
    }
    if Traits.doctor, words == ["doctor"] {
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
    if Traits.splashes, command == "plymouth" { return PlymouthCommand.run(options, words: rest) }
    if Traits.wrap, command == "wrap" {
      if rest.isEmpty || options.settings.text("script") != nil {
        throw CommandError(
          .usage, "wrap runs a command, and no script: fbprogress wrap COMMAND ...")
      }
      return try DisplayCommand.run(options, start: start, command: rest)
    }
    if Traits.desk, command == "check" { return try CheckCommand.run(words: rest) }
    let isRescue = command == "rescue"
    let isRender = Traits.desk && command == "render"
    let isList = Traits.desk && command == "list"
    let isSheet = Traits.desk && command == "sheet"
    // With words behind it.
    let isDoctor = Traits.doctor && command == "doctor"
    let isProbe = Traits.doctor && command == "probe"
    guard isRender || isList || isSheet || isRescue || isDoctor || isProbe else {
      throw CommandError(
        .usage,
        "unknown command '" + command
          + "'; use wrap, render, sheet, list, probe, doctor, check, send, rescue, plymouth, or none to show a feed"
      )
    }
    if let word = rest.first {
      throw CommandError(
        .usage, command + " takes no '" + word + "', only options; fbprogress --help lists them")
    }
    if isList { return print(HelpText.styles) }
    if isRender, options.render.presenter == .null { return print(try FrameCount.run(options)) }
    if isRescue { return try RescueCommand.run(options) }
    if isSheet {
      try SheetCommand.run(options)
      return .success
    }
    if isRender { try RenderCommand.run(options) }
    if isProbe { try ProbeCommand.run(options) }
    return .success
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
