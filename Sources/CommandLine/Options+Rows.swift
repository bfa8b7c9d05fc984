import Base
import Configuration
import LinuxSystem

// The commands' rows of the settings table.
extension Options {
  static let rows: [SettingDefinition] = [
    .init(
      "theme", .text("NAME, FOLDER, none"), .absent, scope: .notInThemes,
      help: "Theme: its name, or a folder with theme.conf"),
    .init(
      "theme-folders", .text("PATH[:PATH...]"),
      .value("/etc/fbprogress/themes:/usr/share/fbprogress/themes"), scope: .notInThemes,
      help: "Folders of themes"),
    .init(
      "log", .choice(of: LogTarget.self), .value("auto"), scope: .notInThemes,
      help: "Destination of messages; auto: the kernel log in an initramfs"
    ),
    .init(
      "verbose", .flag, .value("no"), scope: .notInThemes,
      help: "Log more"),
    .init(
      "sandbox", .choice(of: SandboxChoice.self), .value("yes"), scope: .notInThemes,
      help: "Give up rights after the start; kill: end a process that uses others"),
    .init(
      "config", .text("FILE"), .absent, scope: .commandLine,
      help: "Configuration file; default: /etc/fbprogress.conf, if present"),
    .init(
      "script", .text("FILE"), .absent, scope: .commandLine,
      help: "Play a script instead of a feed"),
    .init(
      "at", .text("T[,T...]"), .absent, scope: .commandLine,
      help: "render: times of frames, seconds; an animation has all"),
    .init(
      "background", .flag, .value("no"), scope: .commandLine,
      help: "Return once the feeds are open"),
    .init(
      "timeout", .number(0...3_600, unit: "seconds"), .value("1"), scope: .commandLine,
      help: "send: time to wait for a reader and for room"),
    .init(
      "best-effort", .flag, .value("no"), scope: .commandLine,
      help: "send: exit 0 even if the record cannot be delivered"),
    .init(
      "json", .flag, .value("no"), scope: .commandLine,
      help: "probe, doctor, config, --version: print JSON"),
    .init(
      "print-config", .flag, .value("no"), scope: .commandLine,
      help: "Print a configuration file with all defaults"),
    .init(
      "help", .flag, .value("no"), scope: .commandLine,
      help: "Print this help, or that of the command"),
    .init("version", .flag, .value("no"), scope: .commandLine, help: "Print the version"),
  ]
}

/// What the processes give up after their start.
enum SandboxChoice: StaticBytes, SettingChoice {
  case no = "no"
  /// System calls, files and capabilities that they do not need; a system call that is not in the
  /// list fails.
  case yes = "yes"
  /// The same, and such a call kills the process.
  case kill = "kill"

  var strictness: Confinement.Strictness {
    switch self {
    case .no: .off
    case .yes: .refusing
    case .kill: .killing
    }
  }
}

/// The destination of messages.
enum LogTarget: StaticBytes, SettingChoice {
  /// Standard error, or the kernel's log if no process reads standard error.
  case auto = "auto"
  case stderr = "stderr"
  case kmsg = "kmsg"
}
