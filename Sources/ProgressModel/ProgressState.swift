public import Base

/// The state of a run.
///
/// Only `apply(_:at:)` changes it. The state keeps when changes began and does not change with
/// time, so a reader can compute any moment, in any order, repeatedly. All times are on the
/// session's clock.
public struct ProgressState: Equatable, Sendable {
  // All texts and lists. The other properties are plain numbers, so a copy retains one object.
  private(set) var sharedTexts = SharedTexts(RunTexts())
  var texts: RunTexts {
    get { sharedTexts.texts }
    @inline(never) set { sharedTexts = SharedTexts(newValue) }
  }
  /// The phase of the run.
  public internal(set) var phase = ProgressPhase.idle
  /// The time at which the phase began.
  public internal(set) var phaseBegan: Duration
  /// The time at which the run began: the start of the session or the last reset.
  public internal(set) var began: Duration
  /// The time at which the run first became active or ended; nil before. Cancellation does not set
  /// it.
  public internal(set) var activeBegan: Duration?
  /// The completed fraction of the whole; nil if unknown. With steps it never decreases.
  public internal(set) var fraction: Fraction?
  /// The displayed fraction, in `0...1`, eased.
  public internal(set) var shown: EasedValue
  /// The share of the indeterminate animation in the display, in `0...1`, eased.
  public internal(set) var indeterminacy: EasedValue
  /// The start of the current or the last indeterminate animation; nil before the first.
  public internal(set) var indeterminateSince: Duration?
  /// The completed bytes; nil unless the feed counts them. With steps, those of the current step.
  public internal(set) var completedBytes: UInt64?
  /// The total bytes; nil if unknown. With steps, those of the current step.
  public internal(set) var totalBytes: UInt64?
  /// The units for the display of bytes.
  public internal(set) var units = ByteUnits.decimal
  /// The steps of the run, if any.
  public var steps: StepPlan { texts.steps }
  /// The title of the run; empty for none.
  public var title: SanitizedText { texts.title }
  /// The object of the current activity, such as a file; empty for none.
  public var detail: SanitizedText { texts.detail }
  /// The current activity, or the message of the outcome; empty for none.
  public var message: SanitizedText { texts.message }
  /// The start of the current pause; nil if the run is not paused.
  public internal(set) var pausedAt: Duration?
  /// The reason for the pause; empty for none.
  public var pauseReason: SanitizedText { texts.pauseReason }
  /// The action that follows the outcome; empty for none.
  public var next: SanitizedText { texts.next }
  /// The announced time of the system's restart; nil for none.
  public internal(set) var restartsAt: Duration?
  /// The time of that announcement; meaningless without a restart.
  public internal(set) var restartAnnounced = Duration.zero
  /// The error code of the failure, for support; empty for none.
  public var code: SanitizedText { texts.code }
  /// The style that the feed requests; empty for the configured one.
  public var style: SanitizedText { texts.style }
  /// The path of the picture that the feed requests; empty for the configured one.
  public var picture: SanitizedText { texts.picture }
  /// The usual duration of the run, without pauses; nil if unknown.
  public internal(set) var usual: Duration?
  /// The length of all pauses that have ended.
  var pauses = Duration.zero
  /// The targets of the current step, or of the run without steps; empty for a single one.
  public var jobs: [Job] { texts.jobs }
  /// The newest lines of the run's log.
  public var log: RunLog { texts.log }
  /// The facts about the machine. They outlast a reset.
  public var identity: [IdentityFact] {
    get { texts.identity }
    set { texts.identity = newValue }
  }
  // The largest fraction of the run; used only if `rules.isMonotonic`.
  var highest = Fraction.zero
  // Rates of the fraction and of the bytes, the feed's own speed, the time left, the stall timer.
  var pace = RateMeter()
  var byteRate = RateMeter()
  var statedSpeed: UInt64?
  var left = TimeLeft()
  var stallTimer: StallTimer
  var heldFigures = HeldFigures()
  /// The session's rules.
  public var rules: ProgressRules

  /// The largest fraction displayed before an outcome, so that 100 % always means success.
  public static let ceiling = Fraction(billionths: 990_000_000)

