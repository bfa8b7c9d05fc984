public import Base

/// One event of a feed: the only form in which a feed's records reach the state.
public enum ProgressEvent: Equatable, Sendable {
  /// The completed fraction: of the current step, or of the whole run without steps.
  case fraction(Fraction)
  /// The completed bytes, and their total if known: of the current step, or of the whole run
  /// without steps.
  case bytes(completed: UInt64, total: UInt64?)
  /// The units in which byte counts are displayed.
  case units(ByteUnits)
  /// The start of a step: its number in `0...count` (0: none yet), the number of steps (at least
  /// 1), and its name.
  case step(number: UInt32, count: UInt32, name: SanitizedText)
  /// The relative weights of the steps, in order.
  case weights([UInt8])
  /// The names of the steps, in order, separated by semicolons.
  case plan(SanitizedText)
  /// The silence to tolerate without a stall, until the next step.
  case expect(Duration)
  /// The usual duration of the run, from its start.
  case usual(Duration)
  /// The speed that the feed reports, bytes per second.
  case speed(UInt64)
  /// The run's title, for people.
  case title(SanitizedText)
  /// The current activity, for people.
  case message(SanitizedText)
  /// The object of the activity, such as a file or a package.
  case detail(SanitizedText)
  /// Success, with a message that may be empty.
  case done(SanitizedText)
  /// Failure, with a message that may be empty.
  case fail(SanitizedText)
  /// An error code for support.
  case code(SanitizedText)
  /// A pause, with a reason that may be empty. Silence is no stall until the run resumes.
  case paused(SanitizedText)
  /// The end of a pause.
  case resumed
  /// The action that follows the outcome, for people.
  case next(SanitizedText)
  /// A restart of the system after this delay.
  case restart(Duration)
  /// An event of one job, by the job's name: one for which `Job.isOwn` holds.
  indirect case job(SanitizedText, ProgressEvent)
  /// A line of the run's log.
  case logLine(SanitizedText)
  /// A fact about the machine. An empty value removes it.
  case identity(IdentityFact)
  /// Cancellation.
  case cancel
  /// The end of the feed without an outcome.
  case interruption
  /// The start of a new run.
  case reset
  /// A change of style, by the style's name.
  case style(SanitizedText)
  /// The picture to show on success, by its path.
  case picture(SanitizedText)
}

/// The base of byte units.
public enum ByteUnits: UInt8, Equatable, Sendable {
  /// Powers of 1000: kB, MB, GB, TB.
  case decimal
  /// Powers of 1024: KiB, MiB, GiB, TiB.
  case binary
}
