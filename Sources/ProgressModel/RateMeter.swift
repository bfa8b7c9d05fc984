/// How fast an amount grows: the work done in a time, of which what is long ago counts less.
///
/// With each change, dt seconds after the one before, both sums are multiplied by m / (m + dt), then the change is
/// added to the work and dt to the time; the rate is work / time. The memory m is 20 s, or eight times the usual
/// time between changes if that is longer, so neither bursts nor coarse steps make the rate jump. What came in the
/// first second was there before (a resumed download); an amount that gets smaller begins anew, and is no work.
public struct RateMeter: Equatable, Sendable {
  // In a vector, because that is written, read and copied as one. All times are seconds of the session's clock.
  var values: SIMD8<Double> = [-1, 0, 0, 0, 0, 0, 0, 0]

  /// The newest amount; below 0 for none.
  private var amount: Double {
    get { values[0] }
    set { values[0] = newValue }
  }
  private var began: Double {
    get { values[1] }
    set { values[1] = newValue }
  }
  private var changed: Double {
    get { values[2] }
    set { values[2] = newValue }
  }
  private var work: Double {
    get { values[3] }
    set { values[3] = newValue }
  }
  private var time: Double {
    get { values[4] }
    set { values[4] = newValue }
  }
  private var gap: Double {
    get { values[5] }
    set { values[5] = newValue }
  }

  /// An amount less than this far behind another belongs to the same burst, seconds.
  static let burst = 0.25
  /// How long one must have looked before a rate is told, seconds.
  static let patience = 2.0

  /// Takes note of an amount.
  ///
  /// - Returns: whether it has grown.
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

  /// The amount that comes in a second, as far as is known; nil before there is enough to tell.
  ///
  /// - Parameter now: silence beyond the usual counts as time in which nothing was done; nil leaves it out.
  @inline(never) func rate(at now: Double? = nil) -> Double? {
    if time < Self.patience || work <= 0 { return nil }
    return work / (time + max(0, (now ?? changed) - changed - gap))
  }
}

/// How long it still takes, as it is told: it moves by at most a fifth in a second, and never says that nothing is left.
///
/// At a change of the fraction f the goal is (1 - f) / rate. What is shown s seconds later is the goal less s, at least
/// s / 5 (so much longer, when it has taken longer than promised) and at least 1; but held, beside what was shown at the change
/// (d), between the lesser of d / (1 + 0.22 s) and d - s, and d (1 + 0.18 s).
public struct TimeLeft: Equatable, Sendable {
  // Seconds, each at the last change: what was shown, below 0 for nothing; the goal; when that was.
  var values: SIMD4<Double> = [-1, 0, 0, 0]

  /// Whether anything is known.
  var isKnown: Bool { values[0] >= 0 }

  /// Sets another goal, and goes on from what is shown.
  mutating func aim(at goal: Double, at now: Double) {
    values = [isKnown ? value(at: now) : goal, goal, now, 0]
  }

  /// What is shown at a time, seconds.
  @inline(never) func value(at now: Double) -> Double {
    let (shown, passed) = (values[0], max(0, now - values[2]))
    let due = max(values[1] - passed, passed / 5)
    let least = min(shown / (1 + 0.22 * passed), shown - passed)
    return max(1, min(max(due, least), shown * (1 + 0.18 * passed)))
  }
}

/// Whether news keep coming.
public struct NewsWatch: Equatable, Sendable {
  // Seconds; the last news are before the session's start while there were none.
  var values: SIMD8<Double> = [-1, 0, 0, -1, -1, 0, 0, 0]

  /// Begins to wait for news.
  ///
  /// - Parameter least: how long silence is fine in any case, seconds.
  init(least: Double) { values[5] = least }

  private var least: Double { values[5] }

  /// When the last news came.
  var last: Double {
    get { values[0] }
    set { values[0] = newValue }
  }
  private var gap: Double {
    get { values[1] }
    set { values[1] = newValue }
  }
  /// How long silence is fine because somebody said so.
  var expected: Double {
    get { values[2] }
    set { values[2] = newValue }
  }

  /// For how long endless motion stood still in all stalls that have ended.
  var standstill: Double {
    get { values[6] }
    set { values[6] = newValue }
  }

  /// How long endless motion takes to come to rest once a run is stalled, seconds.
  static let slowing = 0.5

  /// What is lost of endless motion in the first seconds of a stall: it slows down evenly.
  static func standstill(in passed: Double) -> Double {
    passed < slowing ? passed * passed / (2 * slowing) : passed - slowing / 2
  }

  /// When the last silence that was too long became so, and when it ended; below 0 for none.
  var lastStall: (began: Double, ended: Double) {
    get { (values[3], values[4]) }
    set { (values[3], values[4]) = newValue }
  }

  /// Takes note of news. A silence longer than is fine without a word counts no more than one that is, so that what
  /// is usual is learnt, but not from one stall.
  @inline(never) mutating func note(at now: Double) {
    if last >= 0, now - last >= patience {
      lastStall = (last + patience, now)
      standstill += Self.standstill(in: now - last - patience)
    }
    let passed = last < 0 ? 0 : min(now - last, max(least, 5 * gap))
    if passed >= RateMeter.burst { gap += (passed - gap) / 4 }
    last = now
  }

  /// How long silence is fine, seconds: at least so long, five times the usual, or as long as was said.
  var patience: Double { max(least, 5 * gap, expected) }
}
