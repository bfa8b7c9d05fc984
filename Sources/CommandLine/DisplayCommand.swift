import Base
import Configuration
import Feed
import FeedProcess
import LinuxSystem
import RenderProcess
import SessionProtocol

/// `fbprogress` without a command shows feeds until the outcome was shown. `fbprogress wrap` shows
/// a command's output.
enum DisplayCommand {
  /// Returns whether the words show a screen.
  static func isMeant(_ words: [ByteString]) -> Bool { words.isEmpty || words[0] == "wrap" }

  static func run(
    _ options: Options, start: Duration, command: [ByteString] = [],
    in surroundings: Surroundings
  ) throws(CommandError) -> ExitStatus {
    let script = try options.settings.text(.script).map(ScriptFile.read)
    if script == nil, options.feed.hold != nil {
      throw CommandError(.usage, "--hold-at stops a script's clock: give --script FILE too")
    }
    if options.render.presenter == .png, surroundings.desk == nil {
      throw CommandError(.usage, "presenter png: only in fbprogress-desk; run that")
    }
    if options.settings.flag(.background), !command.isEmpty || script != nil {
      throw CommandError(.usage, "--background shows a feed; it runs no command and no script")
    }
    if options.render.presenter == .terminal, options.render.output == nil, !command.isEmpty {
      throw CommandError(
        .usage, "wrap prints the command's output on this terminal; give --output DEVICE or FILE")
    }
    if surroundings.isPiped { Log.write("feed: standard input, a pipe, as with --feed -", .info) }
    if let relay = surroundings.relay {
      Log.write("wrap: a screen is shown; the command's progress goes to " + relay.path, .info)
    }
    if options.settings.flag(.background) {
      return try runInBackground(options, start, surroundings)
    }
    return try show(options, start, script, command, surroundings)
  }

  /// Runs the keeper in this process.
  ///
  /// - Parameter isReady: called once the feeds are open.
  private static func show(
    _ options: Options, _ start: Duration, _ script: Script?, _ command: [ByteString],
    _ surroundings: Surroundings, isReady: () -> Void = {}
  ) throws(CommandError) -> ExitStatus {
    defer { Log.release() }
    // Messages would tear frames.
    if options.render.presenter == .terminal, options.render.output == nil,
      Command.isTerminal(1), Command.isTerminal(2)
    {
      Log.hold()
    }
    var render = options.render
    render.keysAreFeed =
      Command.isTerminal(0) && options.feed.feeds.contains { $0.kind == .descriptor }
    // Run by hand on a serial console, the command's own output already appears there.
    if !command.isEmpty, Command.isTerminal(1) || Command.isTerminal(2) {
      render.usesSerialConsole = false
    }
    let keeper: Keeper
    do throws(SystemError) {
      keeper = try Keeper(
        options.feed, start: start, script: script, command: command,
        relay: surroundings.relay, presenterFiles: render.files,
        present: { task, channel in
          // Default settings name no theme, no picture and no font.
          PresenterProcess.run(
            task.isSafe ? render.replacingTable(with: Settings()) : render, task, channel: channel,
            desk: surroundings.desk?.presenters)
        })
    } catch {
      throw CommandError(.usage, error.message + hint(error))
    }
    isReady()
    if options.settings.flag(.mlock) { ProcessMemory.lockOrLog() }
    return keeper.run()
  }

  /// Shows feeds in a child process. Returns once the feeds are open, or with the child's status if
  /// it ends before.
  private static func runInBackground(
    _ options: Options, _ start: Duration, _ surroundings: Surroundings
  ) throws(CommandError) -> ExitStatus {
    do throws(SystemError) {
      let pair = try MessageChannel.makePair()
      let other = pair.second.rawValue
      let child = try ChildProcess.fork(named: "fbprogress") {
        FileDescriptor.close(pair.first.rawValue)
        ChildProcess.detach()
        do throws(CommandError) {
          let status = try show(options, start, nil, [], surroundings) {
            MessageChannel.send([0].span, on: other)
            FileDescriptor.close(other)
            if Log.redirectToKernel() { ChildProcess.dropStandardError() }
          }
          return status.code
        } catch {
          Log.write(error.message, .error)
          return error.status.code
        }
      }
      let channel = consume pair.first
      _ = consume pair.second
      var message: [UInt8] = [0]
      if case .message = channel.receive(into: &message, by: nil) { return .success }
      if case .exited(let status)? = child.reap(waiting: true) { return .command(status) }
      return .cannotPresent
    } catch {
      throw CommandError(.cannotPresent, error.message)
    }
  }

  /// A hint at the cure of an error of opening a feed or the recording.
  private static func hint(_ error: SystemError) -> StaticBytes {
    switch error.code {
    case .accessDenied: "; run as root, or choose another place with --feed fifo:PATH"
    case .notPermitted: "; another user made this file: remove it, or read it with --feed PATH"
    case .symbolicLink: "; name the file itself, or read it with --feed PATH"
    case .noSuchFile: "; is its folder there?"
    case .busy: "; another fbprogress reads it: end that, or choose another place, --feed fifo:PATH"
    case .fileExists: "; something else is there that is no FIFO: remove it"
    case .invalid: "; a feed is a file or a FIFO"
    case .noSuchDeviceOrAddress: "; only a unit with a socket unit has one"
    default: ""
    }
  }
}
