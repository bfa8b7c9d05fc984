import Base
import Feed
import LinuxSystem
import ProgressModel
import SessionProtocol

// The command that `wrap` runs: its output is a feed, its status is the outcome.
extension Keeper {
  /// Starts a command, and opens the feeds that go with it: `-` among them says what its output speaks, and `fd:N` is a descriptor
  /// of the command's.
  static func start(
    _ words: [ByteString], _ settings: FeedSettings, _ feeds: FeedSet
  ) throws(SystemError) -> CommandSource {
    var output: FeedPlan?
    var extra: FeedPlan?
    for plan in settings.feeds {
      if plan.kind == .descriptor {
        if plan.number == 0 { output = plan } else { extra = plan }
      } else if plan.path != FeedPlan.defaultFIFO || plan.speaks != nil {
        // What is read when nothing is said has no part in this.
        feeds.add(try plan.open(), plan)
      }
    }
    let onTerminal =
      switch settings.wrapTerminal {
      case .auto: Command.isTerminal(1) && Command.isTerminal(2)
      case .yes: true
      case .no: false
      }
    let command = try Command(words, onTerminal: onTerminal, extra: extra?.number ?? -1)
    let source = CommandSource(
      command, name: words[0], speaks: output?.speaks, matchers: settings.matchers)
    feeds.add(source, output)
    if let extra { feeds.add(try StreamSource(extra, descriptor: command.output[2]), extra) }
    return source
  }

  /// Has the caller's terminal show what the screen shows.
  func showOnTerminal() {
    guard let command, !state.phase.isOutcome else { return }
    let percent = state.fraction.map { Int(min($0, ProgressState.ceiling).billionths / 10_000_000) }
    command.showProgress(percent: percent)
  }

  /// A command is a run of unknown extent until it says more.
  func acceptCommandStart() {
    if command != nil { accept(.bytes(completed: 0, total: nil), at: clock.now) }
  }

  /// What a feed says while a command runs: all but how it ends, which its status tells.
  func acceptFromCommand(_ event: ProgressEvent, at time: Duration) {
    switch event {
    case .done(let text), .fail(let text):
      if !text.isEmpty { accept(.message(text), at: time) }
    case .cancel, .reset, .interruption: break
    default: accept(event, at: time)
    }
  }

  /// Shows how the command ended, once it has and all of its output is passed on.
  func acceptCommandEnd() {
    guard let command, command.hasEnded, let status = command.status, commandStatus == nil else {
      return
    }
    commandStatus = status
    if status == 0 {
      accept(.done(.empty), at: clock.now)
    } else {
      // People get the command's own words; support gets the status.
      accept(.code(SanitizedText(ByteString(status))), at: clock.now)
      accept(.fail(command.lastError), at: clock.now)
    }
  }
}
