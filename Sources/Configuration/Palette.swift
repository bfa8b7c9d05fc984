public import Base

/// A color of the palette. Each is a setting, and its name is a value of every color setting.
public enum PaletteColor: StaticBytes, SettingChoice {
  case ground, ink, muted, accent, track, success, warning, failure
}
