import ByteStrings
import Configuration
import Durations
import LinuxSystem

/// `fbprogress` alone: shows a feed until its outcome has been seen. `fbprogress wrap`: a command and its output.
enum DisplayCommand {
  static func run(
    _ options: Options, start: Duration, command: [ByteString] = []
  ) throws(CommandError) -> ExitStatus {
    let script = try options.settings.text("script").map { path throws(CommandError) in
      try ScriptFile.read(path)
    }
    if script == nil, options.hold != nil {
      throw CommandError(.usage, "--hold-at stops a script's clock: give --script FILE too")
    }
    if options.settings.choice("presenter") == 3, options.settings.text("output") == nil {
      throw CommandError(
        .usage, "--presenter png writes files: give --output NAME-%d.png or FILE.apng")
    }
    let keeper: Keeper
    do throws(SystemError) {
      keeper = try Keeper(options, start: start, script: script, command: command)
    } catch {
      throw CommandError(.usage, error.message + hint(error))
    }
    PresenterProcess.lockMemory(options)
    return keeper.run()
  }

  /// What to do about a feed or a record that can't be opened.
  private static func hint(_ error: SystemError) -> ByteString {
    switch error.code {
    case .accessDenied: "; run as a user who may, or choose another place with --feed fifo:PATH"
    case .noSuchFile: "; is its folder there?"
    case .fileExists: "; something else is there that is no FIFO: remove it"
    case .invalid: "; a feed is a file or a FIFO"
    case .noSuchDeviceOrAddress: "; only a unit with a socket unit has one"
    default: ""
    }
  }
}
