public import Base

/// The one reader of a clock. Everything else is told the time.
public enum MonotonicClock {
  /// The time since the system started, without what it slept. The C function is `clock_gettime`.
  public static var now: Duration {
    @inline(never) get { SystemCall.monotonicTime() }
  }
}
