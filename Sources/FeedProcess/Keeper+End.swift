import Base
import ConsoleGuard
import LinuxSystem
import ProgressModel
import SessionProtocol

// The end of a session: its time and its exit status.
extension Keeper {
  /// The end of the session after an outcome, on the system's clock; nil without one.
  var outcomeDeadline: Duration? {
    guard endsAfterOutcome else { return nil }
    return outcome.deadline(
      OutcomeWatch.Timing(
        outcomeTime: settings.outcomeTime, displayTimeout: settings.displayTimeout,
        wraps: command != nil, hasDisplay: hasDisplay, hasShown: hasShown))
  }

  var endsAfterOutcome: Bool {
    command != nil
      || settings.afterOutcome == .exit && clock.hold == nil
        && state.phase != .interrupted
  }

  func statusIfOver() -> ExitStatus? {
    if command != nil, commandStatus == nil { return nil }
    if let commandStatus, presenterGaveUp { return .command(commandStatus) }
    guard state.phase.isOutcome, endsAfterOutcome else {
      // The presenter has given up, and no feed or script continues.
      let isOver = presenterGaveUp && (feeds.map { $0.hasEnded } ?? (nextScriptTime == nil))
      return isOver ? .cannotPresent : nil
    }
    if presenterGaveUp { return .cannotPresent }
    guard let outcomeDeadline, MonotonicClock.now >= outcomeDeadline else { return nil }
    if outcome.seenAt == nil {
      Log.write("the outcome was not shown: no display; run fbprogress probe")
      if !hasShown, commandStatus == nil { return .cannotPresent }
    }
    return commandStatus.map { .command($0) } ?? ExitStatus(state.phase)
  }

  /// Ends the presenter, then makes the guard restore the console. In this order the kernel draws
  /// the console when no program is master.
  func finish() {
    manager?.stop()
    for message in feeds?.unrecognizedRemainder ?? [] { Log.write(message) }
    droppedCount += feeds?.unfinishedCount ?? 0
    if droppedCount > 0 {
      Log.write("feed: incomplete records dropped: " + ByteString(droppedCount))
    }
    feeds?.close()
    mirror?.close()
    switch settings.onExit {
    case .restore: break
    case .keep: channel?.send(PresenterOrder.endAndKeep.bytes.span)
    case .black: channel?.send(PresenterOrder.endInBlack.bytes.span)
    }
    handleReports()
    channel = nil
    if let presenter, !waitForEnd({ presenter.reap(waiting: false) != nil }) {
      // A presenter that a driver blocks does not see the channel's end.
      presenter.kill()
      _ = waitForEnd { presenter.reap(waiting: false) != nil }
    }
    if settings.onExit != .restore, let card = card?.rawValue,
      consoleGuard?.hold(card: card, atMost: settings.successorTimeout) == true
    {
      return
    }
    card = nil
    consoleGuard?.dismiss()
    if let consoleGuard {
      _ = waitForEnd {
        consoleGuard.reap()
        return consoleGuard.hasEnded
      }
    }
  }

  /// Waits for a child process, two seconds at most.
  private func waitForEnd(_ hasEnded: () -> Bool) -> Bool {
    let end = MonotonicClock.now + Self.childExitTimeout
    var poller = Poller()
    while !hasEnded() {
      let left = end - MonotonicClock.now
      if left <= .zero { return false }
      poller.clear()
      _ = poller.add(signals.rawValue, .readable)
      poller.wait(for: left)
      while signals.next() != nil {}
    }
    return true
  }
}
