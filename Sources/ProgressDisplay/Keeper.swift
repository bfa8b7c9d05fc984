import ByteStrings
import Configuration
import Feed
import LinuxSystem
import Presenters
import ProgressModel
import Scenes

/// The program's first process: reads the feed, keeps the state, and sees to it that a presenter shows it.
///
/// It makes no call that a driver can make wait, so a feed's writer is never held up by a display. It holds a copy of
/// the card's descriptor, which keeps the picture on the glass while a presenter that died is replaced.
final class Keeper {
  private let options: Options
  private let clock: SessionClock
  private let feed: FeedSource?
  private let signals: SignalDescriptor
  private var terminal: VirtualTerminal?
  private let scripted: [Script.Entry]
  private var recorder: FileDescriptor?
  private var nextEntry = 0
  private var state: ProgressState
  private var junk = JunkCounter()

  private var presenter: ChildProcess?
  private var channel: MessageChannel?
  private var card: FileDescriptor?
  private var buffers: [DRMInheritance.Buffer] = []
  private var restarts = RestartPolicy()
  private var restartAt: Duration?
  private var hasGivenUp = false
  private var stateIsUnsent = false
  private var outcome = OutcomeWatch()
  private var message: [UInt8] = []
  private var inbox = [UInt8](repeating: 0, count: 4_096)

  /// How long a presenter may take to end in order.
  private static let farewell = Duration.seconds(2)

  /// Opens what the session reads and writes.
  init(_ options: Options, start: Duration, script: Script?) throws(SystemError) {
    self.options = options
    clock = SessionClock(start: start, hold: options.hold)
    state = ProgressState(finishesAtFull: options.settings.flag("finish-at-full"))
    scripted = script?.entries ?? []
    // First of all, so that a signal from here on leaves nothing behind.
    signals = try SignalDescriptor()
    feed = script == nil ? try FeedSource(options.feed, protocol: .native) : nil
    if let path = options.settings.text("record") {
      do throws(SystemError) {
        recorder = try FileDescriptor.open(path, for: .recording)
      } catch {
        feed?.close()
        throw error
      }
    }
    terminal = options.usesDisplay ? VirtualTerminal() : nil
  }

  /// Runs the session to its end.
  func run() -> ExitStatus {
    // What is there already is part of the first frame; a file that never changes tells of itself in no other way.
    playScript()
    readFeed()
    startPresenter()
    var status: ExitStatus?
    var poller = Poller()
    while status == nil {
      wait(&poller)
      status = handleSignals()
      playScript()
      readFeed()
      handleReports()
      restartIfDue()
      publish()
      status = status ?? ending()
    }
    finish()
    return status ?? .success
  }

  // MARK: - Waiting

  private func wait(_ poller: inout Poller) {
    poller.clear()
    _ = poller.add(signals.rawValue, .readable)
    feed?.addDescriptors(to: &poller)
    if let channel = channel?.rawValue {
      _ = poller.add(channel, .readable)
      if stateIsUnsent { _ = poller.add(channel, .writable) }
    }
    let next = earlier(earlier(feed?.deadline, nextScriptTime), earlier(restartAt, outcomeDeadline))
    poller.wait(for: next.map { $0 - MonotonicClock.now })
  }

  /// When the next of a script's events comes, on the system's clock.
  private var nextScriptTime: Duration? {
    guard nextEntry < scripted.count else { return nil }
    let time = scripted[nextEntry].time
    if let hold = clock.hold, time > hold { return nil }
    return clock.start + time
  }

  private func handleSignals() -> ExitStatus? {
    while let signal = signals.next() {
      if signal == .child { reapPresenter() } else { return .signal(signal.number) }
    }
    return nil
  }

  // MARK: - The feed

  private func playScript() {
    let now = clock.now
    while nextEntry < scripted.count, scripted[nextEntry].time <= now {
      let entry = scripted[nextEntry]
      accept(entry.event, at: entry.time)
      nextEntry += 1
    }
  }

  private func readFeed() {
    guard let feed, !feed.hasEnded else { return }
    feed.read(at: MonotonicClock.now) { output in
      switch output {
      case .event(.style(let name)) where SceneStyle.named(name.utf8) == nil:
        junk.count(ProgressText("style " + name.utf8))
      case .event(let event): accept(event, at: clock.now)
      case .malformed(let record): junk.count(record)
      case .end, .answer, .recognized: break
      }
    }
    if feed.hasEnded { acceptEnd() }
    if let message = junk.report(at: MonotonicClock.now) { Log.say(message) }
  }

