import Base

// The estimate of the time left.
extension ProgressState {
  mutating func setUsual(_ duration: Duration, at time: Duration) {
    usual = duration > .zero ? duration : nil
    if phase == .active { setTimeLeft(at: time.seconds) }
  }

  /// Adapts the estimate to a change of the fraction.
  ///
  /// The rate is imprecise at first, and the usual duration at the end. So the rate's weight is the
  /// completed fraction, or the passed part of the usual duration, if that is more. A run longer
  /// than usual uses the rate alone.
  mutating func setTimeLeft(at now: Double) {
    var usualLeft: Double?
    if let usual, let activeBegan {
      let rest = (activeBegan + usual + pauses).seconds - now
      if rest > 0 { usualLeft = rest }
    }
    guard let value = fraction?.value else {
      pace = RateMeter()
      if let usualLeft { left.aim(at: usualLeft, at: now) } else { left = TimeLeft() }
      return
    }
    if pace.note(value, at: now), let rate = pace.rate() {
      let goal = min((1 - value) / rate, 1e9)
      guard let usual, let usualLeft else { return left.aim(at: goal, at: now) }
      let share = max(value, 1 - usualLeft / usual.seconds)
      left.aim(at: goal * share + usualLeft * (1 - share), at: now)
    } else if let usualLeft, pace.rate() == nil {
      left.aim(at: usualLeft, at: now)
    }
  }
}
