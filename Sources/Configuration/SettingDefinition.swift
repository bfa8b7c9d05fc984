public import Base

/// A setting: name, kind, fallback, scope and help.
public struct SettingDefinition: Sendable {
  /// The kind of a setting's values.
  public enum Kind: Sendable {
    /// A number within a range, in a unit (empty for none).
    case number(ClosedRange<Double>, unit: ByteString)
    /// An integer within a range, in a unit (empty for none).
    case count(ClosedRange<Double>, unit: ByteString)
    /// One of several words.
    case choice([ByteString])
    /// Several words joined by `+`; the value is a text.
    case list([ByteString])
    /// Yes or no. As an option, the name alone means yes.
    case flag
    /// Any text. The word names it in help.
    case text(StaticText)
    /// A file. In a settings file, relative to its folder.
    case path
    /// Files separated by colons, or `none`.
    case paths
    /// Texts set one at a time; the value joins them as lines.
    case texts(StaticText)
    /// An opaque color, #RRGGBB, or the name of a palette color.
    case color
    /// A timing function: its name, or x1,y1,x2,y2.
    case curve
    /// An area of the screen: left, top, width and height in percent; or none.
    case box
  }

  /// The value of a setting that is not set.
  public enum Fallback: Sendable {
    /// No value; the help describes the effect.
    case absent
    /// A value in the syntax of settings files.
    case value(ByteString)
    /// A value for each preset of the style.
    case preset(seed: ByteString, kiosk: ByteString)
    /// A color for each palette.
    case palette(light: ByteString, dark: ByteString)
  }

  /// The places where a setting may be set, from the widest scope to the narrowest.
  public enum Scope: Int, Sendable {
    /// In themes, in settings files and on the command line.
    case everywhere
    /// In settings files and on the command line: the setting does not concern appearance.
    case notInThemes
    /// On the command line only.
    case commandLine
  }

  /// The full name, such as `ring.cap`.
  public let name: ByteString
  /// The kind of its values.
  public let kind: Kind
  /// The value if it is not set.
  public let fallback: Fallback
  /// The places where it may be set.
  public let scope: Scope
  /// The help text, one line.
  public let help: ByteString

  /// The allowed values, for errors and help: "a number from 0.1 to 100, pt".
  public var choices: ByteString { kind.choices }

  /// Reads a row of a table.
  @inline(never) init(_ row: SettingsTable.Row) {
    (name, help, scope, kind) = (row.name, row.help, row.scope, Kind(row.form))
    fallback =
      row.fallbacks.map { first, second in
        guard let second = second?.bytes else { return .value(first.bytes) }
        return row.section.count == 0
          ? .palette(light: first.bytes, dark: second) : .preset(seed: second, kiosk: first.bytes)
      } ?? .absent
  }
}

extension SettingDefinition.Kind {
  /// Parses a kind's name and its words. Traps for others: a table is part of the program.
  @inline(never) init(_ form: StaticText) {
    let blank = form.firstIndex(of: 0x20, from: 0)
    let name = form[0..<blank]
    let rest = form[min(blank + 1, form.count)..<form.count]
    var words: [ByteString] { rest.bytes.split(at: 0x20) }
    if name == "number" || name == "count" {
      let words = words
      let bounds = words[0..<2].map { DecimalNumber($0.bytes.span)?.doubleValue ?? 0 }
      let (range, unit) = (bounds[0]...bounds[1], Array(words.dropFirst(2)).joined(by: " "))
      self = name == "number" ? .number(range, unit: unit) : .count(range, unit: unit)
    } else if name == "choice" {
      self = .choice(words)
    } else if name == "list" {
      self = .list(words.filter { !Traits.lacks($0) })
    } else if name == "text" {
      self = .text(rest)
    } else if name == "texts" {
      self = .texts(rest)
    } else {
      let others: [(name: StaticBytes, kind: Self)] = [
        ("flag", .flag), ("path", .path), ("paths", .paths), ("color", .color), ("curve", .curve),
        ("box", .box),
      ]
      guard let other = others.first(where: { name == $0.name }) else {
        preconditionFailure("no such kind")
      }
      self = other.kind
    }
  }
}
