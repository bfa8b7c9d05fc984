import Base
import Configuration
import Feed
import Pixels
import ProgressModel
import Scenes
import SessionProtocol

/// What the page makes its controls from, as JSON.
enum TableSheet {
  /// The settings table, styles, texts, protocols and formats.
  static var text: ByteString {
    var sheet = FactSheet(.json)
    sheet.object("studio") { sheet in
      sheet.say("version", Version.number)
      sheet.list("settings") { sheet in
        for row in SettingsTable.program.definitions {
          sheet.object("setting") { add(row, to: &$0) }
        }
      }
      sheet.list("styles") { sheet in
        for style in SceneStyle.all {
          sheet.object("style") { sheet in
            sheet.say("name", ByteString(style.name))
            sheet.say("summary", ByteString(style.summary))
          }
        }
      }
      sheet.list("texts") { sheet in
        for caption in Caption.all {
          sheet.object("text") { sheet in
            sheet.say("name", ByteString(caption.name))
            sheet.say("summary", ByteString(caption.summary))
          }
        }
      }
      sheet.list("protocols") { sheet in
        for feed in FeedProtocol.all {
          sheet.object("protocol") { sheet in
            sheet.say("name", ByteString(feed.name))
            sheet.say("summary", ByteString(feed.summary))
          }
        }
      }
    }
    return sheet.text
  }

  private static func add(_ row: SettingDefinition, to sheet: inout FactSheet) {
    sheet.say("name", row.name)
    sheet.say("help", row.help)
    sheet.say("values", row.choices)
    sheet.say("scope", scope(row.scope))
    switch row.fallback {
    case .absent: break
    case .value(let value): sheet.say("default", value)
    case .preset(let seed, let kiosk):
      sheet.say("seed", seed)
      sheet.say("kiosk", kiosk)
    case .palette(let light, let dark):
      sheet.say("light", light)
      sheet.say("dark", dark)
    }
    switch row.kind {
    case .number(let range, let unit):
      sheet.say("kind", "number")
      add(range.lowerBound, range.upperBound, unit, to: &sheet)
    case .count(let range, let unit):
      sheet.say("kind", "count")
      add(range.lowerBound, range.upperBound, unit, to: &sheet)
    case .choice(let words): add("choice", words, to: &sheet)
    case .list(let words): add("list", words, to: &sheet)
    case .flag: sheet.say("kind", "flag")
    case .text: sheet.say("kind", "text")
    case .path: sheet.say("kind", "path")
    case .paths: sheet.say("kind", "paths")
    case .texts: sheet.say("kind", "texts")
    case .color: sheet.say("kind", "color")
    case .curve: sheet.say("kind", "curve")
    case .box: sheet.say("kind", "box")
    }
  }

  private static func scope(_ scope: SettingDefinition.Scope) -> ByteString {
    switch scope {
    case .everywhere: "theme"
    case .notInThemes: "file"
    case .commandLine: "line"
    }
  }

  private static func add(
    _ kind: ByteString, _ words: [ByteString], to sheet: inout FactSheet
  ) {
    sheet.say("kind", kind)
    sheet.list("words") { sheet in
      for word in words { sheet.object("word") { $0.say("word", word) } }
    }
  }

  /// Adds a range, in thousandths, since a sheet has integers only.
  private static func add(
    _ least: Double, _ most: Double, _ unit: ByteString, to sheet: inout FactSheet
  ) {
    sheet.say("least", Int64((least * 1_000).rounded()))
    sheet.say("most", Int64((most * 1_000).rounded()))
    sheet.say("unit", unit)
  }
}

extension Panel {
  /// The state at a session time as JSON, for the page's own words.
  func facts(at time: Duration) -> ByteString {
    let state = state(at: time).state
    var sheet = FactSheet(.json)
    sheet.object("state") { sheet in
      sheet.say("phase", Int(state.phase.rawValue))
      // As the panel's number: the truth at once, rounded down.
      sheet.say("thousandths", Int((state.fraction?.value ?? 0) * 1_000 + 1e-5))
      sheet.say("known", state.fraction != nil)
      sheet.say("paused", state.pausedAt != nil)
      sheet.say("title", state.title.utf8)
      sheet.say("message", state.message.utf8)
    }
    return sheet.text
  }
}
