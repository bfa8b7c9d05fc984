import Base
import ConsoleGuard
import Feed
import LinuxSystem
import ProgressModel
import SessionProtocol

// The presenter's start, restart and end, and the messages to and from it.
extension Keeper {
  /// The descriptors of the feeds and of the mirror.
  var servedDescriptors: [Int32] { (feeds?.descriptors ?? []) + (mirror?.descriptors ?? []) }

  func startPresenter() {
    restartAt = nil
    do throws(SystemError) {
      let pair = try MessageChannel.makePair()
      var mine = foreignDescriptors(of: nil) + [pair.first.rawValue]
      mine.removeAll { $0 == card?.rawValue }
      presenter = try ChildProcess.fork(named: "fbprogress-show", closing: mine) {
        present(
          PresenterTask(
            clock: clock, state: state, consoleGuard: consoleGuard, card: card?.rawValue,
            path: cardPath, isFurther: false, buffers: buffers, refusedPictures: pictures.refused,
            isSafe: restarts.isSafe),
          pair.second)
      }
      channel = consume pair.first
      restarts.didStart(at: MonotonicClock.now)
      stateIsUnsent = false
      outcome.presenterStarted()
      if leavesDisplays { channel?.send(PresenterOrder.leaveDisplays.bytes.span) }
    } catch {
      // Descriptors, processes or memory may be short only for a while.
      died("cannot start: " + error.message, at: MonotonicClock.now, hasCrashed: false)
    }
  }

  /// Leaves the displays to another program, or takes them again.
  func leaveDisplays(_ leaves: Bool) {
    if leaves == leavesDisplays { return }
    leavesDisplays = leaves
    channel?.send((leaves ? PresenterOrder.leaveDisplays : .takeDisplays).bytes.span)
    orderFurther()
  }

  func restartIfDue() {
    // One that was killed has to end first: it may still hold the display.
    if presenter == nil, let restartAt, MonotonicClock.now >= restartAt { startPresenter() }
  }

  func reapPresenter() {
    guard let end = presenter?.reap(waiting: false) else { return }
    handleReports()
    presenter = nil
    channel = nil
    let now = MonotonicClock.now
    let picture = pictures.presenterEnded()
    if let picture {
      Log.write("picture " + picture + ": the presenter died while it read it; not read again")
    }
    switch end {
    // Ended by `tryPresenterAgain`.
    case _ where restartAt != nil: break
    // A picture may take the memory that a presenter without it has.
    case .exited(ExitStatus.cannotPresent.code) where picture == nil:
      giveUp("", afterDeaths: false)
    case .exited(let code):
      died(
        "ended with status " + ByteString(code), at: now,
        hasCrashed: code != ExitStatus.passingFailure)
    case .killed(let signal):
      died("was ended by signal " + ByteString(signal), at: now, hasCrashed: true)
    }
  }

  func died(_ how: ByteString, at now: Duration, hasCrashed: Bool) {
    let wasSafe = restarts.isSafe
    if let pause = restarts.didDie(at: now, hasCrashed: hasCrashed) {
      let isFirstSafe = restarts.isSafe && !wasSafe
      Log.write(
        "the presenter " + how + "; restarting it"
          + (isFirstSafe ? " with the safe screen: default settings, no pictures" : ""))
      restartAt = now + pause
    } else {
      giveUp("the presenter " + how + " too often; until a reset, ", afterDeaths: true)
    }
  }

  /// Starts a presenter again after earlier ones died too often, or replaces one that shows the
  /// safe screen. A new run may have another style, text or picture, so refused pictures are read
  /// again.
  func tryPresenterAgain() {
    let wasSafe = restarts.isSafe
    restarts = RestartPolicy()
    if !pictures.refused.isEmpty {
      pictures = PictureQuarantine()
      channel?.send(PresenterOrder.readPicturesAgain.bytes.span)
    }
    if presenterGaveUp, diedTooOften {
      (presenterGaveUp, diedTooOften) = (false, false)
      restartAt = MonotonicClock.now
    } else if wasSafe, let presenter {
      // Killed, so that the picture stays until the new one.
      presenter.kill()
      restartAt = MonotonicClock.now
    }
  }

  func giveUp(_ why: ByteString, afterDeaths: Bool) {
    if further.contains(where: { $0.hasShown }) {
      return Log.write(why + "other cards show the progress")
    }
    (presenterGaveUp, diedTooOften) = (true, afterDeaths)
    consoleGuard?.restoreConsole()
    // The feed is still read, so the service is ready.
    manager?.becomeReady()
    Log.write(
      why + "the feed is read, but not shown", .error)
  }

  func handleReports() {
    while true {
      guard case .message(let count, let descriptor)? = channel?.receive(into: &inbox) else {
        return
      }
      let report = inbox
      switch PresenterReport(report.span.extracting(first: count)) {
      case .card(let path)?:
        card = descriptor.map { FileDescriptor(owning: $0) }
        cardPath = path.isEmpty ? nil : path
        busyCard = path
      case .cardGone?:
        card = nil
        cardPath = nil
        buffers = []
      case .cards(let paths)?: noteCards(paths)
      case .away(let isAway)?:
        self.isAway = isAway
        orderFurther()
      case .buffers(let buffers)?: self.buffers = buffers
      case .displays(let areThere)?: hasDisplay = areThere
      case .firstPicture?:
        (hasShown, firstHasShown) = (true, true)
        if !knownCards.isEmpty { furtherDue = MonotonicClock.now }
        Log.note("first frame shown")
        manager?.becomeReady()
      case .outcomeShown(let received)?:
        outcome.outcomeShown(received: received, at: MonotonicClock.now)
      case .pictureBegun(let path)?: pictures.readingBegan(path)
      case .pictureEnded?: pictures.readingEnded()
      case .pictureRefused(let path)?: pictures.refuse(path)
      case nil: break
      }
    }
  }

  /// Sends the newest state. If the channel is full, the next state replaces it.
  func publish() {
    publishFurther()
    guard stateIsUnsent, channel != nil else { return }
    message.removeAll(keepingCapacity: true)
    state.write(to: &message)
    let bytes = message
    if case .taken? = channel?.send(bytes.span) {
      stateIsUnsent = false
      outcome.stateSent()
    }
  }
}
