public import Base

// Figures about a run's speed and stalls. Each is a pure function of the state and a time.
extension ProgressState {
  /// The time of the run's last event; `began` before the first.
  public var lastEvent: Duration { max(began, .seconds(stallTimer.last)) }

  /// The time at which the run counts as stalled without another event, on the session's clock. Nil
  /// unless the run is active and not paused.
  public var stallsAt: Duration? {
    phase == .active && pausedAt == nil ? .seconds(stallTimer.last + stallTimer.patience) : nil
  }

  /// Returns the time at which endless motion comes to rest in the pause or stall that is on at
  /// `time`; nil without one.
  public func restTime(at time: Duration) -> Duration? {
    if let pausedAt { return pausedAt + .seconds(StallTimer.slowing) }
    guard let stallsAt, time >= stallsAt else { return nil }
    return stallsAt + .seconds(StallTimer.slowing)
  }

  /// Returns how long the run has been silent at `time`; nil unless it is stalled.
  ///
  /// A run stalls after the longest of `rules.stallTimeout`, the silence that the feed announced
  /// with `expect`, and five times the usual interval between events.
  public func stall(at time: Duration) -> Duration? {
    guard let stallsAt, time >= stallsAt else { return nil }
    return .seconds(time.seconds - stallTimer.last)
  }

  /// Returns when the stall at `time`, or else the last one before, began and ended. `ended` is nil
  /// during the stall. Nil if there was no stall.
  public func lastStall(at time: Duration) -> (began: Duration, ended: Duration?)? {
    if let stallsAt, time >= stallsAt { return (stallsAt, nil) }
    if stallTimer.stallBegan < 0 { return nil }
    return (.seconds(stallTimer.stallBegan), .seconds(stallTimer.stallEnded))
  }

  /// Returns whether the run is active and neither paused nor stalled.
  func isMoving(at time: Duration) -> Bool {
    phase == .active && pausedAt == nil && stall(at: time) == nil
  }

  /// Returns by how much pauses and stalls of this run have delayed endless motion up to `time`,
  /// including the time lost while it slows down.
  public func standstill(at time: Duration) -> Duration {
    let before = Duration.seconds(stallTimer.standstill)
    guard let begin = pausedAt ?? stallsAt, time >= begin else { return before }
    let (passed, slowing) = (time - begin, Duration.seconds(StallTimer.slowing))
    if passed < slowing { return before + .seconds(StallTimer.standstill(in: passed.seconds)) }
    // Whole nanoseconds: rounding must not move anything that stands still.
    return before + passed - slowing * 0.5
  }

  /// A copy of the state that shows its target fraction at once, without easing.
  public var withoutEasing: ProgressState {
    var state = self
    // The start is the last value before a cancellation.
    state.shown = EasedValue(
      from: shown.start, to: shown.target, at: shown.began, over: .zero)
    return state
  }

  /// Returns the estimated time left, at least a second. Nil if unknown, and unless the run is
  /// active and neither paused nor stalled.
  public func timeLeft(at time: Duration) -> Duration? {
    guard isMoving(at: time), left.isKnown else { return nil }
    return .seconds(left.value(at: time.seconds))
  }

  /// Returns the speed in bytes per second: the feed's own figure, or else a rate of its byte
  /// counts. Nil if unknown, and unless the run is active and neither paused nor stalled.
  public func speed(at time: Duration) -> Double? {
    guard isMoving(at: time) else { return nil }
    return statedSpeed.map { Double($0) } ?? byteRate.rate(at: time.seconds)
  }

  /// Returns the speed as a fraction of the whole per second. Nil if unknown, and unless the run is
  /// active and neither paused nor stalled.
  public func pace(at time: Duration) -> Double? {
    guard isMoving(at: time) else { return nil }
    return pace.rate(at: time.seconds)
  }
}
