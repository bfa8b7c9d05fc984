package import Base
import Configuration
import ConsoleGuard
package import Feed
package import LinuxSystem
import ProgressModel
package import SessionProtocol

// The files, sockets and processes that a session needs from its start.
extension Keeper {
  /// Opens everything that the session reads and writes, and starts the console guard.
  ///
  /// - Parameters:
  ///   - settings: the settings of the feed process.
  ///   - start: the program's start, on the system's clock.
  ///   - script: events to play instead of reading feeds; nil for none.
  ///   - words: a command to wrap, with its arguments; empty for none.
  ///   - relay: the way to the screen that shows the command; nil for presenters of this process.
  ///   - presenterFiles: the files that the presenter may use; nil for no limit.
  ///   - present: runs the presenter in a forked process.
  /// - Throws: an error of opening a feed or the recording, or of starting the command.
  package convenience init(
    _ settings: FeedSettings, start: Duration, script: Script?, command words: [ByteString],
    relay: EventRelay? = nil, presenterFiles: [Confinement.FileRule]?,
    present: @escaping PresenterStart
  ) throws(SystemError) {
    if !words.isEmpty, Command.isTerminal(2) { Log.hold() }
    let file = script == nil ? settings.sessionFile.flatMap { SessionFile.inMemory($0) } : nil
    let last = file?.read(at: start)
    // Open this before everything that needs cleanup, so that a signal leaves no garbage.
    let signals = try SignalDescriptor(forOthers: !words.isEmpty)
    self.init(
      settings, KeeperSystem(signals),
      SessionClock(start: last?.start ?? start, hold: settings.hold),
      last?.state ?? settings.newState)
    self.file = file
    self.presenterFiles = presenterFiles
    state.rules.endsWithJobs = words.isEmpty
    manager = ServiceManager(at: start)
    let readsFeeds = script == nil
    // Forked early, while little memory is shared that this process would copy on write.
    if settings.usesDisplay
      || readsFeeds && words.isEmpty && settings.feeds.contains(where: { $0.kind == .fifo })
    {
      startGuard()
    }
    if relay == nil {
      system.plan = Broker(
        clock, consoleGuard, settings, files: presenterFiles, present: present)
    }
    if let script {
      scripted = script.entries
    } else {
      let opened = try FeedSet(words.isEmpty ? settings.feeds : [])
      feeds = opened
      for path in opened.takeNewFIFOs() { consoleGuard?.guardFIFO(path) }
    }
    self.relay = relay
    // The outcome of a script or a wrapped command is not the machine's.
    if readsFeeds, words.isEmpty { try startOutcomeCommand() }
    // A continued session has run the command of its outcome.
    commandOutcomeBegan = last?.state.phaseBegan
    try openFiles(words, readsFeeds: readsFeeds)
    // Last, so that the command does not run if an earlier step fails.
    if let feeds, !words.isEmpty {
      command = try Self.start(words, settings, feeds, relay?.path)
    }
    if relay == nil { statusServer = settings.statusPath.flatMap { StatusServer.open($0) } }
    // The command may need them; the processes that are forked from now on do not.
    FileDescriptor.closeInherited()
  }

  /// Forks the process that runs `on-done` and `on-fail`, with the rights that the commands may
  /// need. A message names an outcome, or is one byte for the new root: no text of a feed reaches
  /// the shell.
  private func startOutcomeCommand() throws(SystemError) {
    let (onDone, onFail) = (settings.table.text(.onDone), settings.table.text(.onFail))
    if onDone == nil, onFail == nil { return }
    outcomeCommand = try Helper(named: "fbprogress-then", outlives: true) { channel in
      var inbox = [UInt8](repeating: 0, count: 16)
      while case .message(let count, _) = channel.receive(into: &inbox, by: nil) {
        let outcome = ByteString(inbox.span.extracting(first: count))
        if count == 1 { try? Environment.changeRoot(settings.newRoot ?? "/") }
        guard count > 1, let command = outcome == "done" ? onDone : onFail else { continue }
        let script = "export FBPROGRESS_OUTCOME=" + outcome + "\n" + command
        let words = ("sh -c" as ByteString).split(at: UInt8(ascii: " ")) + [script]
        let shell = try? Command(words, onTerminal: false, extra: -2, isOwn: false)
        _ = shell?.process.reap(waiting: true)
      }
      return 0
    }
  }

  /// The files that this process may use; nil for no limit.
  ///
  /// - Parameter others: further files; nil for no limit.
  func files(and others: [Confinement.FileRule]?) -> [Confinement.FileRule]? {
    guard var rules = others else { return nil }
    var paths = [settings.sessionFile, settings.statusPath].compactMap { $0 }
    for feed in settings.feeds where feed.kind != .descriptor && feed.kind != .inherited {
      paths.append(feed.path)
    }
    for path in paths {
      // A file may be replaced in its folder, and a link may lead out of it.
      let folder = Confinement.FileRule.makingFolder(FileSystem.folder(of: path))
      guard let folder else { return nil }
      rules += [folder, .reading(path)]
    }
    let ofFIFO = FileSystem.folder(of: FeedDescription.defaultFIFO)
    for folder in (statusServer?.folders ?? []) + [ofFIFO] {
      rules.append(.removingFolders(FileSystem.folder(of: folder)))
    }
    return rules
  }

  private func startGuard() {
    do throws(SystemError) {
      consoleGuard = try ConsoleGuardProcess(files: files(and: presenterFiles))
    } catch {
      Log.write(error.message + "; if it is killed, the console stays blank")
    }
  }

  /// Starts the processes that write the recording and the history.
  private func openFiles(_ words: [ByteString], readsFeeds: Bool) throws(SystemError) {
    do throws(SystemError) {
      recorder = try settings.recording.map(FileProcess.init(record:))
    } catch  where error.code.isTransient {
      Log.write("record: " + error.message + "; recording stopped")
    } catch {
      feeds?.close()
      throw error
    }
    guard let path = settings.history, readsFeeds, relay == nil else { return }
    do throws(SystemError) {
      historyFile = try FileProcess(history: path)
    } catch {
      return Log.write("history: " + error.message + "; nothing is learned")
    }
    // A run without a title has the name of the command, if any.
    var name = ByteString()
    for word in words { name.append(word, after: " ") }
    observer = RunObserver(fallbackName: RunHistory.key(of: SanitizedText(name)))
  }
}
