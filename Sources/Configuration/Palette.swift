public import Base

/// The built-in sets of palette colors.
public enum PaletteChoice: StaticBytes, SettingChoice {
  /// Dark texts on a light background.
  case light
  /// Light texts on a dark background.
  case dark
}

/// A color of the palette. Each is a setting, and its name is a value of every color setting.
public enum PaletteColor: StaticBytes, SettingChoice {
  case ground, ink, muted, accent, track, success, warning, failure
}
