import Base
import KMS

// Failure handling of a card.
extension DRMCard {
  /// Recovers from a failure on one display: shows the frame in another way, or retries later. Its
  /// presenter handles a failure of the whole card.
  ///
  /// - Returns: whether the frame is shown.
  func recovers(
    from error: KMSError, on display: DRMDisplay, at now: Duration
  ) throws(PresenterError) -> Bool {
    do throws(KMSError) {
      if !display.isLit || display.isFailing || display.awaitsModeset || error.isOfCard {
        throw error
      }
      try display.recover(from: error)
      return true
    } catch {
      if error.isOfCard {
        try presenter.failed(error, at: now)
      } else if !display.isLit, error.isRefusal || display.lacksMemory(error),
        search.refuse(display.commit, after: error, snapshot)
      {
        if search.refusalCount == 1, display.pauseCount == 0 {
          display.note(": " + error.message + "; trying another configuration")
        }
        try replace([display], at: now)
      } else {
        let problem: ByteString = display.isLit ? ": retrying: " : ": not shown on for a while: "
        if display.fail(error, at: now) { display.note(problem + error.message) }
        // Inherited buffers may have waited for it.
        if displays.contains(where: { $0.isLit }) { didLight() }
      }
      return false
    }
  }

  /// Repaints all displays, and shows them by one modeset.
  func repaint(at now: Duration) throws(PresenterError) {
    for display in displays where !display.isFailing { display.repaint() }
    try lightPainted(at: now)
  }
}
