import CommandLine
import Configuration
import Feed
import Scenes

/// The program's tables as text, and lists that the program has no table for.
enum Tables {
  /// A style or caption with its own settings.
  struct Group {
    let name: String
    let summary: String
    let rows: [Row]
  }

  static let common = SettingsTable.program.common.map(Row.init)
  static let styles = SceneStyle.all.map {
    Group(name: "\($0.name)", summary: "\($0.summary)", rows: $0.settings.map(Row.init))
  }
  static let captions = Caption.all.map {
    Group(name: "\($0.name)", summary: "\($0.summary)", rows: $0.settings.map(Row.init))
  }
  static let all = SettingsTable.program.definitions.map(Row.init)
  static let protocols = FeedProtocol.all.map { (name: "\($0.name)", summary: "\($0.summary)") }

  /// The value of a setting that is not set.
  static func fallback(_ name: String) -> String {
    all.first { $0.name == name }?.fallback ?? ""
  }

  /// The commands: name, operands, help.
  static let commands = ProgramCommand.all.map {
    (
      name: "\($0.name)",
      operands: "\($0.operands)".lowercased().replacing("...", with: " ..."), help: "\($0.help)"
    )
  }

  /// The first words of records.
  static let records = [
    "progress", "bytes", "step", "weights", "expect", "speed", "units", "title", "message",
    "detail",
    "paused", "resume", "next", "restart", "code", "done", "fail", "cancel", "reset", "end",
    "newroot", "deactivate", "reactivate",
    "style", "image", "log", "identity", "job", "usual",
  ]
}
