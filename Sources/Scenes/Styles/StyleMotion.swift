import Base
import Configuration

/// The beginning and end of a style's motion.
enum StyleMotion: StaticBytes, SettingChoice {
  /// As in the original animation, with its jumps.
  case seed
  /// Without jumps.
  case smooth
}
