public import Base

/// The only reader of a clock. All other code receives times as arguments.
public enum MonotonicClock {
  /// The time since boot, without suspended time. The C function is `clock_gettime` with
  /// `CLOCK_MONOTONIC`.
  public static var now: Duration {
    @inline(never) get { SystemCall.monotonicTime() }
  }
}
