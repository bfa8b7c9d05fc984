import Base
import Configuration

/// A row of the settings table, as text.
struct Row {
  /// The key with its group, such as `ring.cap`.
  let name: String
  /// A line about its effect.
  let help: String
  /// The possible values.
  let choices: String
  /// A word for the value in usage texts; empty for a flag.
  let operand: String
  /// The value without a setting; nil for none.
  let fallback: String?
  /// Whether the setting is a flag.
  let isFlag: Bool
  /// Whether a flag is on without a setting.
  let isOn: Bool
  /// Whether the setting may be given several times.
  let repeats: Bool
  /// Whether configuration files may contain the setting.
  let isInFile: Bool
  /// The values that a shell offers.
  let values: Values

  init(_ definition: SettingDefinition) {
    name = definition.name.string
    help = definition.help.string
    choices = definition.choices.string
    fallback =
      switch definition.fallback {
      case .absent: nil
      case .value(let value): value.string
      case .preset(let seed, let kiosk): "\(kiosk.string); with the preset seed: \(seed.string)"
      case .palette(let light, let dark): "\(light.string); with the palette dark: \(dark.string)"
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

/// The values that a shell offers for a setting.
struct Values: Hashable {
  /// The kind of names that complete a value, apart from words.
  enum Place: Hashable {
    case nowhere, files, folders, themes, languages
  }

  var words: [String] = []
  /// Whether several words may be joined by `+`.
  var isJoined = false
  var place = Place.nowhere

  /// Derives the values from a row.
  init(_ definition: SettingDefinition) {
    switch definition.kind {
    case .number, .count, .color: break
    case .choice(let choices): words = choices.map(\.string)
    case .list(let choices):
      words = choices.map(\.string)
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
      // Only literal words: of "auto, NAME" the word auto.
      words = forms.bytes.string.split(separator: ", ").map(String.init)
        .filter { $0.allSatisfy { $0.isASCII && $0.isLowercase } }
      let name = definition.name.string
      if name == "theme" {
        place = .themes
      } else if name == "locale" {
        place = .languages
      } else if name.hasSuffix("folder") || name.hasSuffix("folders") {
        place = .folders
      } else if forms.bytes.string.contains("PATH") || forms.bytes.string.contains("FILE") {
        place = .files
      }
    }
  }
}

extension ByteString {
  /// The text as a `String`.
  var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension DefaultStringInterpolation {
  /// Appends a static text. `StaticBytes` has no description, since the program has no strings.
  mutating func appendInterpolation(_ words: StaticBytes) {
    appendInterpolation(ByteString(words).string)
  }
}
