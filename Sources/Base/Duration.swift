/// A time from one moment to another, or since some moment that everybody knows: nanoseconds in 64 bits, as clocks tell them.
///
/// The standard library's has attoseconds in 128 bits, which no clock has and each processor adds up in pieces. What does not fit, three
/// hundred years, is held within the range: a feed may say any time, and none of them may stop the display.
@frozen public struct Duration: BitwiseCopyable, Comparable, Sendable {
  /// How long it is.
  public var nanoseconds: Int64

  @inline(__always)
  init(_ nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// None.
  public static var zero: Duration { Duration(0) }

  /// So many nanoseconds.
  public static func nanoseconds(_ count: Int64) -> Duration { Duration(count) }

  /// So many microseconds.
  @inline(__always)
  public static func microseconds<Count: BinaryInteger>(_ count: Count) -> Duration {
    Duration(Int64(clamping: count)).multiplied(by: 1_000)
  }

  /// So many milliseconds.
  @inline(__always)
  public static func milliseconds<Count: BinaryInteger>(_ count: Count) -> Duration {
    Duration(Int64(clamping: count)).multiplied(by: 1_000_000)
  }

  /// So many seconds.
  @inline(__always)
  public static func seconds<Count: BinaryInteger>(_ count: Count) -> Duration {
    Duration(Int64(clamping: count)).multiplied(by: 1_000_000_000)
  }

  /// So many seconds, rounded to nanoseconds; none for what is no number.
  @inline(never) public static func seconds(_ count: Double) -> Duration {
    let rounded = (count * 1e9).rounded()
    // 2⁶³ itself does not fit.
    if abs(rounded) < 0x1p63 { return Duration(Int64(rounded)) }
    return rounded > 0 ? Duration(.max) : rounded < 0 ? Duration(.min) : .zero
  }

  /// The duration in seconds, rounded to a Double.
  public var seconds: Double { Double(nanoseconds) / 1e9 }

  /// The whole seconds of it, towards zero.
  public var wholeSeconds: Int64 { nanoseconds / 1_000_000_000 }

  /// How far `time` is along this duration from `start`, held within `0...1`; 1 for no duration.
  @inline(never) public func fraction(at time: Duration, from start: Duration) -> Double {
    if time >= start + self { return 1 }
    if time <= start { return 0 }
    return (time - start).seconds / seconds
  }

  /// Which one is shorter.
  public static func < (one: Duration, other: Duration) -> Bool {
    one.nanoseconds < other.nanoseconds
  }

  /// One after the other.
  @inline(never) public static func + (one: Duration, other: Duration) -> Duration {
    let (sum, isBeyond) = one.nanoseconds.addingReportingOverflow(other.nanoseconds)
    return Duration(isBeyond ? (sum < 0 ? .max : .min) : sum)
  }

  /// From one to the other.
  @inline(never) public static func - (one: Duration, other: Duration) -> Duration {
    let (rest, isBeyond) = one.nanoseconds.subtractingReportingOverflow(other.nanoseconds)
    return Duration(isBeyond ? (rest < 0 ? .max : .min) : rest)
  }

  /// Makes it longer.
  public static func += (one: inout Duration, other: Duration) { one = one + other }

  /// Makes it shorter.
  public static func -= (one: inout Duration, other: Duration) { one = one - other }

  /// So many times.
  public static func * (one: Duration, count: Int) -> Duration { one.multiplied(by: Int64(count)) }

  /// A part of it, or more.
  public static func * (one: Duration, factor: Double) -> Duration {
    .seconds(one.seconds * factor)
  }

  /// One of so many parts, towards zero.
  public static func / (one: Duration, count: Int) -> Duration {
    Duration(one.nanoseconds / Int64(count))
  }

  /// The same of parts that need not be whole.
  public static func / (one: Duration, divisor: Double) -> Duration {
    .seconds(one.seconds / divisor)
  }

  /// How many times the other one it is.
  public static func / (one: Duration, other: Duration) -> Double {
    Double(one.nanoseconds) / Double(other.nanoseconds)
  }

  @inline(never) private func multiplied(by count: Int64) -> Duration {
    let (product, isBeyond) = nanoseconds.multipliedReportingOverflow(by: count)
    return Duration(isBeyond ? ((nanoseconds < 0) == (count < 0) ? .max : .min) : product)
  }
}

/// The earlier of two times; nil is never. Allocates nothing, unlike an array of both.
@inline(never) public func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
  guard let one, let other else { return one ?? other }
  return min(one, other)
}
