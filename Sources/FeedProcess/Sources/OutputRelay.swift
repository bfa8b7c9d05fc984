import Base
import Feed
import LinuxSystem

/// The process between a command's output and this program's own: passes the output on, and sends
/// the keeper copies.
///
/// It outlives the keeper, so the command can write when the other processes are gone. It outlives
/// the command while child processes of the command may still write. It reads output only as fast
/// as it can write it: a slow reader slows the command down exactly as without this program. The
/// keeper never does: if it is slow, it gets the newest output alone.
struct OutputRelay {
  /// The kinds of messages to the keeper: one byte, then the bytes of an output.
  enum Report {
    /// Bytes of standard output follow; 1 for standard error.
    static let bytes: UInt8 = 0
    /// The reader of standard output is gone; 3 for standard error.
    static let readerGone: UInt8 = 2
    /// As `bytes`, behind lines that were dropped since the keeper did not read them in time; 5
    /// for standard error.
    static let gap: UInt8 = 4
    /// Everything that the command wrote before its end is passed on.
    static let drained: UInt8 = 6
  }

  /// The kinds of messages from the keeper: one byte.
  enum Order {
    /// The command has ended.
    static let commandEnded: UInt8 = 0
    /// Show progress on the caller's terminal; a control sequence follows.
    static let showProgress: UInt8 = 1
  }

  /// The longest piece that is written at once, bytes: PIPE_BUF, so a pipe with room takes it
  /// whole.
  private static let pieceSize = 4_096
  /// The most bytes that are read at once and reported in one message, and the most messages that
  /// wait for the keeper.
  private static let (copySize, copyLimit) = (65_535, 2)
  /// The time between reports, and until the next attempt to send one.
  private static let pause = Duration.milliseconds(50)

  private struct Stream {
    let source: Int32
    let target: Int32
    var isOpen = true
    var isIdle = false
    // Bytes that are read and not written yet.
    var pending: [UInt8] = []
    // Whether the last written byte ended a line: progress must not tear a sequence of the
    // command's.
    var isBetweenLines = true
    // The output that waits for room in the channel to the keeper, oldest first; whether output
    // before it was dropped; whether the end of the reader is to be reported.
    var copies: [[UInt8]] = []
    var hasGap = false
    var owesEnd = false

    /// 0 for standard output, 1 for standard error.
    var index: UInt8 { UInt8(target - 1) }

    /// Writes pending bytes while the target has room. If the target is closed, closes the source,
    /// so the command gets SIGPIPE or EPIPE as without this program.
    mutating func write() {
      var written = 0
      while written < pending.count, FileDescriptor.isWritable(target) {
        do throws(SystemError) {
          let end = min(written + OutputRelay.pieceSize, pending.count)
          let piece = pending.span.extracting(written..<end)
          written += try FileDescriptor.write(piece, to: target) ?? 0
        } catch {
          owesEnd = true
          return close()
        }
      }
      if written > 0 {
        isBetweenLines = pending[written - 1] == 0x0a || pending[written - 1] == 0x0d
      }
      pending.removeFirst(written)
    }

    mutating func close() {
      FileDescriptor.close(source)
      (isOpen, isIdle) = (false, true)
    }

    /// Keeps output for the keeper; drops the oldest of too much.
    mutating func keep(_ bytes: [UInt8]) {
      if let last = copies.last, last.count + bytes.count <= OutputRelay.copySize {
        copies[copies.count - 1] += bytes
        return
      }
      if copies.count == OutputRelay.copyLimit {
        copies.removeFirst()
        hasGap = true
      }
      copies.append(bytes)
    }

    /// Whether the keeper does not know everything.
    var owesReport: Bool { !copies.isEmpty || owesEnd }

    /// Reports to the keeper while the channel has room.
    mutating func report(_ channel: borrowing MessageChannel) {
      while let first = copies.first {
        // Behind a gap the first line lacks its begin.
        let end = hasGap ? first.firstIndex(of: 0x0a) ?? first.count - 1 : -1
        let message = [(hasGap ? Report.gap : Report.bytes) + index] + first[(end + 1)...]
        if channel.send(message.span) == .full { return }
        copies.removeFirst()
        hasGap = false
      }
      if owesEnd { owesEnd = channel.send([Report.readerGone + index].span) == .full }
    }
  }

