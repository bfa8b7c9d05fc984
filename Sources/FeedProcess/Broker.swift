import Base
import Configuration
import ConsoleGuard
import LinuxSystem
import ProgressModel
import SessionProtocol

/// The process that starts presenters for the keeper (docs/adr/0032-a-broker.md).
///
/// It keeps the rights that the keeper, which reads feeds of others, gives up: to use devices, to
/// fork and to send signals. An order is one of `Order`, and the keeper's number of a process. A
/// report of the end of a process is that number, 1 if a signal killed it or 0, and the signal's
/// number or the exit status. A task names cards and pictures alone, so a keeper that is taken over
/// gets none of these rights.
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

    var startsProcess: Bool { rawValue <= Order.dump.rawValue }
  }

  private let clock: SessionClock
  private let consoleGuard: ConsoleGuardProcess?
  private let settings: FeedSettings
  private let files: [Confinement.FileRule]?
  private let present: PresenterStart

  /// - Parameters:
  ///   - files: the files that it and the presenters may use; nil for no limit.
  ///   - present: runs a presenter in a forked process.
  init(
    _ clock: SessionClock, _ consoleGuard: ConsoleGuardProcess?, _ settings: FeedSettings,
    files: [Confinement.FileRule]?, present: @escaping PresenterStart
  ) {
    (self.clock, self.consoleGuard, self.settings) = (clock, consoleGuard, settings)
    (self.files, self.present) = (files, present)
  }

  /// Forks the process. It ends when the channel is closed.
  func start() throws(SystemError) -> Helper {
    // An error here leaves the start due.
    let signals = try SignalDescriptor()
    let kept = [signals.rawValue, Log.descriptor, consoleGuard?.helper.descriptor]
    return try Helper(named: "fbprogress-fork", keeping: kept) {
      if settings.table.flag(.mlock) { ProcessMemory.lockOrLog() }
      Confinement.begin(as: .broker, files: files)
      serve($0, signals)
      return 0
    }
  }

  /// Executes orders until the keeper's end of the channel is closed.
  private func serve(
    _ channel: borrowing MessageChannel, _ signals: borrowing SignalDescriptor
  ) {
    var children: [(number: UInt8, process: ChildProcess)] = []
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
        if let end {
          if let child = start(order, inbox[1], end, channel) { children.append(child) }
        } else if order == .kill {
          for child in children where child.number == inbox[1] { child.process.kill() }
        } else {
          execute(order)
          // A start without the channel, for want of descriptors.
          if order.startsProcess { report(inbox[1], .exited(ExitStatus.passingFailure), channel) }
        }
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

  private func execute(_ order: Order) {
    if order == .restoreConsole { VirtualTerminal()?.restore() }
    if order == .changeRoot, let root = settings.newRoot {
      do throws(SystemError) { try Environment.changeRoot(root) } catch {
        Log.write(error.message)
      }
    }
  }

  private func start(
    _ order: Order, _ number: UInt8, _ end: borrowing MessageChannel,
    _ channel: borrowing MessageChannel
  ) -> (number: UInt8, process: ChildProcess)? {
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
      return (number, process)
    } catch {
      // Descriptors, processes or memory may be short only for a while.
      Log.write(error.message)
      report(number, .exited(ExitStatus.passingFailure), channel)
      return nil
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
    let (path, device) = (report.text, settings.table.text(.device))
    let isCard = FileSystem.folder(of: path) == "/dev/dri" || path == device
    return PresenterTask(
      clock: clock, state: state, consoleGuard: consoleGuard, card: card,
      path: isCard ? path : nil, isFurther: isFurther,
      buffers: report.buffers, refusedPictures: report.paths, isSafe: report.isTrue)
  }

  private func dump(_ channel: borrowing MessageChannel) -> Int32 {
    // Without a limit if the root may change, as a rule would name another folder.
    let folder = settings.dumpFolder
    let rule = settings.newRoot == nil ? Confinement.FileRule.makingFolder(folder) : nil
    Confinement.begin(as: .dumper, files: rule.map { [$0] })
    var inbox = [UInt8](repeating: 0, count: 2 * ProgressState.wireCapacity)
    if case .message(let count, _) = channel.receive(into: &inbox, by: nil) {
      DumpFile.write(inbox.span.extracting(first: count), to: "state.txt", in: folder)
    }
    return 0
  }
}
