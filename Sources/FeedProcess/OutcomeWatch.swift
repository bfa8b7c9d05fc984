import Base

/// Decides when an outcome has been shown, from the presenter's reports.
///
/// A report may still be in the channel when a reset and another outcome follow. So it carries the
/// number of states that its sender had received, and counts only if the outcome was among them.
struct OutcomeWatch {
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
}
