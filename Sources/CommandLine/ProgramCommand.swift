package import Base
import Configuration

/// A command of the program. The table serves `--help`, the manual page and completions.
package struct ProgramCommand: Sendable {
  package let name: StaticBytes
  package let operands: StaticBytes
  /// A one-line description.
  package let help: StaticBytes
  /// The settings that belong to it most, for `help NAME`, with blanks between them.
  let settings: StaticBytes

  private init(
    _ name: StaticBytes, _ operands: StaticBytes, _ help: StaticBytes,
    settings: StaticBytes = ""
  ) {
    (self.name, self.operands, self.help, self.settings) = (name, operands, help, settings)
  }

  /// Returns whether a command is one of fbprogress-desk alone.
  static func isOfDesk(_ name: ByteString) -> Bool {
    name == "render" || name == "list" || name == "check" || name == "sheet"
  }

  /// Every command, in the order of the help.
  package static let all: [ProgramCommand] = [
    .init(
      "wrap", "COMMAND...", "Run a command, and show the progress that it prints",
      settings: "feed wrap-terminal style theme outcome-time on-exit"),
    .init(
      "render", "", "Draw a script's frames into files (in fbprogress-desk)",
      settings: "script output at size fps style theme image locale"),
    .init(
      "list", "[themes]", "List styles, texts, their options; themes (in fbprogress-desk)",
      settings: "theme-folders"),
    .init("probe", "", "Report cards, displays and framebuffers", settings: "device output json"),
    .init(
      "doctor", "", "Check what a screen needs, with cures", settings: "config theme json"),
    .init(
      "config", "", "Print each setting that applies, and its source",
      settings: "config theme json"),
    .init(
      "send", "RECORD", "Write a record, or those of standard input (-), into the feed's FIFO",
      settings: "feed timeout best-effort"),
    .init(
      "status", "", "Print what the screen shows now",
      settings: "status json follow field timeout"),
    .init("rescue", "", "Restore the console after SIGKILL, remove unread FIFOs"),
    .init(
      "plymouth", "ARGUMENTS...", "Replace plymouth's client (also as a link of that name)"),
    .init("check", "FOLDER", "Check a theme on all screens (in fbprogress-desk)"),
    .init(
      "sheet", "", "Draw all states into one PNG (in fbprogress-desk)",
      settings: "output size layout theme locale"),
    .init("help", "[COMMAND]", "Print this help, or that of a command"),
  ]

  /// Whether the command has a form in JSON.
  var printsJSON: Bool {
    ByteString(settings).split(at: UInt8(ascii: " ")).contains { $0 == "json" }
  }

  /// Returns the command of a name.
  static func named(_ name: ByteString) throws(ConfigurationError) -> ProgramCommand {
    for command in all where name == command.name { return command }
    var names = ByteString()
    for command in all { names.append(command.name, after: ", ") }
    throw ConfigurationError(
      "unknown command '" + name + "'"
        + (name.suggestion(among: all.map { ByteString($0.name) })
          ?? "; use " + names + ", or none to show a feed"))
  }
}
