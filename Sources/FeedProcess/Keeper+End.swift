import Base
import ConsoleGuard
import LinuxSystem
import ProgressModel
import SessionProtocol

// When the session ends, and how.
extension Keeper {
  /// When the session ends after an outcome, on the system's clock; nil without one.
  ///
  /// An outcome that is seen stays for `outcome-time`. One that no display can show ends the session at
  /// once. Otherwise the time to show it is limited: a driver may be stuck, and the caller waits.
  var outcomeDeadline: Duration? {
    guard endsAfterOutcome else { return nil }
    if let seen = outcome.seenAt { return seen + settings.outcomeTime }
    guard let known = outcome.knownAt else { return nil }
    if hasDisplay == false, command != nil || !hasShown { return known }
    if command != nil {
      return known + (hasShown ? .seconds(10) + settings.outcomeTime : .seconds(2))
    }
    return known + .seconds(60) + (settings.displayTimeout ?? .zero) + settings.outcomeTime
  }

  var endsAfterOutcome: Bool {
    command != nil
      || settings.afterOutcome == .exit && clock.hold == nil
        && state.phase != .interrupted
  }

  func ending() -> ExitStatus? {
    if command != nil, commandStatus == nil { return nil }
    if let commandStatus, hasGivenUp { return .command(commandStatus) }
    guard state.phase.isOutcome, endsAfterOutcome else {
      // Nothing is shown, nothing more is said: there is nothing left to do.
      let isOver = hasGivenUp && (feeds.map { $0.hasEnded } ?? (nextScriptTime == nil))
      return isOver ? .cannotPresent : nil
    }
    if hasGivenUp { return .cannotPresent }
    guard let outcomeDeadline, MonotonicClock.now >= outcomeDeadline else { return nil }
    if outcome.seenAt == nil {
      Log.write("the outcome was not shown: no display; run fbprogress probe")
      if !hasShown, commandStatus == nil { return .cannotPresent }
    }
    return commandStatus.map { .command($0) } ?? ExitStatus(state.phase)
  }

  /// Ends the presenter, then has the console given back: in this order, so that the console is drawn last.
  func finish() {
    manager?.stop()
    for message in feeds?.unrecognizedRemainder ?? [] { Log.write(message) }
    droppedCount += feeds?.unfinishedCount ?? 0
    if droppedCount > 0 {
      Log.write("feed: incomplete records dropped: " + ByteString(droppedCount))
    }
    feeds?.close()
    switch settings.onExit {
    case .restore: break
    case .keep: channel?.send(PresenterOrder.endAndKeep.bytes.span)
    case .black: channel?.send(PresenterOrder.endInBlack.bytes.span)
    }
    handleReports()
    channel = nil
    if let presenter, !waitForEnd({ presenter.reap(waiting: false) != nil }) {
      // One that hangs in a driver does not even hear of that.
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

  /// Waits for a child process, but not long.
  ///
  /// - Returns: whether it has ended.
  private func waitForEnd(_ hasEnded: () -> Bool) -> Bool {
    let end = MonotonicClock.now + Self.farewell
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
