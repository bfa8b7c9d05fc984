import Base

/// Decides when an outcome has been shown, from the presenter's reports.
///
/// A report may still be in the channel when a reset and another outcome follow. So it carries the
/// number of states that its sender had received, and counts only if the outcome was among them.
struct OutcomeWatch {
  /// The conditions for the end of a session after an outcome.
  struct Timing {
    /// The setting `outcome-time`.
    let outcomeTime: Duration
    /// The setting `wait`; nil for no limit.
    let displayTimeout: Duration?
    /// Whether the session wraps a command.
    let wraps: Bool
    /// Whether a display is connected; nil while the presenter looks for one.
    let hasDisplay: Bool?
    /// Whether a frame was on a display.
    let hasShown: Bool
  }

  /// The time of the first report that the outcome was shown, on the system's clock; nil before.
  private(set) var seenAt: Duration?
  /// The time at which the outcome became known, on the system's clock; nil before.
  private(set) var knownAt: Duration?
  // The number of states sent to the current presenter, and the number of the first state with the
  // outcome; nil without an outcome.
  private var sentCount: UInt32 = 0
  private var outcomeMessage: UInt32?

  /// Updates the outcome after a change of the state, which is about to be sent.
  mutating func stateChanged(isOutcome: Bool, at now: @autoclosure () -> Duration) {
    if !isOutcome {
      (seenAt, knownAt, outcomeMessage) = (nil, nil, nil)
    } else if outcomeMessage == nil {
      knownAt = now()
      outcomeMessage = sentCount &+ 1
    }
  }

  /// Counts a sent state.
  mutating func stateSent() { sentCount &+= 1 }

  /// Resets the counts for a new presenter, which starts with the newest state.
  mutating func presenterStarted() {
    sentCount = 0
    if outcomeMessage != nil { outcomeMessage = 0 }
  }

  /// Handles a presenter's report that an outcome was shown.
  ///
  /// - Parameter received: the number of states that the presenter had received.
  mutating func outcomeShown(received: UInt32, at now: Duration) {
    if let outcomeMessage, received >= outcomeMessage, seenAt == nil { seenAt = now }
  }

  /// Returns the end of the session, on the system's clock; nil without an outcome.
  ///
  /// A shown outcome stays for `outcome-time`. Without a display the session ends at once if it
  /// wraps a command or has shown no frame. Otherwise the time to show the outcome is limited: a
  /// driver may block, and the caller waits.
  func deadline(_ timing: Timing) -> Duration? {
    if let seenAt { return seenAt + timing.outcomeTime }
    guard let knownAt else { return nil }
    if timing.hasDisplay == false, timing.wraps || !timing.hasShown { return knownAt }
    if timing.wraps {
      return knownAt + (timing.hasShown ? .seconds(10) + timing.outcomeTime : .seconds(2))
    }
    return knownAt + .seconds(60) + (timing.displayTimeout ?? .zero) + timing.outcomeTime
  }
}
