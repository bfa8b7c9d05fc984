import Base
import ConsoleGuard
import Feed
import LinuxSystem
import ProgressModel
import SessionProtocol

// The starts, restarts and ends of presenters, and the messages to and from them.
extension Keeper {
  /// The time that the first presenter has for a card before the other cards get presenters.
  private static let patience = Duration.seconds(1)

  // MARK: - Start

  /// Starts the presenters that are due.
  func startPresenters() {
    // A process that was killed has to end first: it may still hold the display.
    for one in presenters where one.helper == nil {
      if let restartAt = one.restartAt, now >= restartAt { start(one) }
    }
    guard let due = furtherDue, now >= due else { return }
    furtherDue = nil
    for path in knownCards
    where path != busyCard && !presenters.contains(where: { !$0.hasConsole && $0.path == path }) {
      let one = PresenterLink(card: path)
      one.outcome.stateChanged(isOutcome: state.phase.isOutcome, at: now)
      presenters.append(one)
      start(one)
    }
  }

  func start(_ one: PresenterLink) {
    (one.restartAt, one.diedTooOften) = (nil, false)
    do throws(SystemError) {
      try system.start(
        one,
        PresenterTask(
          clock: clock, state: state, consoleGuard: consoleGuard, card: one.card?.rawValue,
          path: one.path, isFurther: !one.hasConsole, buffers: one.buffers,
          refusedPictures: pictures.refused, isSafe: one.restarts.isSafe))
      one.restarts.didStart(at: now)
      one.owesState = false
      one.outcome.presenterStarted()
      if leavesDisplays(of: one) { order(one) }
    } catch {
      // Descriptors, processes or memory may be short only for a while.
      died(one, "cannot start: " + error.message, hasCrashed: false)
    }
  }

  // MARK: - End

  /// Handles the ends of presenters.
  func reapPresenters() {
    for one in presenters {
      guard let process = one.helper?.process, let end = system.reap(process) else { continue }
      handleReports(of: one)
      (one.helper, one.displays) = (nil, ByteString())
      statusServer?.stateChanged()
      let picture = one.picture
      one.picture = nil
      if let picture {
        pictures.refuse(picture)
        Log.write("picture " + picture + ": the presenter died while it read it; not read again")
      }
      switch end {
      // `tryPresentersAgain` killed it.
      case _ where one.restartAt != nil: break
      // A picture may take the memory that a presenter without it has.
      case .exited(ExitStatus.cannotPresent.code) where picture == nil: giveUp(one, after: nil)
      case .exited(let code):
        died(
          one, "ended with status " + ByteString(code),
          hasCrashed: code != ExitStatus.passingFailure)
      case .killed(let signal):
        died(one, "was ended by signal " + ByteString(signal), hasCrashed: true)
      }
    }
  }

  private func died(_ one: PresenterLink, _ how: ByteString, hasCrashed: Bool) {
    let death = one.name + " " + how
    let wasSafe = one.restarts.isSafe
    guard let pause = one.restarts.didDie(at: now, hasCrashed: hasCrashed) else {
      return giveUp(one, after: death)
    }
    let isFirstSafe = one.restarts.isSafe && !wasSafe
    Log.write(
      death + "; restarting it"
        + (isFirstSafe ? " with the safe screen: default settings, no pictures" : ""))
    one.restartAt = now + pause
  }

  /// Starts a presenter no more.
  ///
  /// - Parameter death: its last death of too many; nil if it has no display to show on.
  private func giveUp(_ one: PresenterLink, after death: ByteString?) {
    guard one.hasConsole else {
      if let death { Log.write(death + " too often; the card is not used") }
      return drop(one)
    }
    one.diedTooOften = death != nil
    let why = death.map { $0 + " too often; until a reset, " }.orEmpty
    if furtherCardsShow { return Log.write(why + "other cards show the progress") }
    presenterGaveUp = true
    consoleGuard?.restoreConsole()
    // The feed is still read, so the service is ready.
    manager?.becomeReady()
    Log.write(why + "the feed is read, but not shown", .error)
  }

