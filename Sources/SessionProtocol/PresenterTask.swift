package import Base
package import ConsoleGuard
package import LinuxSystem
package import ProgressModel

/// The parameters of a new presenter process.
package struct PresenterTask {
  /// The session's clock, which the keeper uses, too.
  package let clock: SessionClock
  /// The newest state.
  package let state: ProgressState
  /// The console guard; nil if it could not be started.
  package let consoleGuard: ConsoleGuardProcess?
  /// The descriptor of the card that the previous presenter used; nil for none. The keeper owns it.
  package let card: Int32?
  /// The path of that card, or of the card that the presenter shall show on; nil for none.
  package let path: ByteString?
  /// Whether it shows on that card only, beside the first presenter, which has the console.
  package let isFurther: Bool
  /// The framebuffers that the previous presenter left on the card.
  package let buffers: [PresentedBuffer]
  /// The paths of pictures that ended earlier presenters while they read them.
  package let refusedPictures: [ByteString]
  /// Whether earlier presenters died so often that this one shows the safe screen: default
  /// settings, without pictures and without the feed's style.
  package let isSafe: Bool

  /// Creates a task.
  package init(
    clock: SessionClock, state: ProgressState, consoleGuard: ConsoleGuardProcess?, card: Int32?,
    path: ByteString?, isFurther: Bool, buffers: [PresentedBuffer], refusedPictures: [ByteString],
    isSafe: Bool
  ) {
    (self.clock, self.state, self.consoleGuard) = (clock, state, consoleGuard)
    (self.card, self.path, self.isFurther, self.buffers) = (card, path, isFurther, buffers)
    (self.refusedPictures, self.isSafe) = (refusedPictures, isSafe)
  }
}

/// Runs a presenter in a forked process until the keeper closes the channel, and returns the exit
/// status of that process.
package typealias PresenterStart = (PresenterTask, borrowing MessageChannel) -> Int32
