public import Base

/// A set of fallbacks for the settings of a style.
public enum StylePreset: StaticBytes, SettingChoice {
  /// The values of the original animation.
  case seed = "seed"
  /// Values for a display viewed from a distance.
  case kiosk = "kiosk"
}