  /// Closes a further card. Without another one that shows frames, the first presenter starts
  /// again.
  private func drop(_ one: PresenterLink) {
    presenters.removeAll { $0 === one }
    if first.helper == nil, first.restartAt == nil, !presenterGaveUp, !furtherCardsShow {
      first.restartAt = now
    }
  }

  /// Whether the presenter of a further card has shown a frame.
  var furtherCardsShow: Bool { presenters.contains { $0.hasShown && !$0.hasConsole } }

  /// Restarts presenters that died too often, and replaces those with the safe screen. A new run
  /// may have another style, text or picture, so refused pictures are read again.
  func tryPresentersAgain() {
    let readsAgain = !pictures.refused.isEmpty
    pictures = PictureQuarantine()
    for one in presenters {
      let wasSafe = one.restarts.isSafe
      one.restarts = RestartPolicy()
      if readsAgain { one.send(.readPicturesAgain) }
      if one.diedTooOften {
        (presenterGaveUp, one.diedTooOften) = (false, false)
        one.restartAt = now
      } else if wasSafe, let process = one.helper?.process {
        // Killed, so that the picture stays until the new one.
        system.kill(process)
        one.restartAt = now
      }
    }
  }

  // MARK: - Orders

  /// Leaves the displays to another program, or takes them again.
  func leaveDisplays(_ leaves: Bool) {
    if leaves == leavesDisplays { return }
    leavesDisplays = leaves
    for one in presenters { order(one) }
  }

  /// Whether a presenter leaves its displays. The first one knows itself which VT is in front.
  private func leavesDisplays(of one: PresenterLink) -> Bool {
    leavesDisplays || isAway && !one.hasConsole
  }

  private func order(_ one: PresenterLink) {
    one.send(leavesDisplays(of: one) ? .leaveDisplays : .takeDisplays)
  }

  /// Sends the newest state. If a channel is full, the next state replaces it.
  func publish() {
    for one in presenters where one.owesState && one.helper?.descriptor != nil {
      message.removeAll(keepingCapacity: true)
      state.write(to: &message)
      let bytes = message
      if case .taken? = one.helper?.channel?.send(bytes.span) {
        one.owesState = false
        one.outcome.stateSent()
      }
    }
  }

  // MARK: - Reports

  /// Handles the reports of all presenters.
  func handleReports() { for one in presenters { handleReports(of: one) } }

  private func handleReports(of one: PresenterLink) {
    while let received = one.helper?.channel?.receive(into: &inbox) {
      // The broker reports its end.
      if case .closed = received { one.helper?.close() }
      guard case .message(let count, let descriptor) = received else { return }
      let bytes = inbox
      let card = descriptor.map { FileDescriptor(owning: $0) }
      guard let report = PresenterReport(bytes.span.extracting(first: count)) else { continue }
      let path = report.text
      switch report.kind {
      case .card:
        one.card = card
        if one.hasConsole { (one.path, busyCard) = (path.isEmpty ? nil : path, path) }
      case .cardGone:
        one.card = nil
        one.buffers = []
        if one.hasConsole { one.path = nil }
      case .buffers: one.buffers = report.buffers
      case .firstPicture: showedFirstFrame(one)
      case .outcomeShown: one.outcome.outcomeShown(received: report.received, at: now)
      case .pictureBegun: one.picture = path
      case .pictureEnded: one.picture = nil
      case .pictureRefused: pictures.refuse(path)
      case .cards where one.hasConsole && !report.paths.isEmpty:
        (knownCards, busyCard) = (report.paths, report.paths[0])
        furtherDue = now + Self.patience
      case .away where one.hasConsole:
        isAway = report.isTrue
        for other in presenters where !other.hasConsole { order(other) }
      case .displays:
        if one.hasConsole { hasDisplay = report.isTrue }
        one.displays = report.text
        statusServer?.stateChanged()
      case .cards, .away, .task: break
      }
    }
  }

  private func showedFirstFrame(_ one: PresenterLink) {
    (hasShown, one.hasShown) = (true, true)
    if !one.hasConsole {
      first.send(.othersShow)
    } else if !knownCards.isEmpty {
      furtherDue = now
    }
    Log.note("first frame shown" + (one.hasConsole ? "" : " on " + one.path.orEmpty))
    manager?.becomeReady()
  }
}
