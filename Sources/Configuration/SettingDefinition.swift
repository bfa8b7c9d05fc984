public import Base

/// One row of the settings table: what may be set, how it is read, what it is when nobody sets it.
public struct SettingDefinition: Sendable {
  /// What values it takes.
  public enum Kind: Sendable {
    /// A number within a range, in a unit ("" for none).
    case number(ClosedRange<Double>, unit: StaticBytes)
    /// A whole number within a range.
    case count(ClosedRange<Int>, unit: StaticBytes)
    /// One of some words.
    case choice([StaticBytes])
    /// Some of some words, joined by `+`; a text.
    case list([StaticBytes])
    /// Yes or no; as an option, its name alone is yes.
    case flag
    /// Any text; the word stands for it in help.
    case text(StaticBytes)
    /// A file; in a file of settings counted from that one's folder.
    case path
    /// Files, with colons between them.
    case paths
    /// Texts, each given for itself; they are kept as lines of one.
    case texts(StaticBytes)
    /// An opaque colour, #RRGGBB.
    case color
    /// A timing function: its name, or x1,y1,x2,y2.
    case curve
    /// A place on the screen: left, top, width and height in percent of it; or none.
    case box
  }

  /// What it is when nobody sets it.
  public enum Fallback: Sendable {
    /// Nothing; the help says what that means.
    case absent
    /// A value, as somebody would write it.
    case value(StaticBytes)
    /// Depends on the style's preset.
    case preset(seed: StaticBytes, kiosk: StaticBytes)
  }

  /// Where it may be set; each is narrower than those before it.
  public enum Scope: Int, Sendable {
    /// In themes, in the file, and on the command lines.
    case everywhere
    /// In the file and on the command lines, since it is nothing of how things look.
    case notInThemes
    /// On the program's own command line.
    case commandLine
  }

  /// What its name begins with, and a point; empty for nothing. Rows that several things have differ in it.
  public let group: StaticBytes
  /// Its name: `ring.cap` in the file, `--ring.cap` on the command line.
  public let key: StaticBytes
  /// What values it takes.
  public let kind: Kind
  /// What it is when nobody sets it.
  public let fallback: Fallback
  /// Where it may be set.
  public let scope: Scope
  /// What it does, in a line.
  public let help: StaticBytes

  /// Creates a row.
  public init(
    _ key: StaticBytes, _ kind: Kind, _ fallback: Fallback, scope: Scope = .everywhere,
    of group: StaticBytes = "", help: StaticBytes
  ) {
    self.group = group
    (self.key, self.kind, self.fallback, self.scope) = (key, kind, fallback, scope)
    self.help = help
  }

  /// All of its name.
  public var name: ByteString {
    group.isEmpty ? ByteString(key) : ByteString(group) + "." + ByteString(key)
  }

  /// Whether a text is its name.
  func isNamed(_ name: Span<UInt8>) -> Bool {
    let start = group.count
    if start == 0 { return name == key }
    return name.count > start && name.extracting(0..<start) == group
      && name[start] == UInt8(ascii: ".") && name.extracting((start + 1)..<name.count) == key
  }
}
