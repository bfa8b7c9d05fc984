import Base
import Feed
import LinuxSystem

/// The process between a command's output and this program's own: passes the output on, and sends
/// the keeper copies.
///
/// It outlives the keeper, so the command can write when the other processes are gone. It outlives
/// the command while child processes of the command may still write. It reads output only as fast
/// as it can write it: a slow reader slows the command down exactly as without this program.
struct OutputRelay {
  /// The kinds of messages to the keeper: one byte, then the bytes of an output.
  enum Report {
    /// Bytes of standard output follow; 1 for standard error.
    static let bytes: UInt8 = 0
    /// The reader of standard output is gone; 3 for standard error.
    static let readerGone: UInt8 = 2
    /// Copies of both outputs were dropped, since the keeper did not read them in time.
    static let gap: UInt8 = 4
    /// Everything that the command wrote before its end is passed on.
    static let drained: UInt8 = 5
  }

  /// The kinds of messages from the keeper: one byte.
  enum Order {
    /// The command has ended.
    static let commandEnded: UInt8 = 0
    /// Show progress on the caller's terminal; a control sequence follows.
    static let showProgress: UInt8 = 1
  }

  /// The longest piece that is passed on at once, bytes: PIPE_BUF, so a pipe with room takes it
  /// whole.
  static let pieceSize = 4_096
  /// The longest wait for room in the channel to the keeper.
  private static let patience = Duration.milliseconds(100)

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

    /// 0 for standard output, 1 for standard error.
    var index: UInt8 { UInt8(target - 1) }

    /// Writes pending bytes while the target has room. If the target is closed, closes the source,
    /// so the command gets SIGPIPE or EPIPE as without this program.
    mutating func write() {
      var written = 0
      while written < pending.count, FileDescriptor.isWritable(target) {
        do throws(SystemError) {
          let rest = pending.span.extracting(written...)
          written += try FileDescriptor.write(rest, to: target) ?? 0
        } catch {
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
      isOpen = false
    }
  }

  // The open streams.
  private var streams: [Stream] = []
  private var buffer = [UInt8](repeating: 0, count: pieceSize)
  private var keeperIsThere = true
  private var commandHasEnded = false
  private var hasReportedDrained = false
  // Whether reports were dropped since the last one that was sent.
  private var hasGap = false
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
      for index in streams.indices { pass(index, channel) }
      streams.removeAll { !$0.isOpen }
      if streams.allSatisfy({ $0.isIdle }), commandHasEnded || streams.isEmpty {
        if !isOver, hasProgress { progress = TerminalProgress.end.bytes }
        isOver = true
        showProgress()
        if !hasReportedDrained { hasReportedDrained = report(Report.drained, [], channel) }
      }
      let owesReport = keeperIsThere && isOver && !hasReportedDrained
      if streams.isEmpty, !owesReport { return }
      poller.clear()
      if keeperIsThere { _ = poller.add(channel.rawValue, .readable) }
      if owesReport { _ = poller.add(channel.rawValue, .writable) }
      for stream in streams {
        _ =
          stream.pending.isEmpty
          ? poller.add(stream.source, .readable) : poller.add(stream.target, .writable)
      }
      poller.wait(for: nil)
    }
  }

  /// Passes on up to 16 pieces of a stream.
  private mutating func pass(_ index: Int, _ channel: borrowing MessageChannel) {
    streams[index].isIdle = false
    for _ in 0..<16 {
      var piece: [UInt8] = []
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
        piece = Array(buffer[..<count])
        streams[index].pending = piece
      }
      // The output's reader first, then the keeper.
      streams[index].write()
      let stream = streams[index]
      if !piece.isEmpty { report(Report.bytes + stream.index, piece, channel) }
      if !stream.isOpen { report(Report.readerGone + stream.index, [], channel) }
      if !stream.isOpen || !stream.pending.isEmpty { return }
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

  /// Sends a report. If the channel stays full, the report is dropped and a `gap` precedes the
  /// next one.
  ///
  /// - Returns: whether the report was sent, or the keeper is gone.
  @discardableResult private mutating func report(
    _ kind: UInt8, _ bytes: [UInt8], _ channel: borrowing MessageChannel
  ) -> Bool {
    if !keeperIsThere { return true }
    if hasGap, !channel.send([Report.gap].span, by: .zero) { return false }
    let message = [kind] + bytes
    hasGap = !channel.send(message.span, by: MonotonicClock.now + Self.patience)
    return !hasGap
  }
}
