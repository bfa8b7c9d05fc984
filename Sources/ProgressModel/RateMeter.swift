/// The rate at which an amount grows: work per time, with older changes weighing less.
///
/// At each change, dt seconds after the one before, both sums are multiplied by m / (m + dt). Then
/// the change is added to the work and dt to the time; the rate is work / time. The memory m is 20
/// s, or eight times the usual interval between changes if that is longer, so neither bursts nor
/// coarse steps make the rate jump. Growth in the first second is ignored, since a resumed download
/// starts with it. A decrease sets a new baseline and counts as no work.
public struct RateMeter: Equatable, Sendable {
  // Times are seconds of the session's clock. The newest amount is below 0 for none.
  private var (amount, began, changed, work, time) = (-1.0, 0.0, 0.0, 0.0, 0.0)
  /// The usual interval between changes that are no burst, seconds; 0 before it is known.
  private(set) var gap = 0.0

  /// All of it, for the wire.
  var values: SIMD8<Double> {
    get { [amount, began, changed, work, time, gap, 0, 0] }
    set {
      (amount, began, changed) = (newValue[0], newValue[1], newValue[2])
      (work, time, gap) = (newValue[3], newValue[4], newValue[5])
    }
  }

  /// The interval below which two changes belong to one burst, seconds.
  static let burst = 0.25
  /// The least observed time before a rate is known, seconds.
  static let patience = 2.0

  /// Records an amount at a time in seconds of the session's clock.
  ///
  /// - Returns: whether the rate may have changed. False for an unchanged or smaller amount and in
  ///   the first second.
  @inline(never) mutating func note(_ new: Double, at now: Double) -> Bool {
    let old = amount
    if old < 0 {
      (amount, began, changed) = (new, now, now)
      return false
    }
    if new == old { return false }
    amount = new
    let passed = max(0, now - changed)
    changed = now
    if new < old || now - began < 1 { return false }
    if passed >= Self.burst { gap += gap == 0 ? passed : (passed - gap) / 8 }
    let memory = max(20, 8 * gap)
    let kept = memory / (memory + passed)
    work = min(work * kept + (new - old), 1e19)
    time = time * kept + passed
    return true
  }

  /// Returns the growth per second; nil until enough is known.
  ///
  /// - Parameter now: seconds of the session's clock; silence beyond the usual interval counts as
  ///   time without work. Nil ignores the silence.
  @inline(never) func rate(at now: Double? = nil) -> Double? {
    if time < Self.patience || work <= 0 { return nil }
    return work / (time + max(0, (now ?? changed) - changed - gap))
  }
}

/// The displayed estimate of the time left, smoothed: it changes slowly and never falls below 1 s.
///
/// A change of the fraction f sets the goal (1 - f) / rate. Let d be the estimate displayed at that
/// change. After s more seconds the estimate is the goal - s, but at least s / 5, so that an
/// overdue estimate grows again. It is then clamped between the lesser of d / (1 + 0.22 s) and d -
/// s, and d (1 + 0.18 s), and to at least 1.
public struct TimeLeft: Equatable, Sendable {
  // The last change, in seconds: the displayed estimate (below 0: none), the goal, the time.
  var values: SIMD4<Double> = [-1, 0, 0, 0]

  /// Whether an estimate exists.
  var isKnown: Bool { values[0] >= 0 }

  /// Sets a new goal, seconds, and continues from the estimate displayed.
  mutating func aim(at goal: Double, at now: Double) {
    values = [isKnown ? value(at: now) : goal, goal, now, 0]
  }

  /// Returns the estimate at a time, seconds.
  @inline(never) func value(at now: Double) -> Double {
    let (shown, passed) = (values[0], max(0, now - values[2]))
    let due = max(values[1] - passed, passed / 5)
    let least = min(shown / (1 + 0.22 * passed), shown - passed)
    return max(1, min(max(due, least), shown * (1 + 0.18 * passed)))
  }
}

/// The stall timer: the time of the last event and the silence to tolerate after it.
public struct StallTimer: Equatable, Sendable {
  // The least silence that is tolerated, and the usual interval between events, seconds.
  private var (least, gap) = (0.0, 0.0)
  /// The time of the last event, seconds; below 0 before the first.
  var last = -1.0
  /// The silence that the feed announced, seconds; 0 for none.
  var expected = 0.0
  /// The delay of endless motion by all stalls and pauses that have ended, seconds.
  var standstill = 0.0
  /// The start and the end of the last stall, seconds; below 0 for none.
  private(set) var (stallBegan, stallEnded) = (-1.0, -1.0)

  /// All of it, for the wire.
  var values: SIMD8<Double> {
    get { [last, gap, expected, stallBegan, stallEnded, least, standstill, 0] }
    set {
      (last, gap, expected) = (newValue[0], newValue[1], newValue[2])
      (stallBegan, stallEnded) = (newValue[3], newValue[4])
      (least, standstill) = (newValue[5], newValue[6])
    }
  }

  /// Starts the timer.
  ///
  /// - Parameter least: the least silence that is tolerated, seconds.
  init(least: Double) { self.least = least }

  /// The time in which endless motion slows to rest in a stall, seconds.
  static let slowing = 0.5

  /// Returns the motion lost in the first `passed` seconds of a stall, seconds: the motion slows
  /// evenly.
  static func standstill(in passed: Double) -> Double {
    passed < slowing ? passed * passed / (2 * slowing) : passed - slowing / 2
  }

  /// Records an event. The interval counts at most as the silence tolerated without an
  /// announcement, so that one stall does not raise the usual interval much.
  @inline(never) mutating func note(at now: Double) {
    if last >= 0, now - last >= patience {
      (stallBegan, stallEnded) = (last + patience, now)
      standstill += Self.standstill(in: now - last - patience)
    }
    let passed = last < 0 ? 0 : min(now - last, max(least, 5 * gap))
    if passed >= RateMeter.burst { gap += (passed - gap) / 4 }
    last = now
  }

  /// The silence that is tolerated, seconds.
  var patience: Double { max(least, 5 * gap, expected) }
}
