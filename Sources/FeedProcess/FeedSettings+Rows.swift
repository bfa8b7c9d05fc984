package import Base
package import Configuration

// The feed process's rows of the settings table.
extension FeedSettings {
  /// The rows, in the order of the documentation.
  package static let definitions: [SettingDefinition] =
    [match] + [
      .init(
        "feed", .texts(FeedPlan.forms), .value("fifo"), scope: .notInThemes,
        help:
          "What is read: a FIFO made at /run/fbprogress/feed or at PATH, what is there, what systemd listens at, standard input; may be given again"
      ),
      .init(
        "trusted-users", .text("UID[,UID...]"), .absent, scope: .notInThemes,
        help: "Users beside root and the program's own whose sockets are read"),
      .init(
        "at-eof", .choice(of: EndOfInput.self), .value("stay"), scope: .notInThemes,
        help: "What standard input's end means when no outcome was said before it"),
      .init(
        "new-root", .text("PATH"), .absent, scope: .notInThemes,
        help: "The folder that all paths lie in from when the feed says newroot, before switch_root"
      ),
      .init(
        "resume", .text("PATH"), .absent, scope: .notInThemes,
        help:
          "A file that keeps what is known, below /run: who is started again goes on with it; removed at the end"
      ),
      .init(
        "finish-at-full", .flag, .value("no"), scope: .notInThemes,
        help: "Whether 100 % is an outcome; otherwise at most 99 % is shown until done is said"),
      .init(
        "monotonic", .flag, .value("no"), scope: .notInThemes,
        help: "Whether what is shown never goes back within a run, whatever the feed says"),
      .init(
        "limit-speed", .flag, .value("no"),
        help: "Whether what is shown takes a second for the whole way, so that a jump can be seen"),
      .init(
        "stall-after", .number(1...86_400, unit: "seconds"), .value("10"),
        help: "How long without news a run counts as stalled, unless news are usually further apart"
      ),
      .init(
        "after-outcome", .choice(of: AfterOutcome.self), .value("exit"), scope: .notInThemes,
        help: "What to do once an outcome has been seen; a service stays, and takes a reset"),
      .init(
        "outcome-time", .number(0...86_400, unit: "seconds"), .value("1"),
        help: "How long an outcome is seen, after it has played"),
      .init(
        "wait", .text("SECONDS, forever"), .value("30"), scope: .notInThemes,
        help: "How long to wait for a display to come"),
      .init(
        "on-exit", .choice(of: OnExit.self), .value("restore"), scope: .notInThemes,
        help:
          "What the display shows after the end: the console; the last picture, or nothing, until another program shows one"
      ),
      .init(
        "on-exit-timeout", .text("SECONDS, forever"), .value("10"), scope: .notInThemes,
        help: "How long to wait for that other program; then the console is given back"),
      .init(
        "dump-folder", .text("PATH"), .value("/run/fbprogress/dump"), scope: .notInThemes,
        help: "Where it writes its state, what it sees and a picture when it gets SIGUSR1"),
      .init(
        "record", .text("FILE"), .absent, scope: .commandLine,
        help: "Write what the feed says, with its times, as a script that render shows again"),
      .init(
        "hold-at", .number(0...1e6, unit: "seconds"), .absent, scope: .commandLine,
        help: "Stop the script's clock at exactly this time, and stay"),
      .init(
        "wrap-terminal", .choice(of: WrapTerminal.self), .value("auto"), scope: .commandLine,
        help:
          "wrap: whether the command prints to a terminal rather than to pipes; auto: where this program does"
      ),
    ]
}

/// The outcome at the end of standard input without one.
enum EndOfInput: StaticBytes, SettingChoice {
  /// Interrupted; the program continues.
  case stay = "stay"
  /// Failed.
  case fail = "fail"
  /// Done.
  case done = "done"
}

/// The content of the displays after the program's end.
package enum OnExit: StaticBytes, SettingChoice {
  /// The console.
  case restore = "restore"
  /// The last frame, until another program shows a picture.
  case keep = "keep"
  /// Black, until another program shows a picture.
  case black = "black"
}

/// The program's behavior after an outcome.
enum AfterOutcome: StaticBytes, SettingChoice {
  /// End after the time for the outcome.
  case exit = "exit"
  /// Continue, and wait for a reset.
  case stay = "stay"
}

/// Whether the output of a wrapped command is a terminal.
enum WrapTerminal: StaticBytes, SettingChoice {
  /// A terminal if this program's own standard output and standard error are one.
  case auto = "auto"
  /// Always a terminal.
  case yes = "yes"
  /// Always pipes.
  case no = "no"
}
