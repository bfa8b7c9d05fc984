import ByteStrings
import Configuration
import Durations
import LinuxSystem
import Presenters
import ProgressModel

// When the session ends, and how.
extension Keeper {
  /// When the session ends after an outcome, on the system's clock; nil without one.
  ///
  /// An outcome that is seen stays for `outcome-time`. One that no display can show ends the session at
  /// once. Otherwise the time to show it is limited: a driver may be stuck, and the caller waits.
  var outcomeDeadline: Duration? {
    guard endsAfterOutcome else { return nil }
    let outcomeTime = Duration.seconds(options.settings.number("outcome-time") ?? 0)
    if let seen = outcome.seenAt { return seen + outcomeTime }
    guard let known = outcome.knownAt else { return nil }
    if hasDisplay == false, command != nil || !hasShown { return known }
    if command != nil { return known + (hasShown ? .seconds(10) + outcomeTime : .seconds(2)) }
    return known + .seconds(60) + (options.wait ?? .zero) + outcomeTime
  }

  var endsAfterOutcome: Bool {
    command != nil
      || options.settings.choice("after-outcome") == 0 && clock.hold == nil
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
      Log.say("the outcome was not shown: no display; fbprogress probe tells why")
      if !hasShown, commandStatus == nil { return .cannotPresent }
    }
    return commandStatus.map { .command($0) } ?? ExitStatus(state.phase)
  }

  /// Ends the presenter, then has the console given back: in this order, so that the console is drawn last.
  func finish() {
    manager?.stop()
    for message in feeds?.unrecognizedRemainder ?? [] { Log.say(message) }
    droppedCount += feeds?.unfinishedCount ?? 0
    if droppedCount > 0 {
      Log.say("feed: " + ByteString(droppedCount) + " records had no end and were dropped")
    }
    feeds?.close()
    switch options.ending {
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
    if options.ending != .restore, let card = card?.rawValue,
      supervisor?.hold(card: card, atMost: options.endingPatience) == true
    {
      return
    }
    card = nil
    supervisor?.dismiss()
    if let supervisor {
      _ = waitForEnd {
        supervisor.reap()
        return supervisor.hasEnded
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
