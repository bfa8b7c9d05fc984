/// A time span, or a point in time as the span since a known origin: nanoseconds in 64 bits, as
/// clocks report it.
///
/// The standard library's type has attoseconds in 128 bits: no clock has that resolution, and every
/// processor adds it in several instructions. Arithmetic saturates at the range's ends, about ±292
/// years: a feed may name any time, and none may stop the display.
@frozen public struct Duration: BitwiseCopyable, Comparable, Sendable {
  /// The length in nanoseconds.
  public var nanoseconds: Int64

  @inline(__always)
  init(_ nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The empty duration.
  public static var zero: Duration { Duration(0) }

  /// Creates a duration from nanoseconds.
  public static func nanoseconds(_ count: Int64) -> Duration { Duration(count) }

  /// Creates a duration from microseconds; saturates.
  @inline(__always)
  public static func microseconds<Count: BinaryInteger>(_ count: Count) -> Duration {
    Duration(Int64(clamping: count)).multiplied(by: 1_000)
  }

  /// Creates a duration from milliseconds; saturates.
  @inline(__always)
  public static func milliseconds<Count: BinaryInteger>(_ count: Count) -> Duration {
    Duration(Int64(clamping: count)).multiplied(by: 1_000_000)
  }

  /// Creates a duration from seconds; saturates.
  @inline(__always)
  public static func seconds<Count: BinaryInteger>(_ count: Count) -> Duration {
    Duration(Int64(clamping: count)).multiplied(by: 1_000_000_000)
  }

  /// Creates a duration from seconds, rounded to nanoseconds; saturates. NaN gives zero.
  @inline(never) public static func seconds(_ count: Double) -> Duration {
    let rounded = (count * 1e9).rounded()
    // 2⁶³ itself does not fit.
    if abs(rounded) < 0x1p63 { return Duration(Int64(rounded)) }
    return rounded > 0 ? Duration(.max) : rounded < 0 ? Duration(.min) : .zero
  }

  /// The duration in seconds, rounded to a Double.
  public var seconds: Double { Double(nanoseconds) / 1e9 }

  /// The duration in whole seconds, rounded toward zero.
  public var wholeSeconds: Int64 { nanoseconds / 1_000_000_000 }

  /// Returns the elapsed fraction of this duration at `time` if it began at `start`, in `0...1`. A
  /// zero duration gives 0 before `start` and 1 from `start` on.
  @inline(never) public func fraction(at time: Duration, from start: Duration) -> Double {
    if time >= start + self { return 1 }
    if time <= start { return 0 }
    return (time - start).seconds / seconds
  }

  /// Orders durations by length, negative ones first.
  public static func < (one: Duration, other: Duration) -> Bool {
    one.nanoseconds < other.nanoseconds
  }

  /// Adds two durations; saturates.
  @inline(never) public static func + (one: Duration, other: Duration) -> Duration {
    let (sum, isBeyond) = one.nanoseconds.addingReportingOverflow(other.nanoseconds)
    return Duration(isBeyond ? (sum < 0 ? .max : .min) : sum)
  }

  /// Subtracts a duration; saturates.
  @inline(never) public static func - (one: Duration, other: Duration) -> Duration {
    let (rest, isBeyond) = one.nanoseconds.subtractingReportingOverflow(other.nanoseconds)
    return Duration(isBeyond ? (rest < 0 ? .max : .min) : rest)
  }

  /// Adds a duration in place; saturates.
  public static func += (one: inout Duration, other: Duration) { one = one + other }

  /// Subtracts a duration in place; saturates.
  public static func -= (one: inout Duration, other: Duration) { one = one - other }

  /// Multiplies a duration by an integer; saturates.
  public static func * (one: Duration, count: Int) -> Duration { one.multiplied(by: Int64(count)) }

  /// Multiplies a duration by a factor, rounded to nanoseconds; saturates.
  public static func * (one: Duration, factor: Double) -> Duration {
    .seconds(one.seconds * factor)
  }

  /// Divides a duration by an integer, rounded toward zero. Traps for 0.
  public static func / (one: Duration, count: Int) -> Duration {
    Duration(one.nanoseconds / Int64(count))
  }

  /// Divides a duration by a number, rounded to nanoseconds; saturates.
  public static func / (one: Duration, divisor: Double) -> Duration {
    .seconds(one.seconds / divisor)
  }

  /// Divides two durations: their ratio, without a unit.
  public static func / (one: Duration, other: Duration) -> Double {
    Double(one.nanoseconds) / Double(other.nanoseconds)
  }

  @inline(never) private func multiplied(by count: Int64) -> Duration {
    let (product, isBeyond) = nanoseconds.multipliedReportingOverflow(by: count)
    return Duration(isBeyond ? ((nanoseconds < 0) == (count < 0) ? .max : .min) : product)
  }
}

/// Returns the earlier of two times; nil stands for never. Allocates nothing, unlike an array of
/// both.
@inline(never) public func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}
