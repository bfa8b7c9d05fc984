import CommandLine
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

  static let common = Options.common.map(Row.init)
  static let styles = SceneStyle.all.map {
    Group(name: "\($0.name)", summary: "\($0.summary)", rows: $0.settings.map(Row.init))
  }
  static let captions = Caption.all.map {
    Group(name: "\($0.name)", summary: "\($0.summary)", rows: $0.settings.map(Row.init))
  }
  /// Every setting once: if two have the same name, the first one takes effect.
  static let all: [Row] = {
    var names: Set<String> = []
    return Options.definitions.map(Row.init).filter { names.insert($0.name).inserted }
  }()
  static let protocols = FeedProtocol.all.map { (name: "\($0.name)", summary: "\($0.summary)") }

  /// The value of a setting that is not set.
  static func fallback(_ name: String) -> String {
    all.first { $0.name == name }?.fallback ?? ""
  }

  /// The commands: name, operands, help.
  static let commands: [(name: String, operands: String, help: String)] = [
    ("wrap", "command ...", "Run a command, and show what its output tells"),
    ("render", "", "Draw a script's frames into files"),
    ("list", "", "Tell what styles and texts there are, and their settings"),
    ("probe", "", "Tell what displays there are, and what would be shown on"),
    ("doctor", "", "Check what a screen needs: a line each, ok or not, with the cure"),
    ("send", "words ...", "Put one record into the feed's FIFO"),
    ("rescue", "", "Restore the console, and remove a FIFO without reader, after SIGKILL"),
    ("check", "folder", "Check a theme: its settings, and its texts on all screens"),
    ("sheet", "", "Draw all states on all screens into one PNG"),
    (
      "plymouth", "words ...",
      "Take a call as plymouth's client does, and say it in the feed's FIFO"
    ),
  ]

  /// The first words of records.
  static let records = [
    "progress", "bytes", "step", "weights", "expect", "speed", "units", "title", "message",
    "detail",
    "paused", "resume", "next", "restart", "code", "done", "fail", "cancel", "reset", "end",
    "newroot",
    "style", "image", "log", "identity", "job", "usual",
  ]
}
