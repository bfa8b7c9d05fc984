import Base
import Configuration
import Feed
import LinuxSystem
import ProgressModel
import SessionProtocol

// The command that `wrap` runs: its output is a feed, and its exit status is the outcome.
extension Keeper {
  /// Starts a command, and opens the session's feeds beside it. The feed `-` names the protocol of
  /// the command's output; `fd:N` is a descriptor that the command writes to.
  ///
  /// - Throws: an error of starting the command or of opening a feed.
  static func start(
    _ words: [ByteString], _ settings: FeedSettings, _ feeds: FeedSet, _ screen: ByteString?
  ) throws(SystemError) -> CommandSource {
    var output: FeedDescription?
    var extra: FeedDescription?
    for plan in settings.feeds {
      if plan.kind == .descriptor {
        if plan.number == 0 { output = plan } else { extra = plan }
      } else if plan.path != screen,
        plan.path != FeedDescription.defaultFIFO || plan.namedProtocol != nil
      {
        // The default FIFO is not read beside a command.
        do throws(SystemError) {
          feeds.add(try plan.open(), plan)
        } catch  where error.code == .busy {
          Log.write("feed: " + error.message + "; the other feeds are read")
        }
      }
    }
    var arguments = words
    var namedProtocol = output?.namedProtocol
    if Traits.feeds, extra == nil, output == nil, Self.isInstallation(words) {
      // apt reports progress on a descriptor that an option names. The percentages that it prints,
      // such as those of reading its lists, are none of the installation.
      extra = FeedDescription("apt:fd:9")
      namedProtocol = .apt
      arguments[0].append(0)
      arguments[0] += "-oAPT::Status-Fd=9"
    }
    let onTerminal =
      settings.table.has("auto", .wrapTerminal)
      ? Command.isTerminal(1) && Command.isTerminal(2) : settings.table.has("yes", .wrapTerminal)
    let command = try Command(
      arguments, onTerminal: onTerminal, extra: extra?.number ?? -1, isOwn: false)
    let source = CommandSource(
      command, name: words[0], namedProtocol: namedProtocol, matchers: settings.matchers)
    feeds.add(source, output)
    if let extra { feeds.add(try StreamSource(extra, descriptor: command.output[2]), extra) }
    return source
  }

  /// Whether a command is apt-get's installation of packages. `apt` is a script of other options in
  /// some distributions.
  private static func isInstallation(_ words: [ByteString]) -> Bool {
    guard FileSystem.name(of: words[0]) == "apt-get" else { return false }
    return words.contains { $0 == "install" || $0.hasSuffix("upgrade") }
  }

  /// Shows the state's progress on the caller's terminal.
  func showOnTerminal() {
    guard let command, !state.phase.isOutcome else { return }
    let percent = state.fraction.map { Int(min($0, ProgressState.ceiling).billionths / 10_000_000) }
    command.showProgress(percent: percent)
  }

  /// Applies an event of a feed, except its outcome: the command's exit status decides on that.
  func acceptFromCommand(_ event: ProgressEvent, at time: Duration) {
    switch event {
    case .done(let text), .fail(let text):
      if text.isEmpty { return }
      if case .fail = event { command?.reportedFailure = text }
      accept(.message(text), at: time)
    case .cancel, .reset, .interruption: break
    default: accept(event, at: time)
    }
  }

  /// Applies the outcome once the command has ended and all of its output is passed on.
  func acceptCommandEnd() {
    guard let command, command.hasEnded, let status = command.status, commandStatus == nil else {
      return
    }
    commandStatus = status
    let isSuccess =
      settings.okStatuses.isEmpty
      ? SuccessStatuses.contain(status, of: command.name)
      : settings.okStatuses.contains(UInt64(status))
    if isSuccess {
      accept(.done(.empty), at: sessionTime)
    } else {
      // The screen shows the command's error line; the code is for support. The command's own code
      // is more precise than its status.
      if state.code.isEmpty { accept(.code(SanitizedText(ByteString(status))), at: sessionTime) }
      accept(.fail(command.lastError), at: sessionTime)
    }
  }
}
