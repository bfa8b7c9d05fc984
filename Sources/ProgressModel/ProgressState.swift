public import Animation
public import Base

/// All that is known of a run. A frame is a function of this and a time.
///
/// `apply(_:at:)` is the only way in. Nothing here moves by itself: the state keeps when things began,
/// so whoever reads it can compute any moment, in any order, as often as wanted.
public struct ProgressState: Equatable, Sendable {
  /// Where the run stands.
  public internal(set) var phase = ProgressPhase.idle
  /// When the phase began, on the session's clock.
  public internal(set) var phaseBegan: Duration
  /// When the run began: at the start of the session or at the last reset.
  public internal(set) var began: Duration
  /// When the run was first heard of to go on, or to have ended; nil before.
  public internal(set) var activeBegan: Duration?
  /// What part of the whole is there; nil while it is not known. With steps it never gets smaller.
  public internal(set) var fraction: Fraction?
  /// The fraction that the screen shows, in `0...1`, eased.
  public internal(set) var shown: EasedValue
  /// How far the endless motion of a run of which no fraction is known has taken the place of that, in `0...1`, eased.
  public internal(set) var indeterminacy: EasedValue
  /// When the endless motion began that shows, or that showed last; nil before.
  public internal(set) var indeterminateSince: Duration?
  /// Bytes that are there, if the feed counts them.
  public internal(set) var completedBytes: UInt64?
  /// Bytes that there will be, if known.
  public internal(set) var totalBytes: UInt64?
  /// The units that bytes are shown in.
  public internal(set) var units = ByteUnits.decimal
  /// The steps, if there are any.
  public internal(set) var steps = StepPlan()
  /// What this is all about.
  public internal(set) var title = SanitizedText.empty
  /// What exactly is going on.
  public internal(set) var detail = SanitizedText.empty
  /// What is going on, or how it ended.
  public internal(set) var message = SanitizedText.empty
  /// When the run was paused; nil while it goes on.
  public internal(set) var pausedAt: Duration?
  /// Why it was paused; empty for no reason.
  public internal(set) var pauseReason = SanitizedText.empty
  /// What comes behind the outcome; empty for nothing.
  public internal(set) var next = SanitizedText.empty
  /// When the system restarts, on the session's clock; nil if that was not said.
  public internal(set) var restartsAt: Duration?
  /// A code of the failure, for support; empty for none.
  public internal(set) var code = SanitizedText.empty
  /// The style asked for by the feed; empty for the configured one.
  public internal(set) var style = SanitizedText.empty
  /// The path of the picture asked for by the feed; empty for the configured one.
  public internal(set) var picture = SanitizedText.empty
  // The largest fraction that was said in the run, if it is never to go back.
  var highest = Fraction.zero
  // How fast it goes: the fraction, the bytes, what the feed says of them; how long it still takes; the news.
  var pace = RateMeter()
  var flow = RateMeter()
  var statedSpeed: UInt64?
  var left = TimeLeft()
  var news: NewsWatch
  var telling = Telling()
  /// How something leans that is pulled along by the fraction.
  public internal(set) var sway: Sway
  /// How the session wants to be shown what feeds say.
  public var rules: ProgressRules

  /// The most that a run without an outcome shows, so that 100 % is never a lie.
  public static let ceiling = Fraction(billionths: 990_000_000)

  /// Creates the state of a run of which nothing has been said.
  public init(at time: Duration = .zero, rules: ProgressRules = ProgressRules()) {
    (phaseBegan, began, self.rules) = (time, time, rules)
    news = NewsWatch(least: rules.patience.seconds)
    sway = Sway(at: time)
    (shown, indeterminacy) = (EasedValue(0, at: time), EasedValue(0, at: time))
  }

  /// From when on progress shows: once the style has begun the run.
  public var ready: Duration { (activeBegan ?? began) + rules.intro }

  /// Whether the run goes on and no fraction is known.
  public var isIndeterminate: Bool { phase == .active && fraction == nil }

  /// When all that shows of the progress has come to rest; but for the endless motion.
  public var settled: Duration { max(shown.end, indeterminacy.end) }

  /// When an outcome begins to play: called off, at once; done, once the shown fraction is whole; else once the run has begun.
  public var outcomeBegan: Duration {
    switch phase {
    case .cancelled: phaseBegan
    case .done: max(phaseBegan, ready, shown.end)
    default: max(phaseBegan, ready)
    }
  }

  /// Takes in what a feed said at a time, which is never before the last one.
  ///
  /// - Returns: whether it was heard. Between an outcome and a reset nothing else is, but for another outcome while
  ///   the run has not begun on the screen.
  @discardableResult public mutating func apply(_ event: ProgressEvent, at time: Duration) -> Bool {
    guard hears(event, at: time) else { return false }
    if rules.followsSpeed { sway.advance(to: time, along: shown) }
    switch event {
    case .reset:
      let (style, picture) = (style, picture)
      self = ProgressState(at: time, rules: rules)
      (self.style, self.picture) = (style, picture)
      return true
    case .style(let name): style = name
    case .picture(let path): picture = path
    case .title(let text): title = text
    case .message(let text): message = text
    case .detail(let text): detail = text
    case .code(let text): code = text
    case .expect(let silence): news.expected = max(0, silence.seconds)
    case .speed(let speed): statedSpeed = speed
    case .units(let units): self.units = units
    case .weights(let weights): steps.weights = weights
    case .paused(let reason): pause(reason, at: time)
    case .resumed: resume(at: time)
    case .next(let text): next = text
    case .restart(let delay): restartsAt = time + max(delay, .zero)
    case .step(let number, let count, let name): begin(number, of: count, name, at: time)
    case .fraction(let fraction):
      setFraction(fraction, at: time)
    case .bytes(let completed, let total):
      completedBytes = completed
      totalBytes = total == 0 ? nil : total
      _ = flow.note(Double(completed), at: time.seconds)
      setFraction(total.flatMap { Fraction(completed, of: $0) }, at: time)
    case .done(let text): finish(.done, text, at: time)
    case .fail(let text): finish(.failed, text, at: time)
    case .cancel: finish(.cancelled, .empty, at: time)
    case .interruption: finish(.interrupted, .empty, at: time)
    }
    // Silence in a pause is no stall.
    if pausedAt == nil { news.note(at: time.seconds) } else { news.last = time.seconds }
    tell(at: time)
    return true
  }

