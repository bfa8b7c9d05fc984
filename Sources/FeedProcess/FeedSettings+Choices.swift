package import Base
import Configuration

/// The outcome at the end of a feed without one.
enum EndOfInput: StaticBytes, SettingChoice {
  /// Interrupted; the end of all feeds then ends the program.
  case auto
  /// Interrupted; the program continues.
  case stay
  /// Failed.
  case fail
  /// Done.
  case done
}

/// The content of the displays after the program's end.
package enum OnExit: StaticBytes, SettingChoice {
  /// The console.
  case restore
  /// The last frame, until another program shows a picture.
  case keep
  /// Black, until another program shows a picture.
  case black
}
