import Animation
public import Base

// What is told of how it goes. Each is a function of the state and a time, as a frame is.
extension ProgressState {
  /// When the run will count as stalled unless there are news; nil where none are waited for.
  public var stallsAt: Duration? {
    phase == .active && pausedAt == nil ? .seconds(news.last + news.patience) : nil
  }

  /// When endless motion will have come to rest in the pause or the stall that is on at a time; nil if
  /// there is none.
  public func standsFrom(at time: Duration) -> Duration? {
    if let pausedAt { return pausedAt + .seconds(NewsWatch.slowing) }
    guard let stallsAt, time >= stallsAt else { return nil }
    return stallsAt + .seconds(NewsWatch.slowing)
  }

  /// For how long there were no news; nil while that is fine: as long as the feed said with `expect`, 10 s, or five
  /// times the usual time between news, whichever is longest.
  public func stall(at time: Duration) -> Duration? {
    guard let stallsAt, time >= stallsAt else { return nil }
    return .seconds(time.seconds - news.last)
  }

  /// The stall that is on at a time, or the last one before: when it became one, and when news ended it, nil while
  /// it is on. Nil where there was none.
  public func lastStall(at time: Duration) -> (began: Duration, ended: Duration?)? {
    if let stallsAt, time >= stallsAt { return (stallsAt, nil) }
    let past = news.lastStall
    return past.began < 0 ? nil : (.seconds(past.began), .seconds(past.ended))
  }

  /// Whether the run goes on, and is neither paused nor stalled.
  func isMoving(at time: Duration) -> Bool {
    phase == .active && pausedAt == nil && stall(at: time) == nil
  }

  /// For how long endless motion has stood still until a time, in this run: nothing that goes around goes on while there are
  /// no news.
  public func standstill(at time: Duration) -> Duration {
    let before = Duration.seconds(news.standstill)
    guard let begin = pausedAt ?? stallsAt, time >= begin else { return before }
    let (passed, slowing) = (time - begin, Duration.seconds(NewsWatch.slowing))
    if passed < slowing { return before + .seconds(NewsWatch.standstill(in: passed.seconds)) }
    // Whole nanoseconds, so that what stands does not move by a rounding.
    return before + passed - slowing * 0.5
  }

  /// The same state without easing: what is shown is there as soon as it is said.
  public var withoutEasing: ProgressState {
    var state = self
    state.shown = EasedValue(shown.target, at: shown.began)
    return state
  }

  /// How something leans at a time that is pulled along by the fraction.
  public func sway(at time: Duration) -> Sway { sway.advanced(to: time, along: shown) }

  /// How long it still takes; nil while that is not known. Never less than a second.
  public func timeLeft(at time: Duration) -> Duration? {
    guard isMoving(at: time), left.isKnown else { return nil }
    return .seconds(left.value(at: time.seconds))
  }

  /// How many bytes come in a second: what the feed says, or else what its counts of bytes show; nil while neither
  /// is known.
  public func speed(at time: Duration) -> Double? {
    guard isMoving(at: time) else { return nil }
    return statedSpeed.map { Double($0) } ?? flow.rate(at: time.seconds)
  }

  /// What part of the whole comes in a second; nil while that is not known.
  public func pace(at time: Duration) -> Double? {
    guard isMoving(at: time) else { return nil }
    return pace.rate(at: time.seconds)
  }
}