  /// What the end of a feed means that had no outcome.
  private func acceptEnd() {
    if state.phase.isOutcome { return }
    switch options.settings.choice("at-eof") {
    case 1: accept(.fail(.empty), at: clock.now)
    case 2: accept(.done(.empty), at: clock.now)
    default:
      Log.say("feed: interrupted: it ended, and nothing said how it went")
      accept(.interruption, at: clock.now)
    }
  }

  private func accept(_ event: ProgressEvent, at time: Duration) {
    guard state.apply(event, at: time) else { return }
    stateIsUnsent = true
    outcome.stateChanged(isOutcome: state.phase.isOutcome)
    guard recorder != nil else { return }
    do throws(SystemError) {
      try recorder?.writeAll(Script.line(event, at: time).bytes.span)
    } catch {
      // A script with gaps would show what never was.
      Log.say("record: " + error.message + "; what follows is not recorded")
      recorder = nil
    }
  }

  // MARK: - The presenter

  private func startPresenter() {
    restartAt = nil
    do throws(SystemError) {
      let pair = try MessageChannel.makePair()
      restarts.didStart(at: MonotonicClock.now)
      let inheritance = DRMInheritance(card: card?.rawValue, buffers: buffers)
      let mine =
        [pair.first.rawValue, recorder?.rawValue].compactMap { $0 } + (feed?.descriptors ?? [])
      presenter = try ChildProcess.fork(named: "fbprogress-show", closing: mine) {
        PresenterProcess.run(
          options, clock: clock, state: state, channel: pair.second, terminal: terminal,
          inheritance: inheritance)
      }
      channel = consume pair.first
      stateIsUnsent = false
      outcome.presenterStarted()
    } catch {
      Log.say(error.message + "; the feed is read on, but not shown")
      hasGivenUp = true
    }
  }

  private func restartIfDue() {
    if let restartAt, MonotonicClock.now >= restartAt { startPresenter() }
  }

  private func reapPresenter() {
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

  private func died(_ how: ByteString, at now: Duration) {
    if let pause = restarts.didDie(at: now) {
      Log.say("the presenter " + how + "; starting it again")
      restartAt = now + pause
    } else {
      giveUp("the presenter " + how + " too often; ")
    }
  }

  private func giveUp(_ why: ByteString) {
    hasGivenUp = true
    Log.say(why + "the feed is read on, so that its writer is not held up, but not shown")
  }

  private func handleReports() {
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
      case .outcomeShown(let received)?:
        outcome.outcomeShown(received: received, at: MonotonicClock.now)
      case nil: break
      }
    }
  }

  /// Sends the newest state; one that does not fit now is replaced by the next.
  private func publish() {
    guard stateIsUnsent, channel != nil else { return }
    message.removeAll(keepingCapacity: true)
    state.write(to: &message)
    let bytes = message
    if case .taken? = channel?.send(bytes.span) {
      stateIsUnsent = false
      outcome.stateSent()
    }
  }

  // MARK: - The end

  /// When an outcome will have been seen long enough, on the system's clock.
  private var outcomeDeadline: Duration? {
    guard endsAfterOutcome else { return nil }
    return outcome.seenAt.map { $0 + .seconds(options.settings.number("outcome-time") ?? 0) }
  }

  private var endsAfterOutcome: Bool {
    options.settings.choice("after-outcome") == 0 && clock.hold == nil
      && state.phase != .interrupted
  }

  private func ending() -> ExitStatus? {
    guard state.phase.isOutcome, endsAfterOutcome else {
      // Nothing is shown, nothing more is said: there is nothing left to do.
      let isOver = hasGivenUp && (feed.map { $0.hasEnded } ?? (nextScriptTime == nil))
      return isOver ? .cannotPresent : nil
    }
    if hasGivenUp { return .cannotPresent }
    guard let outcomeDeadline, MonotonicClock.now >= outcomeDeadline else { return nil }
    return ExitStatus(state.phase)
  }

  /// Ends the presenter, then gives the console back: in this order, so that the console is drawn last.
  private func finish() {
    if let feed {
      if feed.droppedCount > 0 {
        Log.say("feed: " + ByteString(feed.droppedCount) + " records had no end and were dropped")
      }
      feed.close()
    }
    channel = nil
    let end = MonotonicClock.now + Self.farewell
    var poller = Poller()
    while let child = presenter, child.reap(waiting: false) == nil {
      let left = end - MonotonicClock.now
      if left <= .zero {
        child.kill()
        _ = child.reap(waiting: true)
        break
      }
      poller.clear()
      _ = poller.add(signals.rawValue, .readable)
      poller.wait(for: left)
      while signals.next() != nil {}
    }
    card = nil
    terminal?.restore()
  }
}
