import Base
import ConsoleGuard
import LinuxSystem
import ProgressModel
import SessionProtocol

/// The process that starts presenters for the keeper (docs/adr/0032-a-broker.md).
///
/// It keeps the rights that the keeper, which reads feeds of others, gives up: to use devices, to
/// fork and to send signals. An order is one of `Order`, and the keeper's number of a process. A
/// report of the end of a process is that number, 1 if a signal killed it or 0, and the signal's
/// number or the exit status. No message has texts, so a keeper that is taken over gets none of
/// these rights.
final class Broker {
  /// The effect of an order.
  enum Order: UInt8 {
    /// Start a presenter with the attached end of its channel.
    case start
    /// As `start`, for a further card.
    case startFurther
    /// Write the message on the attached channel as the keeper's file of a dump.
    case dump
    /// Kill the process.
    case kill
    /// Make the setting `new-root` the root directory.
    case changeRoot
    /// Restore the console in front. May wait for a driver.
    case restoreConsole
  }

  private let clock: SessionClock
  private let consoleGuard: ConsoleGuardProcess?
  private let dumpFolder: ByteString
  private let newRoot: ByteString?
  // The files that it and the presenters may use; nil for no limit.
  private let files: [Confinement.FileRule]?
  private let present: PresenterStart
  private var children: [(number: UInt8, process: ChildProcess)] = []

  /// - Parameters:
  ///   - files: the files that it and the presenters may use; nil for no limit.
  ///   - present: runs a presenter in a forked process.
  init(
    _ clock: SessionClock, _ consoleGuard: ConsoleGuardProcess?, dumpFolder: ByteString,
    newRoot: ByteString?, files: [Confinement.FileRule]?, present: @escaping PresenterStart
  ) {
    (self.clock, self.consoleGuard, self.dumpFolder) = (clock, consoleGuard, dumpFolder)
    (self.newRoot, self.files, self.present) = (newRoot, files, present)
  }

  /// Forks the process. It ends when the channel is closed.
  func start() throws(SystemError) -> Helper {
    let kept = [Log.descriptor, consoleGuard?.helper.descriptor]
    return try Helper(named: "fbprogress-fork", keeping: kept) {
      Confinement.begin(as: .broker, files: files)
      if let signals = try? SignalDescriptor() { serve($0, signals) }
      return 0
    }
  }

  /// Executes orders until the keeper's end of the channel is closed.
  private func serve(
    _ channel: borrowing MessageChannel, _ signals: borrowing SignalDescriptor
  ) {
    var inbox: [UInt8] = [0, 0]
    var poller = Poller()
    while true {
      poller.clear()
      _ = poller.add(channel.rawValue, .readable)
      _ = poller.add(signals.rawValue, .readable)
      poller.wait(for: nil)
      while signals.next() != nil {}
      children.removeAll {
        guard let end = $0.process.reap(waiting: false) else { return false }
        report($0.number, end, channel)
        return true
      }
      switch channel.receive(into: &inbox) {
      case .nothing: break
      case .closed: return
      case .message(_, let descriptor):
        let end = descriptor.map { MessageChannel(owning: $0) }
        guard let order = Order(rawValue: inbox[0]) else { break }
        if let end { start(order, inbox[1], end, channel) } else { execute(order, inbox[1]) }
      }
    }
  }

  private func report(
    _ number: UInt8, _ end: ChildProcess.End, _ channel: borrowing MessageChannel
  ) {
    let bytes: [UInt8] =
      switch end {
      case .exited(let status): [number, 0, UInt8(truncatingIfNeeded: status)]
      case .killed(let signal): [number, 1, UInt8(truncatingIfNeeded: signal)]
      }
    _ = channel.send(bytes.span, by: nil)
  }

  private func execute(_ order: Order, _ number: UInt8) {
    switch order {
    case .kill: for one in children where one.number == number { one.process.kill() }
    case .changeRoot: if let newRoot { try? Environment.changeRoot(newRoot) }
    case .restoreConsole: VirtualTerminal()?.restore()
    case .start, .startFurther, .dump: break
    }
  }

  private func start(
    _ order: Order, _ number: UInt8, _ end: borrowing MessageChannel,
    _ channel: borrowing MessageChannel
  ) {
    let kept = [end.rawValue, Log.descriptor, consoleGuard?.helper.descriptor]
    let name: StaticBytes =
      order == .dump
      ? "fbprogress-dump" : order == .start ? "fbprogress-show" : "fbprogress-card"
    do throws(SystemError) {
      let process = try ChildProcess.fork(named: name, keeping: kept) {
        if order == .dump { return dump(end) }
        guard let task = task(end, isFurther: order == .startFurther) else { return 1 }
        return present(task, end)
      }
      children.append((number, process))
    } catch {
      // Descriptors, processes or memory may be short only for a while.
      Log.write(error.message)
      report(number, .exited(ExitStatus.passingFailure), channel)
    }
  }

  /// Receives the first two messages: the report `task`, with the card, and the state.
  private func task(_ channel: borrowing MessageChannel, isFurther: Bool) -> PresenterTask? {
    var inbox = [UInt8](repeating: 0, count: 2 * ProgressState.wireCapacity)
    guard case .message(let count, let card) = channel.receive(into: &inbox, by: nil),
      let report = PresenterReport(inbox.span.extracting(first: count)),
      case .message(let size, _) = channel.receive(into: &inbox, by: nil),
      let state = ProgressState(wire: inbox, in: 0..<size)
    else { return nil }
    return PresenterTask(
      clock: clock, state: state, consoleGuard: consoleGuard, card: card,
      path: report.text.isEmpty ? nil : report.text, isFurther: isFurther,
      buffers: report.buffers, refusedPictures: report.paths, isSafe: report.isTrue)
  }

  private func dump(_ channel: borrowing MessageChannel) -> Int32 {
    // Without a limit if the root may change, as a rule would name another folder.
    let rule = newRoot == nil ? Confinement.FileRule.makingFolder(dumpFolder) : nil
    Confinement.begin(as: .dumper, files: rule.map { [$0] })
    var inbox = [UInt8](repeating: 0, count: 2 * ProgressState.wireCapacity)
    if case .message(let count, _) = channel.receive(into: &inbox, by: nil) {
      DumpFile.write(inbox.span.extracting(first: count), to: "state.txt", in: dumpFolder)
    }
    return 0
  }
}
