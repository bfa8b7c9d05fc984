public import Base

/// One thing that a feed says: the narrow waist between feeds and everything else.
public enum ProgressEvent: Equatable, Sendable {
  /// This part is there: of the step that runs, or of the whole where there are no steps.
  case fraction(Fraction)
  /// So many bytes are there, of a total that may be unknown; of the step, where there are steps.
  case bytes(completed: UInt64, total: UInt64?)
  /// The units that the feed counts bytes in.
  case units(ByteUnits)
  /// A step begins: its number in `0...count`, 0 for none yet; how many there are, at least 1; its name.
  case step(number: UInt32, count: UInt32, name: SanitizedText)
  /// What part of the whole each step is, beside the others, in order.
  case weights([UInt8])
  /// Silence of so long is fine until the next step.
  case expect(Duration)
  /// So many bytes come in a second, as the feed has it.
  case speed(UInt64)
  /// What this is all about, for people.
  case title(SanitizedText)
  /// What is going on, for people.
  case message(SanitizedText)
  /// What exactly is going on: a file, a package.
  case detail(SanitizedText)
  /// All went well.
  case done(SanitizedText)
  /// It went wrong.
  case fail(SanitizedText)
  /// A code that tells support what went wrong.
  case code(SanitizedText)
  /// The run pauses, for a reason that may be empty. Silence is fine until it goes on.
  case paused(SanitizedText)
  /// The run goes on.
  case resumed
  /// What comes behind the outcome, for people.
  case next(SanitizedText)
  /// The system restarts in so long.
  case restart(Duration)
  /// Somebody called it off.
  case cancel
  /// The feed ended and never said how it went.
  case interruption
  /// A new run begins.
  case reset
  /// Show another style, by name.
  case style(SanitizedText)
  /// Show this picture when done: a path.
  case picture(SanitizedText)
}

/// How units of bytes count.
public enum ByteUnits: UInt8, Equatable, Sendable {
  /// By 1000: kB, MB, GB, TB.
  case decimal
  /// By 1024: KiB, MiB, GiB, TiB.
  case binary
}
