import Base

/// When an outcome has been seen: a presenter says that one has played, and this knows which one it can have meant.
///
/// A report may still be on its way when a reset and another outcome follow. So it says how many states its sender had
/// got, and counts only if that one was among them.
struct OutcomeWatch {
  /// When the outcome's last frame was first told of; nil before.
  private(set) var seenAt: Duration?
  /// When the outcome was first known; nil before.
  private(set) var knownAt: Duration?
  // States sent to the presenter that runs now, and the one that told it of the outcome first; nil without an outcome.
  private var sentCount: UInt32 = 0
  private var outcomeMessage: UInt32?

  /// Notes that the state changed, and is to be sent.
  mutating func stateChanged(isOutcome: Bool, at now: Duration) {
    if !isOutcome {
      (seenAt, knownAt, outcomeMessage) = (nil, nil, nil)
    } else if outcomeMessage == nil {
      knownAt = now
      outcomeMessage = sentCount &+ 1
    }
  }

  /// Notes that a state was sent.
  mutating func stateSent() { sentCount &+= 1 }

  /// Notes that a presenter begins with the newest state.
  mutating func presenterStarted() {
    sentCount = 0
    if outcomeMessage != nil { outcomeMessage = 0 }
  }

  /// Notes a presenter's report.
  ///
  /// - Parameter received: how many states it had got.
  mutating func outcomeShown(received: UInt32, at now: Duration) {
    if let outcomeMessage, received >= outcomeMessage, seenAt == nil { seenAt = now }
  }
}
