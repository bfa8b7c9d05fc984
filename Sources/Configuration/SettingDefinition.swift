public import Base

/// A row of the settings table: name, kind, fallback and scope of a setting.
public struct SettingDefinition: Sendable {
  /// The kind of a setting's values.
  public enum Kind: Sendable {
    /// A number within a range, in a unit ("" for none).
    case number(ClosedRange<Double>, unit: StaticBytes)
    /// An integer within a range, in a unit ("" for none).
    case count(ClosedRange<Int>, unit: StaticBytes)
    /// One of several words.
    case choice([StaticBytes])
    /// Several words joined by `+`; the value is a text.
    case list([StaticBytes])
    /// Yes or no. As an option, the name alone means yes.
    case flag
    /// Any text. The word names it in help.
    case text(StaticBytes)
    /// A file. In a settings file, relative to its folder.
    case path
    /// Files separated by colons, or `none`.
    case paths
    /// Texts set one at a time; the value joins them as lines.
    case texts(StaticBytes)
    /// An opaque color, #RRGGBB, or the name of a palette color.
    case color
    /// A timing function: its name, or x1,y1,x2,y2.
    case curve
    /// An area of the screen: left, top, width and height in percent; or none.
    case box
  }

  /// The value of a setting that is not set.
  public enum Fallback: Sendable {
    /// No value; the help says what that means.
    case absent
    /// A value in the syntax of settings files.
    case value(StaticBytes)
    /// A value for each preset of the style.
    case preset(seed: StaticBytes, kiosk: StaticBytes)
    /// A color for each palette.
    case palette(light: StaticBytes, dark: StaticBytes)
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

  /// The most words of a list.
  static let listLimit = 8

  /// The first part of the name, followed by a point; empty for none. Rows with equal keys differ
  /// in it: `background.image`, `logo.image`.
  public let group: StaticBytes
  /// The rest of the name: `image`, or all of it without a group, such as `ring.cap`.
  public let key: StaticBytes
  /// The kind of its values.
  public let kind: Kind
  /// The value if it is not set.
  public let fallback: Fallback
  /// The places where it may be set.
  public let scope: Scope
  /// The help text, one line.
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

  /// The full name: group, point and key.
  public var name: ByteString {
    group.isEmpty ? ByteString(key) : ByteString(group) + "." + ByteString(key)
  }

  /// Returns whether a text is the full name.
  func isNamed(_ name: Span<UInt8>) -> Bool {
    let start = group.count
    if start == 0 { return name == key }
    return name.count > start && name.extracting(0..<start) == group
      && name[start] == UInt8(ascii: ".") && name.extracting((start + 1)..<name.count) == key
  }
}
