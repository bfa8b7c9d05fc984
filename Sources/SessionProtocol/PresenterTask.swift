package import ConsoleGuard
package import LinuxSystem
package import ProgressModel

/// What a new presenter gets from its keeper.
package struct PresenterTask {
  package let clock: SessionClock
  /// The newest state.
  package let state: ProgressState
  /// The process that restores the console; nil if it could not be started.
  package let consoleGuard: ConsoleGuardProcess?
  /// The descriptor of the card that an earlier presenter used; nil for none. It stays the keeper's.
  package let card: Int32?
  /// The buffers that the earlier presenter left on the card.
  package let buffers: [PresentedBuffer]

  package init(
    clock: SessionClock, state: ProgressState, consoleGuard: ConsoleGuardProcess?, card: Int32?,
    buffers: [PresentedBuffer]
  ) {
    (self.clock, self.state, self.consoleGuard) = (clock, state, consoleGuard)
    (self.card, self.buffers) = (card, buffers)
  }
}

/// Runs a presenter, in a forked process, until its keeper closes the channel.
///
/// - Returns: the exit status of the process.
package typealias PresenterStart = (PresenterTask, borrowing MessageChannel) -> Int32
