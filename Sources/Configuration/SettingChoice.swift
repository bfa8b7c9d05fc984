public import Base

/// The values of a setting that takes one of several words: an enum with these words as raw values.
///
/// The words are part of the user interface. Their order has no meaning.
public protocol SettingChoice: CaseIterable, RawRepresentable, Sendable
where RawValue == StaticBytes {}

extension SettingDefinition.Kind {
  /// The kind of a setting that takes one of a choice's words.
  public static func choice<Choice: SettingChoice>(of _: Choice.Type) -> Self {
    .choice(Choice.allCases.map { $0.rawValue })
  }
}

extension Settings {
  /// Returns the value of a setting of the kind `choice`.
  ///
  /// Traps if the setting has neither value nor fallback, or if its word is none of `Choice`.
  public func choice<Choice: SettingChoice>(
    _ key: StaticBytes, of group: StaticBytes? = nil, as _: Choice.Type = Choice.self
  ) -> Choice {
    guard let choice = Choice(rawValue: word(key, of: group)) else {
      preconditionFailure("a word that its choice does not have")
    }
    return choice
  }
}
