public import Base

/// The values of a setting that takes one of several words: an enum with these words as raw values.
///
/// The words are part of the user interface. Their order has no meaning.
public protocol SettingChoice: CaseIterable, RawRepresentable, Sendable
where RawValue == StaticBytes {}
