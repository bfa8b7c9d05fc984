/// One thing that a feed says: the narrow waist between feeds and everything else.
public enum ProgressEvent: Equatable, Sendable {
  /// This part of the whole is there.
  case fraction(Fraction)
  /// So many bytes are there, of a total that may be unknown.
  case bytes(completed: UInt64, total: UInt64?)
  /// What is going on, for people.
  case message(ProgressText)
  /// All went well.
  case done(ProgressText)
  /// It went wrong.
  case fail(ProgressText)
  /// Somebody called it off.
  case cancel
  /// The feed ended and never said how it went.
  case interruption
  /// A new run begins.
  case reset
  /// Show another style, by name.
  case style(ProgressText)
  /// Show this picture when done: a path.
  case picture(ProgressText)
}
