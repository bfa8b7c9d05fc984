import Base
import Configuration

/// How a style's motion begins and ends.
enum StyleMotion: StaticBytes, SettingChoice {
  /// As the original animation does, with its jumps.
  case seed = "seed"
  /// Without jumps.
  case smooth = "smooth"
}
