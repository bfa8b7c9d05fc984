import Base
import LinuxSystem
import SessionProtocol

/// The clock, the signals, the root and the child processes of a keeper. Tests replace them.
class KeeperSystem {
  private var signals: SignalDescriptor?
  private let present: PresenterStart

  /// Creates the system of a keeper.
  ///
  /// - Parameters:
  ///   - signals: the signals to handle; nil for none.
  ///   - present: runs the presenter in a forked process.
  init(_ signals: consuming SignalDescriptor?, _ present: @escaping PresenterStart) {
    self.present = present
    self.signals = signals
  }

  /// The time, on the system's clock.
  var now: Duration { MonotonicClock.now }

  /// Waits until a signal arrives, a descriptor of the poller is ready, or a time has come.
  ///
  /// - Parameter end: that time, on the system's clock; nil for never.
  /// - Returns: the time after the wait.
  func wait(_ poller: inout Poller, until end: Duration?) -> Duration {
    if let signals = signals?.rawValue { _ = poller.add(signals, .readable) }
    poller.wait(for: end.map { $0 - MonotonicClock.now })
    return MonotonicClock.now
  }

  /// Returns the next signal, as `SignalDescriptor.next`.
  func nextSignal() -> (signal: SignalDescriptor.Signal, isTerminals: Bool)? { signals?.next() }

  /// Forks a presenter, and sets the helper of its link.
  ///
  /// - Parameters:
  ///   - kept: the descriptors that the presenter keeps, with those of its channel and its log.
  ///   - task: makes the presenter's task. The child calls it, so that it owns the task.
  func start(
    _ one: PresenterLink, keeping kept: [Int32?], _ task: () -> PresenterTask
  ) throws(SystemError) {
    let name: StaticBytes = one.hasConsole ? "fbprogress-show" : "fbprogress-card"
    one.helper = try Helper(named: name, keeping: kept + [Log.descriptor]) { present(task(), $0) }
  }

  /// Forks a process that writes the keeper's file of a dump.
  ///
  /// - Parameter hasOtherRoot: whether the root may change, so that a rule would name another
  ///   folder.
  func startDump(
    _ text: ByteString, to folder: ByteString, hasOtherRoot: Bool
  ) throws(SystemError) -> ChildProcess {
    try ChildProcess.fork(named: "fbprogress-dump", keeping: [Log.descriptor]) {
      let rule = hasOtherRoot ? nil : Confinement.FileRule.makingFolder(folder)
      Confinement.begin(as: .dumper, files: rule.map { [$0] })
      DumpFile.write(text.bytes.span, to: "state.txt", in: folder)
      return ExitStatus.success.code
    }
  }

  /// Makes a folder the root directory of this process.
  func changeRoot(_ path: ByteString) throws(SystemError) { try Environment.changeRoot(path) }

  /// Returns how a child ended; nil while it runs.
  func reap(_ process: ChildProcess) -> ChildProcess.End? { process.reap(waiting: false) }

  /// Kills a child.
  func kill(_ process: ChildProcess) { process.kill() }

  /// Restores the console in front. May wait for a driver.
  func restoreConsole() { VirtualTerminal()?.restore() }
}
