package import Base
package import Configuration

// The feed process's rows of the settings table.
extension FeedSettings {
  /// The rows, in the order of the documentation.
  package static let definitions: [SettingDefinition] =
    [match] + [
      .init(
        "feed", .texts(FeedPlan.forms), .value("fifo"), scope: .notInThemes,
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
        "finish-at-full", .flag, .value("no"), scope: .notInThemes,
        help: "Treat 100 % as done; otherwise 99 % is shown until done"),
      .init(
        "monotonic", .flag, .value("no"), scope: .notInThemes,
        help: "Never move the shown progress backwards within a run"),
      .init(
        "limit-speed", .flag, .value("no"),
        help: "Take at least a second from 0 % to 100 %"),
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

/// What the end of standard input without an outcome means.
enum EndOfInput: StaticBytes, SettingChoice {
  /// The run was interrupted.
  case stay = "stay"
  /// It failed.
  case fail = "fail"
  /// It is done.
  case done = "done"
}

/// What the display shows after the end.
package enum OnExit: StaticBytes, SettingChoice {
  /// The console.
  case restore = "restore"
  /// The last frame, until another program shows something.
  case keep = "keep"
  /// Nothing.
  case black = "black"
}

/// What follows an outcome.
enum AfterOutcome: StaticBytes, SettingChoice {
  /// The program ends.
  case exit = "exit"
  /// It waits for a reset.
  case stay = "stay"
}

/// Whether a wrapped command gets a terminal for its output.
enum WrapTerminal: StaticBytes, SettingChoice {
  /// If this program has one.
  case auto = "auto"
  case yes = "yes"
  case no = "no"
}
