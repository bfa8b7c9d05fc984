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
    if let outcomeSeenAt { return outcomeSeenAt + settings.outcomeTime }
    return first.outcome.deadline(
      OutcomeWatch.Timing(
        outcomeTime: settings.outcomeTime, displayTimeout: settings.displayTimeout,
        wraps: command != nil,
        hasDisplay: furtherCardsShow ? true : hasDisplay, hasShown: hasShown))
  }

  /// The time at which all cards in use had shown the outcome, on the system's clock; nil before. A
  /// stuck card counts as done two seconds after the first one.
  var outcomeSeenAt: Duration? {
    var (earliest, latest): (Duration?, Duration?) = (nil, nil)
    var lacksOne = false
    for one in presenters {
      if let seen = one.outcome.seenAt {
        earliest = earlier(earliest, seen)
        latest = max(latest ?? seen, seen)
      } else if one.hasShown {
        lacksOne = true
      }
    }
    return lacksOne ? earliest.map { $0 + .seconds(2) } : latest
  }

  var endsAfterOutcome: Bool {
    command != nil
      || !settings.staysAfterOutcome && clock.hold == nil
        && (state.phase != .interrupted || settings.endsAtEOF && feeds?.hasEnded == true)
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
    guard let outcomeDeadline, now >= outcomeDeadline else { return nil }
    if outcomeSeenAt == nil {
      Log.write("the outcome was not shown: no display; run fbprogress probe")
      if !hasShown, commandStatus == nil { return .cannotPresent }
    }
    return commandStatus.map { .command($0) } ?? ExitStatus(state.phase)
  }

  /// Runs the command of the outcome, once.
  func runOutcomeCommand() {
    guard state.phase.isOutcome, commandOutcomeBegan != state.phaseBegan else { return }
    commandOutcomeBegan = state.phaseBegan
    outcomeCommand?.channel?.send(state.phase.name.bytes.span)
  }

  /// Ends the presenters, then makes the guard restore the console. In this order the kernel draws
  /// the console when no program is master. Without a guard the broker restores it: a presenter
  /// that was killed could not.
  func finish() {
    manager?.stop()
    for message in feeds?.unrecognizedRemainder ?? [] { Log.write(message) }
    droppedCount += feeds?.unfinishedCount ?? 0
    if droppedCount > 0 {
      Log.write("feed: incomplete records dropped: " + ByteString(droppedCount))
    }
    // Its folder may be in that of the FIFO.
    statusServer?.close { StatusReport.object(of: self) }
    feeds?.close()
    try? relay?.finish(by: now + Self.childExitTimeout)
    if let order = settings.lastOrder { for one in presenters { one.send(order) } }
    handleReports()
    for one in presenters { one.helper?.close() }
    if !waitForEnd({ havePresentersEnded }) {
      // A presenter that a driver blocks does not see the channel's end.
      for one in presenters { if let process = one.helper?.process { system.kill(process) } }
      _ = waitForEnd { havePresentersEnded }
    }
    let cards = presenters.compactMap { $0.card?.rawValue }
    let lacksGuard = consoleGuard?.helper.process == nil
    let isKept = settings.lastOrder != nil && !cards.isEmpty && !lacksGuard
    let wasShown = settings.usesDisplay && (hasShown || !cards.isEmpty)
    // It holds the guard's channel, too.
    system.close(
      restoresConsole: lacksGuard && !isKept && wasShown && !isAway && !leavesDisplays)
    let hasClosed = waitForEnd { system.hasClosed() }
    if isKept {
      for other in cards.dropFirst() { consoleGuard?.keep(card: other) }
      if consoleGuard?.hold(card: cards[0], atMost: settings.successorTimeout) == true { return }
    }
    for one in presenters { one.card = nil }
    if lacksGuard { return }
    // A broker that does not end keeps the channel open.
    if !hasClosed { consoleGuard?.restoreConsole() }
    // Then it restores the console, and ends.
    consoleGuard?.helper.close()
    _ = waitForEnd { consoleGuard?.helper.reap() ?? true }
  }

  private var havePresentersEnded: Bool {
    for one in presenters {
      if let process = one.helper?.process, system.reap(process) != nil { one.helper = nil }
    }
    return presenters.allSatisfy { $0.helper == nil }
  }

  /// Waits for child processes, two seconds at most.
  func waitForEnd(_ hasEnded: () -> Bool) -> Bool {
    // The guard may have taken the time since the last wait.
    let end = system.now + Self.childExitTimeout
    var poller = Poller()
    while !hasEnded() {
      if now >= end { return false }
      poller.clear()
      now = system.wait(&poller, until: end)
      while system.nextSignal() != nil {}
    }
    return true
  }
}
