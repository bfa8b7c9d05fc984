public import Base
import CLinux

/// The only reader of a clock. All other code receives times as arguments.
public enum MonotonicClock {
  /// The time since boot, without suspended time. The C function is `clock_gettime` with
  /// `CLOCK_MONOTONIC`.
  public static var now: Duration {
    @inline(never) get { .nanoseconds(linux_monotonic_time()) }
  }

  /// The time that the system was suspended since boot, to some microseconds: the lead of
  /// `CLOCK_BOOTTIME`.
  public static var suspendedTime: Duration { .nanoseconds(linux_suspended_time()) }
}