  /// Creates the state of a run before its first event.
  @inline(never) public init(at time: Duration = .zero, rules: ProgressRules = ProgressRules()) {
    (phaseBegan, began, self.rules) = (time, time, rules)
    stallTimer = StallTimer(least: rules.stallTimeout.seconds)
    (shown, indeterminacy) = (EasedValue(0, at: time), EasedValue(0, at: time))
  }

  /// The time at which progress becomes visible: the end of the style's intro.
  public var introEnd: Duration { (activeBegan ?? began) + rules.intro }

  /// Whether the run is active and its fraction unknown.
  public var isIndeterminate: Bool { phase == .active && fraction == nil }

  /// The time at which the displayed fraction rests and the indeterminate animation is fully in or
  /// out.
  public var settled: Duration { max(shown.end, indeterminacy.end) }

  /// The start of the outcome's animation. Cancellation: at once. Success: when the displayed
  /// fraction reaches 1. Others: after the intro.
  public var outcomeBegan: Duration {
    switch phase {
    case .cancelled: phaseBegan
    case .done: max(phaseBegan, introEnd, shown.end)
    default: max(phaseBegan, introEnd)
    }
  }

  /// Applies an event.
  ///
  /// After an outcome, only a reset, a style, a picture, the next action, a restart, the log and
  /// the identity are accepted, the error code after a failure, and until the end of the intro also
  /// another outcome unless the run was cancelled.
  ///
  /// - Parameter time: when the event arrived, on the session's clock; never before the last event.
  /// - Returns: whether the state accepted the event.
  @inline(never) @discardableResult
  public mutating func apply(_ event: ProgressEvent, at time: Duration) -> Bool {
    guard accepts(event, at: time) else { return false }
    if event == .reset {
      let kept = RunTexts(style: style, picture: picture, identity: identity)
      self = ProgressState(at: time, rules: rules)
      texts = kept
      return true
    }
    change(by: event, at: time)
    // Silence during a pause is no stall.
    if pausedAt == nil { stallTimer.note(at: time.seconds) } else { stallTimer.last = time.seconds }
    holdFigures(at: time)
    return true
  }

  @inline(never) private mutating func change(by event: ProgressEvent, at time: Duration) {
    switch event {
    case .reset: break
    case .style(let name): texts.style = name
    case .picture(let path): texts.picture = path
    case .title(let text): texts.title = text
    case .message(let text): texts.message = text
    case .detail(let text): texts.detail = text
    case .code(let text): texts.code = text
    case .logLine(let line): texts.log.append(line)
    case .identity(let fact): texts.identity.set(fact)
    case .usual(let duration): setUsual(duration, at: time)
    case .expect(let silence): stallTimer.expected = max(0, silence.seconds)
    case .speed(let speed): statedSpeed = speed
    case .units(let units): self.units = units
    case .weights(let weights): texts.steps.weights = weights
    case .paused(let reason): pause(reason, at: time)
    case .resumed: resume(at: time)
    case .next(let text): texts.next = text
    case .restart(let delay): announceRestart(after: max(delay, .zero), at: time)
    case .step(let number, let count, let name): begin(number, of: count, name, at: time)
    case .plan(let names): plan(names, at: time)
    case .job(let id, let event): apply(event, ofJob: id, at: time)
    // With jobs the progress is theirs.
    case .fraction where !jobs.isEmpty, .bytes where !jobs.isEmpty: break
    case .fraction(let fraction): setFraction(fraction, at: time)
    case .bytes(let completed, let total):
      completedBytes = completed
      totalBytes = total == 0 ? nil : total
      _ = byteRate.note(Double(completed), at: time.seconds)
      setFraction(total.flatMap { Fraction(completed, of: $0) }, at: time)
    case .done, .fail, .cancel, .interruption: conclude(event, at: time)
    }
  }

  private func accepts(_ event: ProgressEvent, at time: Duration) -> Bool {
    if !phase.isOutcome { return true }
    switch event {
    case .reset, .style, .picture, .next, .restart, .logLine, .identity: return true
    case .code: return phase == .failed
    // An outcome during the intro is not visible yet, so a later one may replace it.
    case .done, .fail, .cancel: return phase != .cancelled && time < introEnd
    default: return false
    }
  }

