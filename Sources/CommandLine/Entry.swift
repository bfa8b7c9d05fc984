import Base
import Configuration
import FeedProcess
import LinuxSystem
import RenderProcess
import SessionProtocol

extension [ByteString] {
  /// Returns whether a word stands first.
  @inline(never) fileprivate func begins(with word: StaticBytes) -> Bool {
    !isEmpty && self[0] == word
  }

  /// Returns whether a word is the only one.
  fileprivate func consists(of word: StaticBytes) -> Bool { count == 1 && begins(with: word) }
}

/// The facts about the machine and the program that decide what is shown, and where.
struct Surroundings {
  /// Whether a pipe on standard input is the feed, though no setting says so.
  var isPiped = false
  /// The way to a screen that shows a wrapped command; nil for none.
  var relay: EventRelay?
  /// The parts of fbprogress-desk; nil for a board's program.
  let desk: Desk?
}

/// Dispatch of the commands.
enum Program {
  static func run(
    _ arguments: [ByteString], start: Duration, _ desk: Desk?
  ) throws(CommandError) -> ExitStatus {
    let words: [ByteString]
    var surroundings = Surroundings(desk: desk)
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
      // Other sources may be pipes, which only one program can read.
      if desk == nil { try runDesk(words, settings, arguments) }
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

  /// Runs fbprogress-desk in this process for commands and presenters of its own that the command
  /// line names. Without it, a terminal shows text.
  private static func runDesk(
    _ words: [ByteString], _ settings: Settings, _ arguments: [ByteString]
  ) throws(ConfigurationError) {
    let isCommand = words.first.map { ProgramCommand.isOfDesk($0) } ?? false
    let isPicture = DisplayCommand.isMeant(words) && settings.has("png", .presenter)
    let isTerminal =
      DisplayCommand.isMeant(words) && settings.has("terminal", .presenter)
      && !settings.has("none", .terminalGraphics)
    guard isCommand || isPicture || isTerminal else { return }
    do throws(SystemError) {
      try Command.become("fbprogress-desk", arguments)
    } catch {
      if isTerminal, settings.has("auto", .terminalGraphics) { return }
      throw ConfigurationError(
        (isCommand ? words[0] : isPicture ? "presenter png" : "terminal-graphics")
          + ": only in fbprogress-desk, a package of its own: " + error.message)
    }
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
    if let status = try surroundings.desk?.run(words, options) { return status }
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
    try refuse(rest, of: command)
    return command == "probe" ? try ProbeCommand.run(options) : try RescueCommand.run(options)
  }

  /// Refuses words after a command that takes none.
  static func refuse(_ words: [ByteString], of command: ByteString) throws(CommandError) {
    if let word = words.first {
      throw CommandError(
        .usage, command + " takes no '" + word + "'; fbprogress help " + command + " shows its use")
    }
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

  static func print(_ text: ByteString) -> ExitStatus {
    do throws(SystemError) {
      try FileDescriptor.writeAll(text.bytes.span, to: 1)
    } catch {
      Log.write("standard output: " + error.message)
      return .cannotPresent
    }
    return .success
  }
}
