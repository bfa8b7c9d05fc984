import Base
import LinuxSystem
import ProgressModel
import SessionProtocol

/// The clock, the signals, the root and the child processes of a keeper. Tests replace them.
///
/// Presenters and dumps are child processes of the broker: `ChildProcess` has the number that the
/// keeper gave them.
class KeeperSystem {
  private var signals: SignalDescriptor?
  /// The broker to start; nil if no presenter is needed.
  var plan: Broker?
  private var broker: Helper?
  private var processCount: UInt8 = 0
  // The reports of ends that are not asked for yet.
  private var reports: [[UInt8]] = []
  private var inbox: [UInt8] = [0, 0, 0]

  /// Creates the system of a keeper.
  ///
  /// - Parameter signals: the signals to handle; nil for none.
  init(_ signals: consuming SignalDescriptor?) { self.signals = signals }

  /// Starts the broker. If descriptors, processes or memory are short, the first presenter's start
  /// tries again.
  func startBroker() { broker = try? plan?.start() }

  /// Whether a start of the broker is still due, which needs all rights.
  var owesBroker: Bool { plan != nil && broker == nil }

  /// The time, on the system's clock.
  var now: Duration { MonotonicClock.now }

  /// Waits until a signal arrives, a descriptor of the poller is ready, or a time has come.
  ///
  /// - Parameter end: that time, on the system's clock; nil for never.
  /// - Returns: the time after the wait.
  func wait(_ poller: inout Poller, until end: Duration?) -> Duration {
    if let signals = signals?.rawValue { _ = poller.add(signals, .readable) }
    broker?.addDescriptor(to: &poller)
    poller.wait(for: end.map { $0 - MonotonicClock.now })
    return MonotonicClock.now
  }

  /// Returns the next signal, as `SignalDescriptor.next`. A report of the broker counts as SIGCHLD.
  func nextSignal() -> (signal: SignalDescriptor.Signal, isTerminals: Bool)? {
    switch broker?.channel?.receive(into: &inbox) {
    case .message:
      reports.append(inbox)
      return (.child, false)
    case .closed:
      Log.write("the broker has ended: presenters cannot start", .error)
      broker?.close()
      return (.child, false)
    case .nothing, nil: return signals?.next()
    }
  }

  /// Starts a presenter, and sets the helper of its link.
  func start(_ one: PresenterLink, _ task: PresenterTask) throws(SystemError) {
    let message = PresenterReport(
      .task, text: task.path.orEmpty, paths: task.refusedPictures, buffers: task.buffers,
      isTrue: task.isSafe)
    var state: [UInt8] = []
    task.state.write(to: &state)
    one.helper = try start(
      task.isFurther ? .startFurther : .start, [message.bytes, state], descriptor: task.card)
  }

  /// Starts a process that writes the keeper's file of a dump.
  func startDump(_ text: ByteString) throws(SystemError) -> ChildProcess? {
    try start(.dump, [text.bytes], descriptor: nil).process
  }

  /// Makes the broker start a process.
  ///
  /// - Parameters:
  ///   - messages: the first messages on the process's channel.
  ///   - descriptor: a descriptor that is sent with the first one; nil for none.
  private func start(
    _ kind: Broker.Order, _ messages: [[UInt8]], descriptor: Int32?
  ) throws(SystemError) -> Helper {
    if owesBroker { broker = try plan?.start() }
    let pair = try MessageChannel.makePair()
    processCount &+= 1
    for index in messages.indices {
      let (message, card) = (messages[index], index == 0 ? descriptor : nil)
      guard case .taken = pair.first.send(message.span, descriptor: card) else {
        throw SystemError("send to the presenter", .again)
      }
    }
    guard
      case .taken? = broker?.channel?.send(
        [kind.rawValue, processCount].span, descriptor: pair.second.rawValue)
    else { throw SystemError("send to the broker", .brokenPipe) }
    return Helper(ChildProcess(identifier: Int32(processCount)), consume pair.first)
  }

  /// Makes a folder the root directory of this process and of the broker.
  func changeRoot(_ path: ByteString) throws(SystemError) {
    try Environment.changeRoot(path)
    order(.changeRoot)
  }

  private func order(_ kind: Broker.Order, _ number: UInt8 = 0) {
    broker?.channel?.send([kind.rawValue, number].span)
  }

  /// Returns how a process of the broker ended; nil while it runs. Without the broker, none can
  /// present.
  func reap(_ process: ChildProcess) -> ChildProcess.End? {
    for index in reports.indices where reports[index][0] == UInt8(process.identifier) {
      let report = reports.remove(at: index)
      return report[1] == 0 ? .exited(Int32(report[2])) : .killed(Int32(report[2]))
    }
    return broker?.descriptor == nil ? .exited(ExitStatus.cannotPresent.code) : nil
  }

  /// Kills a process of the broker.
  func kill(_ process: ChildProcess) { order(.kill, UInt8(process.identifier)) }

  /// Ends the broker.
  ///
  /// - Parameter restoresConsole: whether it restores the console in front first, which may take
  ///   any time.
  func close(restoresConsole: Bool) {
    if restoresConsole { order(.restoreConsole) }
    broker?.close()
  }

  /// Returns whether the broker has ended.
  func hasClosed() -> Bool { broker?.reap() ?? true }
}
