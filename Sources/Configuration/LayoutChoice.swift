public import Base

/// The arrangement of a screen. `auto` selects one by the screen's shape and size.
///
/// The other names are also sections of settings files, whose settings apply only to screens with
/// this arrangement.
public enum LayoutChoice: StaticBytes, SettingChoice {
  case auto
  /// One group in the middle, texts below the animation.
  case landscape
  /// Like `landscape`, but larger, for screens that are higher than wide.
  case portrait
  /// Texts beside the animation, for very wide screens.
  case bar
  /// Texts beside the animation, for small screens.
  case small
  /// A large animation and two lines, for small square screens.
  case square
  /// The animation around the texts, for round screens.
  case round
  /// A number, a bar and one line, for screens of a few lines.
  case tiny

  /// The choice of a word; nil for `auto` and for other words.
  static func section(_ word: ByteString) -> LayoutChoice? {
    for choice in allCases where choice != .auto && word == choice.rawValue { return choice }
    return nil
  }

  /// Returns the first part of a setting's name as an arrangement, and the rest; nil for others.
  static func split(_ name: ByteString) -> (layout: LayoutChoice, rest: ByteString)? {
    guard let point = name.firstIndex(of: UInt8(ascii: ".")), let layout = section(name[0..<point])
    else { return nil }
    return (layout, name[(point + 1)..<name.count])
  }
}
