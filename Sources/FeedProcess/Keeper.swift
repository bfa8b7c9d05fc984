package import Base
import ConsoleGuard
package import Feed
package import LinuxSystem
import ProgressModel
package import SessionProtocol

/// The program's first process: reads the feeds, keeps the state, and restarts the presenter.
///
/// It makes no call that a driver can block, so a display never delays a feed's writer. Its copy of
/// the card's descriptor keeps the picture on the displays while a new presenter starts.
package final class Keeper {
  let settings: FeedSettings
  let present: PresenterStart
  let clock: SessionClock
  let feeds: FeedSet?
  private let wrapped: CommandSource?
  var commandStatus: Int32?
  let signals: SignalDescriptor
  let consoleGuard: ConsoleGuardProcess?
  let manager: ServiceManager?
  let scripted: [Script.Entry]
  private let openRecorder: EventRecorder?
  private let openHistory: HistoryFile?
  private let openMirror: StateMirror?
  var observer: RunObserver?
  var file: SessionFile?
  var nextEntry = 0
  var state: ProgressState
  // Partial records whose rest never arrived.
  var droppedCount = 0
  var log = LogArchive()

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
  // When the other cards get presenters, on the system's clock; nil for never.
  var furtherDue: Duration?
  var message: [UInt8] = []
  var inbox = [UInt8](repeating: 0, count: 4_096)

  // Constants in a build without them, so that the compiler drops their code.
  var command: CommandSource? { Traits.wrap ? wrapped : nil }
  var recorder: EventRecorder? { Traits.scripts ? openRecorder : nil }
  var historyFile: HistoryFile? { Traits.history ? openHistory : nil }
  var mirror: StateMirror? { Traits.mirror ? openMirror : nil }

  /// The longest wait for a child process at the end.
  static let childExitTimeout = Duration.seconds(2)

  /// Opens everything that the session reads and writes, and starts the console guard.
  ///
  /// - Parameters:
  ///   - settings: the settings of the feed process.
  ///   - start: the program's start, on the system's clock.
  ///   - script: events to play instead of reading feeds; nil for none.
  ///   - words: a command to wrap, with its arguments; empty for none.
  ///   - present: runs the presenter in a forked process.
  /// - Throws: an error of opening a feed or the recording, or of starting the command.
  package init(
    _ settings: FeedSettings, start: Duration, script: Script?, command words: [ByteString],
    present: @escaping PresenterStart
  ) throws(SystemError) {
    (self.settings, self.present, presenters) = (settings, present, [first])
    if !words.isEmpty, Command.isTerminal(2) { Log.hold() }
    file = script == nil ? settings.sessionFile.flatMap { SessionFile.inMemory($0) } : nil
    let last = file?.read(at: start)
    clock = SessionClock(start: last?.start ?? start, hold: settings.hold)
    state = last?.state ?? settings.newState
    state.rules.endsWithJobs = words.isEmpty
    manager = ServiceManager(at: start)
    scripted = script?.entries ?? []
    // Before all else that needs cleaning up, so that a signal leaves nothing behind.
    let signals = try SignalDescriptor(forOthers: !words.isEmpty)
    // Forked early, while little memory is shared that this process would copy on write.
    let makesFIFO =
      script == nil && words.isEmpty && settings.feeds.contains { $0.kind == .fifo }
    consoleGuard =
      settings.usesDisplay || makesFIFO ? Self.consoleGuard(closing: [signals.rawValue]) : nil
    self.signals = signals
    let feeds = script == nil ? try FeedSet(words.isEmpty ? settings.feeds : []) : nil
    self.feeds = feeds
    for path in feeds?.takeNewFIFOs() ?? [] { consoleGuard?.guardFIFO(path) }
    do throws(SystemError) {
      openRecorder = try settings.recording.flatMap { path throws(SystemError) in
        Traits.scripts ? try EventRecorder(path) : nil
      }
    } catch {
      feeds?.close()
      throw error
    }
    openHistory =
      Traits.history && script == nil ? settings.history.flatMap { Self.history(at: $0) } : nil
    observer = openHistory == nil ? nil : Self.observer(command: words)
    // Last, so that the command does not run if an earlier step fails.
    wrapped = try feeds.flatMap { feeds throws(SystemError) in
      words.isEmpty || !Traits.wrap ? nil : try Self.start(words, settings, feeds)
    }
    openMirror = settings.mirror.flatMap {
      Traits.mirror ? StateMirror($0, settings.mirrored) : nil
    }
    // The command may need them; the processes that are forked from now on do not.
    FileDescriptor.closeInherited()
  }

  /// Runs the session to its end, and returns its status.
  package func run() -> ExitStatus {
    // The command, if any, runs already, with all rights of its caller.
    let startsPrograms = settings.feeds.contains { $0.kind == .program }
    Confinement.begin(as: startsPrograms && feeds != nil ? .keeperWithPrograms : .keeper)
    manager?.note(state)
    first.outcome.stateChanged(isOutcome: state.phase.isOutcome, at: MonotonicClock.now)
    // Records that are there already belong to the first frame. A file that never changes causes no
    // event later.
    playScript()
    acceptCommandStart()
    readFeed()
    start(first)
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
      consoleGuard?.deliver()
      recorder?.update()
      updateHistory()
      mirror?.update(after: poller, state, clock)
      file?.write(state, start: clock.start)
      manager?.update(at: MonotonicClock.now)
      status = status ?? statusIfOver()
    }
    finish()
    // One wait for both, since they may be on the same disk.
    let end = MonotonicClock.now + Self.childExitTimeout
    recorder?.finish(by: end)
    historyFile?.finish(by: end)
    // A signal with `on-exit=keep` hands the session over to a successor, which reads the file.
    if case .signal? = status, settings.onExit == .keep {} else { file?.remove() }
    return status ?? .success
  }

  // MARK: - Waiting

  func wait(_ poller: inout Poller) {
    poller.clear()
    _ = poller.add(signals.rawValue, .readable)
    feeds?.addDescriptors(to: &poller)
    for one in presenters { one.addDescriptors(to: &poller) }
    recorder?.addDescriptors(to: &poller)
    if let history = historyFile?.descriptor { _ = poller.add(history, .readable) }
    mirror?.addDescriptors(to: &poller)
    let next = earlier(earlier(feeds?.deadline, nextScriptTime), outcomeDeadline)
    let served = earlier(earlier(manager?.deadline, mirror?.deadline), consoleGuard?.deadline)
    var starts = furtherDue
    for one in presenters where one.process == nil { starts = earlier(starts, one.restartAt) }
    poller.wait(for: earlier(earlier(next, starts), served).map { $0 - MonotonicClock.now })
  }

  /// The time of the script's next event, on the system's clock; nil for none.
  var nextScriptTime: Duration? {
    guard nextEntry < scripted.count else { return nil }
    let time = scripted[nextEntry].time
    if let hold = clock.hold, time > hold { return nil }
    return clock.start + time
  }

  func handleSignals() -> ExitStatus? {
    while let (signal, isTerminals) = signals.next() {
      if signal == .child {
        reapPresenters()
        consoleGuard?.reap()
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
    let now = clock.now
    while nextEntry < scripted.count, scripted[nextEntry].time <= now {
      let entry = scripted[nextEntry]
      accept(entry.event, at: entry.time)
      nextEntry += 1
    }
  }

  func readFeed() {
    guard let feeds, !feeds.hasEnded else { return }
    // Of one read all events have one time: a flood has many.
    let now = clock.now
    feeds.read(at: MonotonicClock.now) { output in
      switch output {
      case .event(.style(let name)) where !settings.styles.contains(name.utf8):
        Log.write("feed: unknown style '" + name.utf8 + "'; fbprogress list names the styles")
      case .event(let event) where command != nil: acceptFromCommand(event, at: now)
      case .event(let event): accept(event, at: now)
      case .end: if command == nil { acceptEnd() }
      case .newRoot: if command == nil { enterNewRoot() }
      case .displays(let areOurs): if command == nil { leaveDisplays(!areOurs) }
      case .dropped: droppedCount += 1
      case .answer, .recognized, .malformed: break
      }
    }
    for path in feeds.takeNewFIFOs() { consoleGuard?.guardFIFO(path) }
    if command != nil { acceptCommandEnd() } else if feeds.hasEnded { acceptEnd() }
    if let message = feeds.unrecognizedReport(at: MonotonicClock.now) { Log.write(message) }
  }

  /// Applies the end of the feeds without an outcome.
  func acceptEnd() {
    if state.phase.isOutcome { return }
    switch settings.endOfInput {
    case .fail: accept(.fail(.empty), at: clock.now)
    case .done: accept(.done(.empty), at: clock.now)
    case .stay:
      Log.write("feed: interrupted: EOF without an outcome")
      accept(.interruption, at: clock.now)
    }
  }

  func accept(_ event: ProgressEvent, at time: Duration) {
    if event == .reset { tryPresentersAgain() }
    guard state.apply(event, at: time) else { return }
    settings.adapt(&state, to: event)
    if case .logLine(let line) = event { log.append(line, at: time) }
    showOnTerminal()
    file?.isStale = true
    mirror?.stateChanged()
    manager?.note(state)
    for one in presenters {
      one.owesState = true
      one.outcome.stateChanged(isOutcome: state.phase.isOutcome, at: MonotonicClock.now)
    }
    recorder?.write(Script.line(event, at: time))
    observe(event, at: time)
  }

  private static func consoleGuard(closing descriptors: [Int32]) -> ConsoleGuardProcess? {
    do throws(SystemError) {
      return try ConsoleGuardProcess(closing: descriptors)
    } catch {
      Log.write(error.message + "; if it is killed, the console stays blank")
      return nil
    }
  }
}