  private func hears(_ event: ProgressEvent, at time: Duration) -> Bool {
    if !phase.isOutcome { return true }
    switch event {
    case .reset, .style, .picture, .next, .restart: return true
    case .code: return phase == .failed
    // An outcome that waits for the run to begin on the screen: the last one is shown.
    case .done, .fail, .cancel: return phase != .cancelled && time < ready
    default: return false
    }
  }

  private mutating func pause(_ reason: SanitizedText, at time: Duration) {
    if phase == .idle { enter(.active, at: time) }
    pausedAt = pausedAt ?? time
    pauseReason = reason
  }

  /// Goes on. The time of the pause counts neither for rates nor for endless motion.
  private mutating func resume(at time: Duration) {
    guard let pausedAt else { return }
    news.standstill += NewsWatch.standstill(in: (time - pausedAt).seconds)
    news.last = time.seconds
    (self.pausedAt, pauseReason) = (nil, .empty)
    (pace, flow, left, telling) = (RateMeter(), RateMeter(), TimeLeft(), Telling())
  }

  /// A step begins: what is said of fractions and bytes from now on is said of it.
  private mutating func begin(
    _ number: UInt32, of count: UInt32, _ name: SanitizedText, at time: Duration
  ) {
    let isSame = number == steps.number && count == steps.count
    // A plan begins from nothing, whatever was there before it.
    if steps.count == 0 { fraction = nil }
    (steps.number, steps.count, steps.name) = (min(number, count), count, name)
    if isSame { return }
    news.expected = 0
    (completedBytes, totalBytes, statedSpeed, flow) = (nil, nil, nil, RateMeter())
    telling = Telling()
    setFraction(.zero, at: time)
  }

  private mutating func setFraction(_ said: Fraction?, at time: Duration) {
    if phase == .idle { enter(.active, at: time) }
    let before = fraction
    defer { if fraction != before { resume(at: time) } }
    if steps.count > 0 {
      fraction = max(fraction ?? .zero, steps.overall(said ?? .zero))
    } else if rules.isMonotonic, let said {
      highest = max(highest, said)
      fraction = highest
    } else {
      fraction = said
    }
    setTimeLeft(at: time.seconds)
    if let fraction { sway.note(fraction.value, at: time.seconds) }
    guard let fraction else {
      let time = max(time, ready)
      if indeterminacy.value(at: time) == 0 { indeterminateSince = time }
      return indeterminacy.move(to: 1, at: time)
    }
    endIndeterminacy(at: time)
    if fraction == .whole, rules.finishesAtFull {
      finish(.done, .empty, at: time)
    } else {
      move(to: rules.finishesAtFull ? fraction : min(fraction, Self.ceiling), at: time)
    }
  }

  private mutating func endIndeterminacy(at time: Duration) {
    let time = max(time, ready)
    // The first real progress after the endless arc starts from nothing, as in UCZProgressView.
    if indeterminacy.value(at: time) == 1, !rules.isMonotonic { shown = EasedValue(0, at: time) }
    indeterminacy.move(to: 0, at: time)
  }

  /// Sets off for a fraction to be shown, once the run has begun on the screen.
  private mutating func move(to fraction: Fraction, at time: Duration) {
    let time = max(time, ready)
    let distance = abs(fraction.value - shown.value(at: time))
    shown.move(
      to: fraction.value, at: time,
      over: rules.limitsSpeed
        ? max(EasedValue.standardDuration, .seconds(distance)) : EasedValue.standardDuration)
  }

  private mutating func setTimeLeft(at now: Double) {
    guard let value = fraction?.value else {
      (left, pace) = (TimeLeft(), RateMeter())
      return
    }
    if pace.note(value, at: now), let rate = pace.rate() {
      left.aim(at: min((1 - value) / rate, 1e9), at: now)
    }
  }

  private mutating func finish(_ outcome: ProgressPhase, _ text: SanitizedText, at time: Duration) {
    (pausedAt, pauseReason) = (nil, .empty)
    enter(outcome, at: time)
    // What was going on is over.
    message = text
    // Of what failed or broke off while nothing was known, nothing is known.
    if outcome == .done || outcome == .cancelled { endIndeterminacy(at: time) }
    switch outcome {
    case .done: move(to: .whole, at: time)
    case .cancelled where time < ready:
      (shown, indeterminacy) = (EasedValue(0, at: time), EasedValue(0, at: time))
    case .cancelled: shown.move(to: 0, at: time)
    // What was said while the run had not begun on the screen is still to be shown, and nothing of an earlier outcome.
    case .failed where time < ready, .interrupted where time < ready:
      move(to: min(fraction ?? .zero, Self.ceiling), at: time)
    case .failed: shown.freeze(at: time)
    default: break
    }
  }

  private mutating func enter(_ phase: ProgressPhase, at time: Duration) {
    if activeBegan == nil, phase != .cancelled { activeBegan = time }
    self.phase = phase
    phaseBegan = time
  }
}