  // The open streams.
  private var streams: [Stream] = []
  private var buffer = [UInt8](repeating: 0, count: copySize)
  private var keeperIsThere = true
  private var commandHasEnded = false
  private var hasReportedDrained = false
  private var nextReport = Duration.zero
  // A control sequence that is not written yet; empty for none.
  private var progress: [UInt8] = []
  // Whether the terminal shows progress; whether progress has been ended for good.
  private var hasProgress = false
  private var isOver = false

  /// Creates a relay.
  ///
  /// - Parameter sources: the nonblocking read ends of standard output and standard error; below 0
  ///   for none.
  init(_ sources: [Int32]) {
    for index in sources.indices where sources[index] >= 0 {
      streams.append(Stream(source: sources[index], target: Int32(index) + 1))
    }
  }

  /// Passes output on until no process can write any more.
  ///
  /// - Parameter channel: to the keeper, whose messages are `Order`s.
  mutating func run(_ channel: borrowing MessageChannel) {
    var poller = Poller()
    while true {
      listen(channel)
      showProgress()
      for index in streams.indices where streams[index].isOpen { pass(index) }
      // The command has the CPU first.
      let now = MonotonicClock.now
      if commandHasEnded || now >= nextReport {
        nextReport = now + Self.pause
        for index in streams.indices where keeperIsThere { streams[index].report(channel) }
      }
      streams.removeAll { !$0.isOpen && !($0.owesReport && keeperIsThere) }
      var owesReport = false
      for stream in streams where stream.owesReport { owesReport = true }
      if streams.allSatisfy({ $0.isIdle }), commandHasEnded || streams.isEmpty {
        if !isOver, hasProgress { progress = TerminalProgress.end.bytes }
        isOver = true
        showProgress()
        if !owesReport, !hasReportedDrained {
          hasReportedDrained = channel.send([Report.drained].span) != .full
          owesReport = !hasReportedDrained
        }
      }
      owesReport = owesReport && keeperIsThere
      if streams.isEmpty, !owesReport { return }
      poller.clear()
      if keeperIsThere { _ = poller.add(channel.rawValue, .readable) }
      for stream in streams where stream.isOpen {
        _ =
          stream.pending.isEmpty
          ? poller.add(stream.source, .readable) : poller.add(stream.target, .writable)
      }
      poller.wait(for: owesReport ? nextReport - now : nil)
    }
  }

  /// Passes on output of a stream, for a limited time.
  private mutating func pass(_ index: Int) {
    streams[index].isIdle = false
    for _ in 0..<4 {
      if streams[index].pending.isEmpty {
        var count: Int?
        do throws(SystemError) {
          count = try FileDescriptor.read(from: streams[index].source, into: &buffer)
        } catch {
          count = 0
        }
        streams[index].isIdle = count == nil
        guard let count else { return }
        if count == 0 { return streams[index].close() }
        streams[index].pending = Array(buffer[..<count])
        streams[index].keep(streams[index].pending)
      }
      streams[index].write()
      if !streams[index].isOpen || !streams[index].pending.isEmpty { return }
    }
  }

  /// Writes the newest progress to the caller's terminal, between two lines of the command.
  private mutating func showProgress() {
    if progress.isEmpty { return }
    // At the end no partial line is continued.
    if !isOver {
      for stream in streams where !stream.isBetweenLines || !stream.pending.isEmpty { return }
    }
    guard FileDescriptor.isWritable(2) else { return }
    _ = try? FileDescriptor.write(progress.span, to: 2)
    progress = []
  }

  // MARK: - The keeper

  private mutating func listen(_ channel: borrowing MessageChannel) {
    while keeperIsThere {
      switch channel.receive(into: &buffer) {
      case .nothing: return
      case .closed: keeperIsThere = false
      case .message(_, _) where buffer[0] == Order.commandEnded: commandHasEnded = true
      case .message(let count, _):
        if isOver { break }
        progress = Array(buffer[1..<count])
        hasProgress = true
      }
    }
  }
}
