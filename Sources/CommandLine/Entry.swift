package import Base
import Configuration
import FeedProcess
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
    // A program of this name acts as plymouth's client.
    let isPlymouth = name.map { FileSystem.name(of: $0) == "plymouth" } ?? false
    let words = (isPlymouth ? ["plymouth"] : []) + arguments
    do throws(CommandError) {
      return try Program.run(words, start: start).code
    } catch {
      Log.write(error.message, .error)
      return error.status.code
    }
  }
}

extension [ByteString] {
  /// Returns whether a word stands first.
  @inline(never) fileprivate func begins(with word: StaticBytes) -> Bool {
    !isEmpty && self[0] == word
  }

  /// Returns whether a word is the only one.
  fileprivate func consists(of word: StaticBytes) -> Bool { count == 1 && begins(with: word) }
}

/// The facts about the machine that decide what is shown, and where.
struct Surroundings {
  /// Whether a pipe on standard input is the feed, though no setting says so.
  var isPiped = false
  /// The way to a screen that shows a wrapped command; nil for none.
  var relay: EventRelay?
}

/// Dispatch of the commands.
enum Program {
  static func run(_ arguments: [ByteString], start: Duration) throws(CommandError) -> ExitStatus {
    let words: [ByteString]
    var surroundings = Surroundings()
    var settings = Settings()
    var mistake: ByteString?
    do throws(ConfigurationError) {
      let line = try CommandLineParser(
        arguments, verbatimAfter: ["wrap", "send"], and: "plymouth")
      words = line.words
      try line.apply(to: &settings)
      if let text = try help(words, settings) { return print(text) }
      if settings.flag(.version) || words.consists(of: "-V") {
        return print(Version.text(settings.flag(.json) ? .json : .lines))
      }
      if settings.flag(.printConfig) { return print(SettingsFile.template()) }
      var printsJSON = false
      if let word = words.first { printsJSON = try ProgramCommand.named(word).printsJSON }
      if settings.flag(.json), !printsJSON {
        throw ConfigurationError(
          "--json: only probe, doctor, config, status and --version print JSON")
      }
      do throws(ConfigurationError) {
        settings = try ConfiguredSettings.read(line, settings)
      } catch {
        if !words.begins(with: "doctor") { throw error }
        mistake = error.message
      }
      if words.isEmpty { surroundings.isPiped = try readStandardInput(&settings) }
      if words.begins(with: "wrap") { surroundings.relay = try findScreen(&settings) }
      if let command = words.first, Traits.lacks(command) {
        throw ConfigurationError(Traits.refusal(of: "", command))
      }
    } catch {
      throw CommandError(.usage, error.message)
    }
    if settings.has("stderr", .log) { Log.open(.terminal) }
    if settings.has("kmsg", .log) { Log.open(.kernel) }
    Log.setVerbose(settings.flag(.verbose))
    // These commands are called often and need a path alone.
    if words.begins(with: "send") {
      try SendCommand.run(settings, words: Array(words.dropFirst()))
      return .success
    }
    if words.consists(of: "status") {
      try StatusCommand.run(settings)
      return .success
    }
    if Traits.feeds, words.begins(with: "plymouth") {
      return try PlymouthCommand.run(settings, words: Array(words.dropFirst()))
    }
    let options: Options
    do throws(ConfigurationError) {
      options = try Options(settings)
    } catch {
      throw CommandError(.usage, error.message)
    }
    Confinement.choose(
      settings.has("no", .sandbox) ? .off : settings.has("kill", .sandbox) ? .killing : .refusing)
    if words.consists(of: "config") { return print(ConfigCommand.report(settings)) }
    if words.consists(of: "doctor") {
      let (report, isWell) = DoctorCommand.report(options, mistake: mistake)
      let status = print(report)
      return isWell || status != .success ? status : .failed
    }
    return try run(words, options, start: start, surroundings)
  }

  /// Makes a pipe on standard input the feed, unless the settings name one. Returns whether it did.
  private static func readStandardInput(
    _ settings: inout Settings
  ) throws(ConfigurationError) -> Bool {
    let isChosen =
      settings.isSet(.feed) || settings.isSet(.script) || settings.flag(.background)
    if isChosen || FileDescriptor.status(of: 0)?.isFIFO != true { return false }
    try ConfiguredSettings.set("feed", to: "-", by: "standard input", in: &settings)
    return true
  }

  /// The way to a screen that has the displays already; nil for none.
  private static func findScreen(
    _ settings: inout Settings
  ) throws(ConfigurationError) -> EventRelay? {
    guard settings.choice(.presenter, as: PresenterChoice.self).usesDisplay,
      let relay = EventRelay.toScreen(
        of: try FeedSettings.feeds(settings), status: settings.text(.status).orEmpty)
    else { return nil }
    try ConfiguredSettings.set("presenter", to: "null", by: "wrap", in: &settings)
    return relay
  }

  private static func run(
    _ words: [ByteString], _ options: Options, start: Duration, _ surroundings: Surroundings
  ) throws(CommandError) -> ExitStatus {
    guard let command = words.first else {
      return try DisplayCommand.run(options, start: start, in: surroundings)
    }
    let rest = Array(words.dropFirst())
    if command == "wrap" {
      if rest.isEmpty || options.settings.text(.script) != nil {
        throw CommandError(
          .usage, "wrap runs a command, and no script: fbprogress wrap COMMAND ...")
      }
      return try DisplayCommand.run(options, start: start, command: rest, in: surroundings)
    }
    if Traits.desk, command == "check" { return try CheckCommand.run(words: rest) }
    let isRender = Traits.desk && command == "render"
    if Traits.desk, command == "list", rest.consists(of: "themes") {
      return print(Theme.list(options.settings))
    }
    if let word = rest.first {
      throw CommandError(
        .usage, command + " takes no '" + word + "'; fbprogress help " + command + " shows its use")
    }
    if Traits.desk, command == "list" { return print(HelpText.styles) }
    if isRender, options.render.presenter == .null { return print(try FrameCount.run(options)) }
    if command == "rescue" { return try RescueCommand.run(options) }
    if Traits.desk, command == "sheet" {
      try SheetCommand.run(options)
      return .success
    }
    if isRender { try RenderCommand.run(options) }
    if command == "probe" { try ProbeCommand.run(options) }
    return .success
  }

  /// Returns the text that `help`, `-h` or `--help` asks for; nil if none does.
  private static func help(
    _ words: [ByteString], _ settings: Settings
  ) throws(ConfigurationError) -> ByteString? {
    // Words of another program's command line are that program's.
    let isShort = words.count <= 2 && words.last == "-h" && !words.begins(with: "plymouth")
    guard settings.flag(.help) || words.begins(with: "help") || isShort else { return nil }
    guard let name = words.first(where: { $0 != "help" && $0 != "-h" }) else {
      return HelpText.text
    }
    return HelpText.text(of: try ProgramCommand.named(name))
  }

  private static func print(_ text: ByteString) -> ExitStatus {
    do throws(SystemError) {
      try FileDescriptor.writeAll(text.bytes.span, to: 1)
    } catch {
      Log.write("standard output: " + error.message)
      return .cannotPresent
    }
    return .success
  }
}
