import Base
import Configuration

/// A row of the settings table, as texts.
struct Row {
  /// `ring.cap`.
  let name: String
  /// A line on what it does.
  let help: String
  /// What values there are.
  let choices: String
  /// One word for them, as in usage texts; empty for a flag.
  let operand: String
  /// What it is when nobody sets it.
  let fallback: String?
  let isFlag: Bool
  /// Whether it is on when nobody sets it.
  let isOn: Bool
  /// Whether it may be given several times.
  let repeats: Bool
  let isInFile: Bool
  let values: Values

  init(_ definition: SettingDefinition) {
    name = definition.name.string
    help = "\(definition.help)"
    choices = definition.choices.string
    fallback =
      switch definition.fallback {
      case .absent: nil
      case .value(let value): "\(value)"
      case .preset(let seed, let kiosk): "\(kiosk); with the preset seed: \(seed)"
      }
    isInFile = definition.scope != .commandLine
    values = Values(definition)
    if case .flag = definition.kind { isFlag = true } else { isFlag = false }
    isOn = fallback == "yes"
    if case .texts = definition.kind { repeats = true } else { repeats = false }
    operand =
      switch definition.kind {
      case .number, .count: "number"
      case .choice: "word"
      case .list: "words"
      case .flag: ""
      case .text, .texts: "text"
      case .path: "file"
      case .paths: "files"
      case .color: "color"
      case .curve: "curve"
      case .box: "box"
      }
  }
}

/// What a shell may offer as a setting's value.
struct Values: Hashable {
  /// Where more is to be found than words.
  enum Place: Hashable {
    case nowhere, files, folders, themes, languages
  }

  var words: [String] = []
  /// Whether several words may be joined by `+`.
  var isJoined = false
  var place = Place.nowhere

  /// Learns it from a row.
  init(_ definition: SettingDefinition) {
    switch definition.kind {
    case .number, .count, .color: break
    case .choice(let choices): words = choices.map { "\($0)" }
    case .list(let choices):
      words = choices.map { "\($0)" }
      isJoined = true
    case .flag: words = ["yes", "no"]
    case .path: place = .files
    case .paths where definition.name.string.hasSuffix("folder"): place = .folders
    case .paths:
      words = ["none"]
      place = .files
    case .curve:
      words = definition.choices.string.split(separator: ", ").map(String.init)
        .filter { !$0.contains(",") && !$0.hasPrefix("or ") }
    case .box: words = ["none"]
    case .texts:
      words = Tables.protocols.map { $0.name + ":" } + ["fifo", "-"]
      place = .files
    case .text(let forms):
      // Of "auto, NAME" what is a word as it stands.
      words = "\(forms)".split(separator: ", ").map(String.init)
        .filter { $0.allSatisfy { $0.isASCII && $0.isLowercase } }
      let name = definition.name.string
      if name == "theme" {
        place = .themes
      } else if name == "locale" {
        place = .languages
      } else if name.hasSuffix("folder") || name.hasSuffix("folders") {
        place = .folders
      } else if "\(forms)".contains("PATH") || "\(forms)".contains("FILE") {
        place = .files
      }
    }
  }
}

extension ByteString {
  /// As Unicode.
  var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension DefaultStringInterpolation {
  /// Appends the program's own words as text. They have no description of their own, since the program has no strings.
  mutating func appendInterpolation(_ words: StaticBytes) {
    appendInterpolation(ByteString(words).string)
  }
}
