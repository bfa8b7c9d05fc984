import Base
import ConsoleGuard
import Feed
import LinuxSystem
import ProgressModel
package import SessionProtocol

/// The program's first process: reads the feeds, keeps the state, and restarts the presenter.
///
/// It makes no call that a driver can block, so a display never delays a feed's writer. Its copy of
/// the card's descriptor keeps the picture on the displays while a new presenter starts.
package final class Keeper {
  let settings: FeedSettings
  let system: KeeperSystem
  let clock: SessionClock
  // The time of the last wait's end, on the system's clock.
  var now: Duration
  // The session's inputs and outputs; nil for absent ones.
  var feeds: FeedSet?
  var consoleGuard: ConsoleGuardProcess?
  var manager: ServiceManager?
  var command: CommandSource?
  var recorder: FileProcess?
  var historyFile: FileProcess?
  var statusServer: StatusServer?
  // The process that runs `on-done` and `on-fail`; nil without them.
  var outcomeCommand: Helper?
  // The time at which the outcome began whose command was run last.
  var commandOutcomeBegan: Duration?
  // The screen that shows the run instead of presenters; nil for none.
  var relay: EventRelay?
  var commandStatus: Int32?
  var scripted: [Script.Entry] = []
  var observer: RunObserver?
  var file: SessionFile?
  var nextEntry = 0
  var state: ProgressState
  // The number of partial records without a rest.
  var droppedCount = 0
  // The earliest time of a line about a record, and the number of such lines left out.
  private var (nextFeedLine, omittedLines) = (Duration.zero, 0)
  var log = LogArchive()
  // The files that the presenter may use; nil for no limit.
  var presenterFiles: [Confinement.FileRule]?

  // The presenter with the console; all presenters, this one first.
  let first = PresenterLink()
  var presenters: [PresenterLink]
  // Whether the first presenter is started no more, and no further card shows frames.
  var presenterGaveUp = false
  var dumper: ChildProcess?
  var pictures = PictureQuarantine()
  // Whether a display is connected; nil while the first presenter looks for one.
  var hasDisplay: Bool?
  // Whether a frame was on a display in this session.
  var hasShown = false
  var hasNewRoot = false
  // Whether the displays are left to another program, and whether another VT is in the foreground.
  var (leavesDisplays, isAway) = (false, false)
  // All cards, and the card that the first presenter works on.
  var (knownCards, busyCard) = ([ByteString](), ByteString())
  // The time at which the other cards get presenters, on the system's clock; nil for never.
  var furtherDue: Duration?
  var message: [UInt8] = []
  var inbox = [UInt8](repeating: 0, count: 4_096)

  /// The longest wait for a child process at the end.
  static let childExitTimeout = Duration.seconds(2)

  /// Creates a keeper without feeds, files or other processes.
  ///
  /// - Parameter state: the state of a new session, or the last state of one to continue.
  init(
    _ settings: FeedSettings, _ system: KeeperSystem, _ clock: SessionClock, _ state: ProgressState
  ) {
    (self.settings, self.system, self.clock, self.state) = (settings, system, clock, state)
    (presenters, now) = ([first], system.now)
  }

  /// Runs the session to its end, and returns its status.
  package func run() -> ExitStatus {
    // Last, since presenters inherit its standard error.
    system.startBroker()
    // The command, if any, runs already, with all rights of its caller.
    let startsPrograms = feeds != nil && settings.feeds.contains { $0.kind == .program }
    if !system.owesBroker {
      Confinement.begin(
        as: startsPrograms ? .keeperWithPrograms : command == nil ? .keeper : .keeperOfCommand,
        files: startsPrograms ? nil : files(and: presenterFiles.map { _ in [] }))
    }
    return live()
  }

  /// Runs the session with the rights that this process has.
  func live() -> ExitStatus {
    now = system.now
    manager?.note(state)
    first.outcome.stateChanged(isOutcome: state.phase.isOutcome, at: now)
    // Records that have already arrived belong to the first frame. A file that never changes causes
    // no event later.
    playScript()
    // A command starts as a run of unknown extent.
    if command != nil { accept(.bytes(completed: 0, total: nil), at: sessionTime) }
    readFeed()
    if relay == nil {
      start(first)
    } else {
      presenterGaveUp = true
      manager?.becomeReady()
    }
    var status: ExitStatus?
    var poller = Poller()
    while status == nil {
      wait(&poller)
      status = handleSignals()
      playScript()
      readFeed()
      handleReports()
      startPresenters()
      publish()
      consoleGuard?.helper.deliver()
      recorder?.update()
      relay?.deliver()
      updateHistory()
      statusServer?.update(after: poller, at: now, stallsAt: stallsAt) {
        StatusReport.object(of: self)
      } emit: {
        feeds?.pass($0, of: nil, at: now) { accept($0, at: sessionTime) }
      }
      if settings.staysAfterOutcome, outcomeSeenAt != nil { runOutcomeCommand() }
      file?.write(state, start: clock.start)
      manager?.update(at: now)
      status = status ?? statusIfOver()
    }
    finish()
    // One wait for both, since they may be on the same disk.
    let end = system.now + Self.childExitTimeout
    recorder?.finish(by: end)
    historyFile?.finish(by: end)
    // A signal with `on-exit=keep` hands the session over to a successor, which reads the file.
    if case .signal? = status, settings.lastOrder == .endAndKeep {} else { file?.remove() }
    if case .signal? = status {} else { runOutcomeCommand() }
    outcomeCommand?.close()
    // A service manager may end a command that outlasts this process.
    if let outcomeCommand { _ = waitForEnd { outcomeCommand.reap() } }
    return status ?? .success
  }

  // MARK: - Waiting

  func wait(_ poller: inout Poller) {
    poller.clear()
    feeds?.addDescriptors(to: &poller)
    for one in presenters { one.addDescriptors(to: &poller) }
    consoleGuard?.helper.addRoom(to: &poller)
    recorder?.helper.addDescriptor(to: &poller)
    historyFile?.helper.addDescriptor(to: &poller)
    relay?.addDescriptor(to: &poller)
    statusServer?.addDescriptors(to: &poller)
    var next = earlier(earlier(feeds?.deadline, nextScriptTime), outcomeDeadline)
    next = earlier(next, earlier(manager?.deadline, statusServer?.deadline(stallsAt: stallsAt)))
    for one in presenters where one.helper == nil { next = earlier(next, one.restartAt) }
    now = system.wait(&poller, until: earlier(next, furtherDue))
  }

  /// The time of the session, as of `now`.
  var sessionTime: Duration { clock.time(at: now) }

  /// The time at which the run stalls, on the system's clock; nil for never.
  private var stallsAt: Duration? {
    clock.hold == nil ? state.stallsAt.map { clock.start + $0 } : nil
  }

  /// The time of the script's next event, on the system's clock; nil for none.
  var nextScriptTime: Duration? {
    guard nextEntry < scripted.count else { return nil }
    let time = scripted[nextEntry].time
    if let hold = clock.hold, time > hold { return nil }
    return clock.start + time
  }

  func handleSignals() -> ExitStatus? {
    while let (signal, isTerminals) = system.nextSignal() {
      if signal == .child {
        reapPresenters()
        consoleGuard?.helper.reap()
        reapDumper()
      } else if signal == .user1, command == nil {
        dump()
      } else if let command, commandStatus == nil {
        command.hand(on: signal, isTerminals: isTerminals)
      } else {
        return commandStatus.map { .command($0) } ?? .signal(signal.number)
      }
    }
    return nil
  }

  // MARK: - The feed

  func playScript() {
    let time = sessionTime
    while nextEntry < scripted.count, scripted[nextEntry].time <= time {
      let entry = scripted[nextEntry]
      accept(entry.event, at: entry.time)
      nextEntry += 1
    }
  }

  func readFeed() {
    guard let feeds, !feeds.hasEnded else { return }
    // All events of one read have one time: a flood has many.
    let time = sessionTime
    feeds.read(at: now) { accept($0, at: time) }
    for path in feeds.takeNewFIFOs() { consoleGuard?.guardFIFO(path) }
    if command != nil { acceptCommandEnd() } else if feeds.hasEnded { acceptEnd() }
    if let message = feeds.unrecognizedReport(at: now) { Log.write(message) }
  }

  private func accept(_ output: FeedOutput, at time: Duration) {
    switch output {
    case .event(.style(let name)) where !settings.styles.contains(name.utf8):
      logFeed("unknown style '" + name.utf8 + "'; fbprogress list names the styles")
    case .event(let event) where command != nil: acceptFromCommand(event, at: time)
    case .event(let event): accept(event, at: time)
    case .end: if command == nil { acceptEnd() }
    case .newRoot: if command == nil { enterNewRoot() }
    case .displays(let areOurs): if command == nil { leaveDisplays(!areOurs) }
    case .dropped: droppedCount += 1
    case .answer, .recognized, .malformed: break
    }
  }

  /// Logs a line that any record of a feed may cause, at most one a second.
  func logFeed(_ line: ByteString) {
    omittedLines += 1
    if now < nextFeedLine { return }
    let omitted = omittedLines > 1 ? "; lines left out: " + ByteString(omittedLines - 1) : ""
    Log.write("feed: " + line + omitted)
    (nextFeedLine, omittedLines) = (now + .seconds(1), 0)
  }

  /// Applies the end of the feeds without an outcome.
  func acceptEnd() {
    if state.phase.isOutcome { return }
    if settings.eventAtEOF == .interruption {
      Log.write("feed: interrupted: EOF without an outcome")
    }
    accept(settings.eventAtEOF, at: sessionTime)
  }

  func accept(_ event: ProgressEvent, at time: Duration) {
    if event == .reset { tryPresentersAgain() }
    guard state.apply(event, at: time) else { return }
    settings.adapt(&state, to: event)
    if case .logLine(let line) = event { log.append(line, at: time) }
    showOnTerminal()
    file?.isStale = true
    statusServer?.stateChanged()
    manager?.note(state)
    for one in presenters {
      one.owesState = true
      one.outcome.stateChanged(isOutcome: state.phase.isOutcome, at: now)
    }
    recorder?.append(Script.line(event, at: time))
    relay?.append(
      event, state.fraction, hasParts: state.steps.count > 0 || !state.jobs.isEmpty)
    observe(event, at: time)
  }
}
