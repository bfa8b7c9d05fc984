import Base
import Feed
import LinuxSystem

/// The process between a command's output and this program's own: passes the output on, and sends
/// the keeper copies.
///
/// It outlives the keeper, so the command can write when the other processes are gone. It outlives
/// the command while child processes of the command may still write. It reads output only as fast
/// as it can write it: a slow reader slows the command down exactly as without this program.
enum OutputRelay {
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
  }

  /// Passes output on until no process can write any more.
  ///
  /// - Parameters:
  ///   - sources: the nonblocking read ends of standard output and standard error; below 0 for
  ///     none.
  ///   - channel: to the keeper, whose messages are `Order`s.
  static func run(_ sources: [Int32], _ channel: borrowing MessageChannel) {
    var streams: [Stream] = []
    for index in sources.indices where sources[index] >= 0 {
      streams.append(Stream(source: sources[index], target: Int32(index) + 1))
    }
    var keeper = KeeperLink()
    var buffer = [UInt8](repeating: 0, count: pieceSize)
    var poller = Poller()
    while true {
      keeper.listen(channel)
      showProgress(&keeper, streams)
      var isIdle = true
      for index in streams.indices where streams[index].isOpen {
        pass(&streams[index], &buffer, &keeper, channel)
        if streams[index].isOpen, !streams[index].isIdle { isIdle = false }
      }
      var isOpen = false
      for stream in streams where stream.isOpen { isOpen = true }
      if isIdle, keeper.commandHasEnded || !isOpen {
        keeper.endProgress()
        showProgress(&keeper, streams)
        keeper.reportDrained(channel)
      }
      if !isOpen, !keeper.owesReport { return }
      poller.clear()
      if keeper.isThere { _ = poller.add(channel.rawValue, .readable) }
      if keeper.owesReport { _ = poller.add(channel.rawValue, .writable) }
      for stream in streams where stream.isOpen {
        if stream.pending.isEmpty {
          _ = poller.add(stream.source, .readable)
        } else {
          _ = poller.add(stream.target, .writable)
        }
      }
      poller.wait(for: nil)
    }
  }

  /// Passes on up to 16 pieces of a stream.
  private static func pass(
    _ stream: inout Stream, _ buffer: inout [UInt8], _ keeper: inout KeeperLink,
    _ channel: borrowing MessageChannel
  ) {
    stream.isIdle = false
    for _ in 0..<16 {
      if !stream.pending.isEmpty, !write(&stream) {
        // The source is closed, so the command gets SIGPIPE or EPIPE as without this program.
        if !stream.isOpen { keeper.report(Report.readerGone + index(stream), [], channel) }
        return
      }
      var count: Int?
      do throws(SystemError) {
        count = try FileDescriptor.read(from: stream.source, into: &buffer)
      } catch {
        count = 0
      }
      guard let count else {
        stream.isIdle = true
        return
      }
      if count == 0 { return close(&stream) }
      let piece = Array(buffer[..<count])
      stream.pending += piece
      // The output's reader first, then the keeper.
      _ = write(&stream)
      keeper.report(Report.bytes + index(stream), piece, channel)
      if !stream.isOpen {
        keeper.report(Report.readerGone + index(stream), [], channel)
        return
      }
    }
  }

  /// Writes the newest progress to the caller's terminal, between two lines of the command.
  private static func showProgress(_ keeper: inout KeeperLink, _ streams: [Stream]) {
    if keeper.progress.isEmpty { return }
    // At the end no partial line is continued.
    if !keeper.isOver {
      for stream in streams where !stream.isBetweenLines || !stream.pending.isEmpty { return }
    }
    guard FileDescriptor.isWritable(2) else { return }
    _ = try? FileDescriptor.write(keeper.progress.span, to: 2)
    keeper.progress = []
  }

  private static func index(_ stream: Stream) -> UInt8 { UInt8(stream.target - 1) }

  private static func close(_ stream: inout Stream) {
    FileDescriptor.close(stream.source)
    stream.isOpen = false
  }

  /// Writes pending bytes while the target has room. False if bytes are left, or the target is
  /// closed.
  private static func write(_ stream: inout Stream) -> Bool {
    var written = 0
    while written < stream.pending.count, FileDescriptor.isWritable(stream.target) {
      do throws(SystemError) {
        let pending = stream.pending
        written +=
          try FileDescriptor.write(pending.span.extracting(written...), to: stream.target) ?? 0
      } catch {
        close(&stream)
        return false
      }
    }
    if written > 0 {
      stream.isBetweenLines =
        stream.pending[written - 1] == 0x0a || stream.pending[written - 1] == 0x0d
    }
    stream.pending.removeFirst(written)
    return stream.pending.isEmpty
  }

  /// The relay's side of the channel to the keeper.
  private struct KeeperLink {
    var isThere = true
    var commandHasEnded = false
    private var hasReportedDrained = false
    private var isSlow = false
    // A control sequence that is not written yet; empty for none.
    var progress: [UInt8] = []
    // Whether the terminal shows progress; whether progress has been ended for good.
    private var hasProgress = false
    private(set) var isOver = false
    private var inbox = [UInt8](repeating: 0, count: 64)

    mutating func listen(_ channel: borrowing MessageChannel) {
      while isThere {
        switch channel.receive(into: &inbox) {
        case .nothing: return
        case .closed: isThere = false
        case .message(let count, _):
          if inbox[0] == Order.commandEnded {
            commandHasEnded = true
          } else if !isOver {
            progress = Array(inbox[1..<count])
            hasProgress = true
          }
        }
      }
    }

    /// Removes the progress from the terminal.
    mutating func endProgress() {
      if !isOver, hasProgress { progress = TerminalProgress.end.bytes }
      isOver = true
    }

    mutating func reportDrained(_ channel: borrowing MessageChannel) {
      if hasReportedDrained { return }
      hasReportedDrained = report(Report.drained, [], channel)
    }

    /// Whether a final report is still unsent because the channel was full.
    var owesReport: Bool { isThere && isOver && !hasReportedDrained }

    /// Sends a report. If the channel stays full, the report is dropped and a `gap` precedes the
    /// next one.
    ///
    /// - Returns: whether the report was sent, or the keeper is gone.
    @discardableResult mutating func report(
      _ kind: UInt8, _ bytes: [UInt8], _ channel: borrowing MessageChannel
    ) -> Bool {
      if !isThere { return true }
      if isSlow {
        guard take(channel.send([Report.gap].span)) else { return false }
        isSlow = false
      }
      let message = [kind] + bytes
      if take(channel.send(message.span)) { return true }
      var poller = Poller()
      _ = poller.add(channel.rawValue, .writable)
      poller.wait(for: OutputRelay.patience)
      isSlow = !take(channel.send(message.span))
      return !isSlow
    }

    private mutating func take(_ sent: MessageChannel.Sent) -> Bool {
      if case .closed = sent { isThere = false }
      if case .full = sent { return false }
      return true
    }
  }
}
