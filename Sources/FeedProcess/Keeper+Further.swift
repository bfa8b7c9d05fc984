import Base
import ConsoleGuard
import LinuxSystem
import ProgressModel
import SessionProtocol

// The presenters of further cards.
extension Keeper {
  /// The time that the first presenter has for a card before the others get presenters.
  private static let patience = Duration.seconds(1)

  /// Records the paths of all cards, which the first presenter reports.
  func noteCards(_ paths: [ByteString]) {
    guard let first = paths.first else { return }
    (knownCards, busyCard) = (paths, first)
    furtherDue = MonotonicClock.now + Self.patience
  }

  /// Starts a presenter for each card without one, once its time has come.
  func startFurther() {
    let now = MonotonicClock.now
    for one in further where one.process == nil {
      if let restartAt = one.restartAt, now >= restartAt { start(one) }
    }
    guard let due = furtherDue, now >= due else { return }
    furtherDue = nil
    for path in knownCards where path != busyCard && !further.contains(where: { $0.path == path }) {
      let one = FurtherPresenter(path)
      one.outcome.stateChanged(isOutcome: state.phase.isOutcome, at: now)
      further.append(one)
      start(one)
    }
  }

  /// The descriptors that a child must close: those of the feeds, and of other cards than its own.
  ///
  /// - Parameter one: a further presenter; nil for a process that shows on none of the cards.
  @inline(never) func foreignDescriptors(of one: FurtherPresenter?) -> [Int32] {
    var all = servedDescriptors
    for descriptor in [
      channel?.rawValue, card?.rawValue, recorder?.descriptor, historyFile?.descriptor,
    ] {
      if let descriptor { all.append(descriptor) }
    }
    for other in further where other !== one { all += other.descriptors }
    return all
  }

  private func start(_ one: FurtherPresenter) {
    one.restartAt = nil
    one.restarts.didStart(at: MonotonicClock.now)
    do throws(SystemError) {
      let pair = try MessageChannel.makePair()
      let foreign = foreignDescriptors(of: one) + [pair.first.rawValue]
      one.process = try ChildProcess.fork(named: "fbprogress-card", closing: foreign) {
        present(
          PresenterTask(
            clock: clock, state: state, consoleGuard: consoleGuard, card: one.card?.rawValue,
            path: one.path, isFurther: true, buffers: one.buffers,
            refusedPictures: pictures.refused, isSafe: one.restarts.isSafe),
          pair.second)
      }
      one.channel = consume pair.first
      one.owesState = false
      one.outcome.presenterStarted()
      if leavesDisplays || isAway { order(one) }
    } catch {
      died(one, "cannot start: " + error.message, hasCrashed: false)
    }
  }

  /// Has the presenters of further cards leave them to other programs, or take them.
  func orderFurther() { for one in further { order(one) } }

  private func order(_ one: FurtherPresenter) {
    let order = leavesDisplays || isAway ? PresenterOrder.leaveDisplays : .takeDisplays
    one.channel?.send(order.bytes.span)
  }

  /// Handles the ends of these presenters. One that has nothing to show on ends for good.
  func reapFurther() {
    for one in further {
      guard let end = one.process?.reap(waiting: false) else { continue }
      handleReports(of: one)
      one.process = nil
      one.channel = nil
      if let picture = one.picture { pictures.refuse(picture) }
      one.picture = nil
      switch end {
      case .exited(ExitStatus.cannotPresent.code): drop(one)
      case .exited(let code):
        died(
          one, "ended with status " + ByteString(code),
          hasCrashed: code != ExitStatus.passingFailure)
      case .killed(let signal):
        died(one, "was ended by signal " + ByteString(signal), hasCrashed: true)
      }
    }
  }

  private func died(_ one: FurtherPresenter, _ how: ByteString, hasCrashed: Bool) {
    let now = MonotonicClock.now
    let pause = one.restarts.didDie(at: now, hasCrashed: hasCrashed)
    Log.write(
      "the presenter of " + one.path + " " + how
        + (pause == nil ? " too often; the card is not used" : "; restarting it"))
    one.restartAt = pause.map { now + $0 }
    if pause == nil { drop(one) }
  }

  /// Forgets a card, and closes it. The first presenter comes back if no other is left.
  private func drop(_ one: FurtherPresenter) {
    further.removeAll { $0 === one }
    if presenter == nil, restartAt == nil, !presenterGaveUp,
      !further.contains(where: { $0.hasShown })
    {
      restartAt = MonotonicClock.now
    }
  }

  /// Handles the reports of all these presenters.
  func handleFurtherReports() { for one in further { handleReports(of: one) } }

  private func handleReports(of one: FurtherPresenter) {
    while case .message(let count, let descriptor)? = one.channel?.receive(into: &inbox) {
      let report = inbox
      switch PresenterReport(report.span.extracting(first: count)) {
      case .card?: one.card = descriptor.map { FileDescriptor(owning: $0) }
      case .cardGone?:
        one.card = nil
        one.buffers = []
      case .buffers(let buffers)?: one.buffers = buffers
      case .firstPicture?:
        (hasShown, one.hasShown) = (true, true)
        channel?.send(PresenterOrder.othersShow.bytes.span)
        Log.note("first frame shown on " + one.path)
        manager?.becomeReady()
      case .outcomeShown(let received)?:
        one.outcome.outcomeShown(received: received, at: MonotonicClock.now)
      case .pictureBegun(let path)?: one.picture = path
      case .pictureEnded?: one.picture = nil
      case .pictureRefused(let path)?: pictures.refuse(path)
      case .displays?, .cards?, .away?, nil: break
      }
    }
  }

  /// Sends the newest state to these presenters.
  func publishFurther() {
    for one in further where one.owesState && one.channel != nil {
      message.removeAll(keepingCapacity: true)
      state.write(to: &message)
      let bytes = message
      if case .taken? = one.channel?.send(bytes.span) {
        one.owesState = false
        one.outcome.stateSent()
      }
    }
  }
}