  private mutating func pause(_ reason: SanitizedText, at time: Duration) {
    if phase == .idle { enter(.active, at: time) }
    pausedAt = pausedAt ?? time
    texts.pauseReason = reason
  }

  /// Ends a pause, which counts neither for rates nor for endless motion.
  private mutating func resume(at time: Duration) {
    guard let pausedAt else { return }
    stallTimer.standstill += StallTimer.standstill(in: (time - pausedAt).seconds)
    stallTimer.last = time.seconds
    pauses = pauses + (time - pausedAt)
    self.pausedAt = nil
    texts.pauseReason = .empty
    (pace, byteRate, left, heldFigures) = (RateMeter(), RateMeter(), TimeLeft(), HeldFigures())
  }

  /// Sets the names of the steps. Before the first step it sets their number, too.
  private mutating func plan(_ names: SanitizedText, at time: Duration) {
    let count = texts.steps.setNames(names)
    if steps.count > 0 || count == 0 { return }
    begin(0, of: count, .empty, at: time)
    _ = texts.steps.setNames(names)
  }

  /// Begins a step. Later fractions and byte counts belong to it.
  private mutating func begin(
    _ number: UInt32, of count: UInt32, _ name: SanitizedText, at time: Duration
  ) {
    let isSame = number == steps.number && count == steps.count
    // The first step discards a fraction reported before the plan.
    if steps.count == 0, count > 0 { fraction = nil }
    texts.steps.begin(number, of: count, name, at: time)
    if isSame { return }
    stallTimer.expected = 0
    (completedBytes, totalBytes, statedSpeed, byteRate) = (nil, nil, nil, RateMeter())
    heldFigures = HeldFigures()
    texts.jobs = []
    setFraction(.zero, at: time)
  }

  mutating func setFraction(_ said: Fraction?, at time: Duration) {
    if phase == .idle { enter(.active, at: time) }
    let before = fraction
    defer { if fraction != before { resume(at: time) } }
    if steps.count > 0 {
      fraction = max(fraction ?? .zero, steps.overall(said ?? .zero))
    } else if rules.isMonotonic || !jobs.isEmpty, let said {
      highest = max(highest, said)
      fraction = highest
    } else {
      fraction = said
    }
    setTimeLeft(at: time.seconds)
    guard let fraction else {
      let time = max(time, introEnd)
      if indeterminacy.value(at: time) == 0 { indeterminateSince = time }
      return indeterminacy.move(to: 1, at: time)
    }
    endIndeterminacy(at: time)
    if fraction == .whole, rules.finishesAtFull {
      conclude(.done(.empty), at: time)
    } else {
      move(to: rules.finishesAtFull ? fraction : min(fraction, Self.ceiling), at: time)
    }
  }

  mutating func endIndeterminacy(at time: Duration) {
    let time = max(time, introEnd)
    // The first fraction after an indeterminate phase starts at 0, as in UCZProgressView.
    if indeterminacy.value(at: time) == 1, !rules.isMonotonic { shown = EasedValue(0, at: time) }
    indeterminacy.move(to: 0, at: time)
  }

  /// Animates the displayed fraction toward `fraction`, from the end of the intro at the earliest.
  mutating func move(to fraction: Fraction, at time: Duration) {
    let time = max(time, introEnd)
    let distance = abs(fraction.value - shown.value(at: time))
    // A steady move takes a little longer than the usual interval, so that it still runs at the
    // next record. It never exceeds the reported fraction.
    let isSteady =
      rules.isSteady && phase == .active && pace.gap > Self.steadyGaps.lowerBound
      && fraction.value > shown.target
    shown.move(
      to: fraction.value, at: time,
      over: isSteady
        ? .seconds(1.25 * min(pace.gap, Self.steadyGaps.upperBound))
        : rules.limitsSpeed
          ? max(EasedValue.standardDuration, .seconds(distance)) : EasedValue.standardDuration,
      isSteady: isSteady)
  }

  /// The intervals between records that steady moves fill, seconds. A longer one would hold the
  /// display back too much.
  private static let steadyGaps = 0.2...3.0
}
