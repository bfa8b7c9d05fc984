import ByteStrings
import Configuration
import Durations
import LinuxSystem
import Presenters
import ProgressModel

// When the session ends, and how.
extension Keeper {
  /// When an outcome will have been seen long enough, on the system's clock; or when nobody can have seen it for so long that
  /// whoever waits for this program waits no longer: a minute, after the time that a display is waited for.
  var outcomeDeadline: Duration? {
    guard endsAfterOutcome else { return nil }
    let unseen = outcome.knownAt.map { $0 + .seconds(60) + (options.wait ?? .zero) }
    return (outcome.seenAt ?? unseen).map {
      $0 + .seconds(options.settings.number("outcome-time") ?? 0)
    }
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
    if outcome.seenAt == nil { Log.say("the outcome was not shown: no display came for it") }
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
