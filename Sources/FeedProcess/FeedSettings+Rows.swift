package import Base
package import Configuration

// The feed process's rows of the settings table.
extension FeedSettings {
  /// The rows, in the order of the documentation.
  package static let definitions: [SettingDefinition] =
    [match, identity] + [
      .init(
        "feed", .texts(FeedDescription.forms), .value("fifo"), scope: .notInThemes,
        help: "Feed to read: a FIFO, file, socket or descriptor; may be repeated"
      ),
      .init(
        "trusted-users", .text("UID[,UID...]"), .absent, scope: .notInThemes,
        help: "User IDs whose sockets are read, beside root and the program's own"),
      .init(
        "at-eof", .choice(of: EndOfInput.self), .value("stay"), scope: .notInThemes,
        help: "Outcome if standard input ends without one"),
      .init(
        "new-root", .text("PATH"), .absent, scope: .notInThemes,
        help: "Root for all paths after the record newroot"
      ),
      .init(
        "resume", .text("PATH"), .absent, scope: .notInThemes,
        help: "File that keeps the state for a restarted instance, below /run"
      ),
      .init(
        "history", .text("PATH"), .absent, scope: .notInThemes,
        help: "File that keeps how long runs take, to tell the time left"
      ),
      .init(
        "finish-at-full", .flag, .value("no"), scope: .notInThemes,
        help: "Treat 100 % as done; otherwise 99 % is shown until done"),
      .init(
        "monotonic", .flag, .value("no"), scope: .notInThemes,
        help: "Never move the shown progress backwards within a run"),
      .init(
        "limit-speed", .flag, .value("no"),
        help: "Take at least a second from 0 % to 100 %"),
      .init(
        "steady", .flag, .value("yes"),
        help: "Move evenly between rare records, never ahead of them"),
      .init(
        "stall-after", .number(1...86_400, unit: "seconds"), .value("10"),
        help: "Silence until a run counts as stalled"
      ),
      .init(
        "after-outcome", .choice(of: AfterOutcome.self), .value("exit"), scope: .notInThemes,
        help: "Exit after an outcome, or stay for the next run"),
      .init(
        "outcome-time", .number(0...86_400, unit: "seconds"), .value("1"),
        help: "Time that an outcome stays on the display"),
      .init(
        "wait", .text("SECONDS, forever"), .value("30"), scope: .notInThemes,
        help: "Fail if no display appears within N seconds"),
      .init(
        "on-exit", .choice(of: OnExit.self), .value("restore"), scope: .notInThemes,
        help: "Display after the end: console, last frame, black"
      ),
      .init(
        "on-exit-timeout", .text("SECONDS, forever"), .value("10"), scope: .notInThemes,
        help: "Time for a successor to take the display, seconds"),
      .init(
        "dump-folder", .text("PATH"), .value("/run/fbprogress/dump"), scope: .notInThemes,
        help: "Folder for state and frames on SIGUSR1"),
      .init(
        "mirror", .text("PATH, PORT"), .absent, scope: .notInThemes,
        help: "Serve the state: Unix socket, or TCP port of 127.0.0.1 and ::1"),
      .init(
        "record", .text("FILE"), .absent, scope: .commandLine,
        help: "Record the feed as a script, with times"),
      .init(
        "hold-at", .number(0...1e6, unit: "seconds"), .absent, scope: .commandLine,
        help: "Stop the script's clock at this time"),
      .init(
        "wrap-terminal", .choice(of: WrapTerminal.self), .value("auto"), scope: .commandLine,
        help: "wrap: give the command a terminal; auto: if there is one"
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
