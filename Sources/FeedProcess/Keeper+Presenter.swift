import Base
import ConsoleGuard
import Feed
import LinuxSystem
import ProgressModel
import SessionProtocol

// The presenter's start, restart and end, and the messages to and from it.
extension Keeper {
  func startPresenter() {
    restartAt = nil
    do throws(SystemError) {
      let pair = try MessageChannel.makePair()
      restarts.didStart(at: MonotonicClock.now)
      let mine =
        [pair.first.rawValue, recorder?.rawValue].compactMap { $0 } + (feeds?.descriptors ?? [])
      presenter = try ChildProcess.fork(named: "fbprogress-show", closing: mine) {
        present(
          PresenterTask(
            clock: clock, state: state, consoleGuard: consoleGuard, card: card?.rawValue,
            buffers: buffers), pair.second)
      }
      channel = consume pair.first
      stateIsUnsent = false
      outcome.presenterStarted()
    } catch {
      Log.write(error.message + "; the feed is read, but not shown", .error)
      presenterGaveUp = true
    }
  }

  func restartIfDue() {
    if let restartAt, MonotonicClock.now >= restartAt { startPresenter() }
  }

  func reapPresenter() {
    guard let end = presenter?.reap(waiting: false) else { return }
    handleReports()
    presenter = nil
    channel = nil
    let now = MonotonicClock.now
    switch end {
    case .exited(ExitStatus.cannotPresent.code):
      giveUp("")
    case .exited(let code): died("ended with status " + ByteString(code), at: now)
    case .killed(let signal): died("was ended by signal " + ByteString(signal), at: now)
    }
  }

  func died(_ how: ByteString, at now: Duration) {
    if let pause = restarts.didDie(at: now) {
      Log.write("the presenter " + how + "; restarting it")
      restartAt = now + pause
    } else {
      giveUp("the presenter " + how + " too often; ")
    }
  }

  func giveUp(_ why: ByteString) {
    presenterGaveUp = true
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
      case .card?: card = descriptor.map { FileDescriptor(owning: $0) }
      case .cardGone?:
        card = nil
        buffers = []
      case .buffers(let buffers)?: self.buffers = buffers
      case .displays(let areThere)?: hasDisplay = areThere
      case .firstPicture?:
        hasShown = true
        Log.note("first frame shown")
        manager?.becomeReady()
      case .outcomeShown(let received)?:
        outcome.outcomeShown(received: received, at: MonotonicClock.now)
      case nil: break
      }
    }
  }

  /// Sends the newest state. If the channel is full, the next state replaces it.
  func publish() {
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
