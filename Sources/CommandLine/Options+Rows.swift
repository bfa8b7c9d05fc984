import Base
import Configuration

// The commands' rows of the settings table.
extension Options {
  static let rows: [SettingDefinition] = [
    .init(
      "theme", .text("NAME, FOLDER, none"), .absent, scope: .notInThemes,
      help:
        "A folder with a file theme.conf of settings, over which all others win, and its pictures"),
    .init(
      "theme-folders", .text("PATH[:PATH...]"),
      .value("/etc/fbprogress/themes:/usr/share/fbprogress/themes"), scope: .notInThemes,
      help: "Where themes are"),
    .init(
      "log", .choice(of: LogTarget.self), .value("auto"), scope: .notInThemes,
      help:
        "Where it says what goes wrong; auto: the kernel's log where nobody reads standard error, as in an initramfs"
    ),
    .init(
      "verbose", .flag, .value("no"), scope: .notInThemes,
      help: "Whether to say what is going on"),
    .init(
      "config", .text("FILE"), .absent, scope: .commandLine,
      help: "The configuration file; otherwise /etc/fbprogress.conf, if it is there"),
    .init(
      "script", .text("FILE"), .absent, scope: .commandLine,
      help: "Play a script instead of reading a feed"),
    .init(
      "at", .text("T[,T...]"), .absent, scope: .commandLine,
      help: "render: the times to show, seconds; an animation shows all"),
    .init(
      "background", .flag, .value("no"), scope: .commandLine,
      help: "Return once the feeds are open, and show them in a process of its own"),
    .init(
      "timeout", .number(0...3_600, unit: "seconds"), .value("1"), scope: .commandLine,
      help: "send: how long to wait for a reader and for room in the FIFO"),
    .init(
      "quiet-if-nobody", .flag, .value("no"), scope: .commandLine,
      help: "send: exit 0 even if the record cannot be delivered; wait for no reader"),
    .init(
      "json", .flag, .value("no"), scope: .commandLine,
      help: "probe, --version: print JSON instead of lines"),
    .init(
      "print-config", .flag, .value("no"), scope: .commandLine,
      help: "Print the configuration file that changes nothing, and exit"),
    .init("help", .flag, .value("no"), scope: .commandLine, help: "Print this, and exit"),
    .init("version", .flag, .value("no"), scope: .commandLine, help: "Print the version, and exit"),
  ]
}

/// The destination of messages.
enum LogTarget: StaticBytes, SettingChoice {
  /// Standard error, or the kernel's log if no process reads standard error.
  case auto = "auto"
  case stderr = "stderr"
  case kmsg = "kmsg"
}
