import CommandLine
import Feed
import Scenes

/// What the program's own tables hold, and what no table of its has.
enum Tables {
  /// What has settings of its own.
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
  /// Every setting once: of two of one name the first is the one that is set.
  static let all: [Row] = {
    var names: Set<String> = []
    return Options.definitions.map(Row.init).filter { names.insert($0.name).inserted }
  }()
  static let protocols = FeedProtocol.all.map { (name: "\($0.name)", summary: "\($0.summary)") }

  /// What a setting is when nobody sets it.
  static func fallback(_ name: String) -> String {
    all.first { $0.name == name }?.fallback ?? ""
  }

  /// The commands: their words, what follows them, what they do.
  static let commands: [(name: String, operands: String, help: String)] = [
    ("wrap", "command ...", "Run a command, and show what its output tells"),
    ("render", "", "Draw a script's frames into files"),
    ("list", "", "Tell what styles and texts there are, and their settings"),
    ("probe", "", "Tell what displays there are, and what would be shown on"),
    ("send", "words ...", "Put one record into the feed's FIFO"),
    ("rescue", "", "Restore the console, and remove a FIFO without reader, after SIGKILL"),
    ("check", "folder", "Tell what is wrong with a theme"),
    (
      "plymouth", "words ...",
      "Take a call as plymouth's client does, and say it in the feed's FIFO"
    ),
  ]

  /// The words that records begin with.
  static let records = [
    "progress", "bytes", "step", "weights", "expect", "speed", "title", "message", "detail", "done",
    "fail", "cancel", "reset", "style", "image",
  ]
}
