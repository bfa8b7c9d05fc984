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

  /// The longest piece that is written to a target that may block, bytes: PIPE_BUF, which a pipe
  /// with room takes whole.
  private static let pieceSize = 4_096
  /// The most bytes of a report, and the room that a read needs.
  private static let (reportSize, reserve) = (65_535, 16_384)
  /// The time between reports, and until the next attempt to send one.
  private static let pause = Duration.milliseconds(50)

  /// Output of the command. Once it is written, it is kept for a report.
  private struct Piece {
    var bytes: [UInt8] = []
    /// The numbers of bytes that are read, written and reported.
    var (read, written, reported) = (0, 0, 0)

    var isReported: Bool { reported == read }
  }

  private final class Stream {
    /// 0 for standard output, 1 for standard error.
    let index: UInt8
    let source: Int32
    // The target's own descriptor that does not block; nil if the target is no pipe.
    private var pipe: FileDescriptor?
    var isOpen = true
    var isIdle = false
    // The newest output, behind the output before it.
    private var pieces = [Piece(), Piece()]
    // Whether output before these was not reported; whether the end of the reader is to be.
    private var hasGap = false
    private var owesEnd = false

    /// Opens a pipe anew: other processes may need the given descriptor to block.
    init(_ index: Int, _ source: Int32) {
      (self.index, self.source) = (UInt8(index), source)
      let number = Int32(index) + 1
      let isPipe = FileDescriptor.status(of: number)?.isFIFO == true
      pipe = isPipe ? try? .open("/proc/self/fd/" + ByteString(number), for: .writing) : nil
    }

    var target: Int32 { pipe?.rawValue ?? Int32(index) + 1 }

    /// Whether all output is written.
    var isWritten: Bool { pieces[1].written == pieces[1].read }

    /// Whether the last written byte ended a line: progress must not tear a sequence of the
    /// command's.
    var isBetweenLines: Bool {
      let piece = pieces[1]
      if piece.read == 0 || !isWritten { return isWritten }
      return piece.bytes[piece.read - 1] == 0x0a || piece.bytes[piece.read - 1] == 0x0d
    }

    /// Reads output behind the last; nil if none is available.
    func read() -> Int? {
      // Only bytes replace the older piece.
      let next = pieces[1].read > OutputRelay.reportSize - OutputRelay.reserve ? 0 : 1
      let start = next * pieces[1].read
      if pieces[next].bytes.isEmpty {
        pieces[next].bytes = [UInt8](repeating: 0, count: OutputRelay.reportSize)
      }
      var count: Int? = 0
      do throws(SystemError) {
        count = try FileDescriptor.read(from: source, into: &pieces[next].bytes, from: start)
      } catch {}
      guard let count, count > 0 else { return count }
      if next == 0 {
        if !pieces[0].isReported { hasGap = true }
        (pieces[0].read, pieces[0].written, pieces[0].reported) = (0, 0, 0)
        pieces.swapAt(0, 1)
      }
      pieces[1].read += count
      return count
    }

    /// Writes output while the target has room. If the target is closed, closes the source, so the
    /// command gets SIGPIPE or EPIPE as without this program.
    func write() {
      while !isWritten, pipe != nil || FileDescriptor.isWritable(target) {
        let (written, read) = (pieces[1].written, pieces[1].read)
        let end = pipe != nil ? read : min(written + OutputRelay.pieceSize, read)
        do throws(SystemError) {
          let bytes = pieces[1].bytes
          let count = try FileDescriptor.write(bytes.span.extracting(written..<end), to: target)
          guard let count else { return }
          pieces[1].written += count
        } catch {
          owesEnd = true
          return close()
        }
      }
    }

    func close() {
      FileDescriptor.close(source)
      (isOpen, isIdle) = (false, true)
    }

    /// Whether the keeper does not know everything.
    var owesReport: Bool { !pieces[0].isReported || !pieces[1].isReported || owesEnd }

    /// Reports to the keeper while the channel has room.
    func report(_ channel: borrowing MessageChannel) {
      for index in 0..<2 where !pieces[index].isReported {
        let piece = pieces[index]
        var rest = piece.bytes[piece.reported..<piece.read]
        // Behind a gap the first line lacks its begin.
        if hasGap {
          let end = rest.firstIndex { $0 == 0x0a || $0 == 0x0d }
          rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
        }
        let message = [(hasGap ? Report.gap : Report.bytes) + self.index] + rest
        if channel.send(message.span) == .full { return }
        pieces[index].reported = piece.read
        hasGap = hasGap && rest.isEmpty
      }
      if owesEnd { owesEnd = channel.send([Report.readerGone + index].span) == .full }
    }
  }

  // The open streams.
  private var streams: [Stream] = []
  private var buffer = [UInt8](repeating: 0, count: 256)
  private var keeperIsThere = true
  private var commandHasEnded = false
  private var hasReportedDrained = false
  private var nextReport = Duration.zero
  // A control sequence that is not written yet; empty for none.
  private var progress: [UInt8] = []
  // Whether the terminal shows progress; whether progress has been ended for good.
  private var hasProgress = false
  private var isOver = false

  /// Creates a relay, before the process loses the right to open files.
  ///
  /// - Parameter sources: the nonblocking read ends of standard output and standard error; below 0
  ///   for none.
  init(_ sources: [Int32]) {
    for index in sources.indices where sources[index] >= 0 {
      streams.append(Stream(index, sources[index]))
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
      for stream in streams where stream.isOpen { pass(stream) }
      // The command has the CPU first.
      let now = MonotonicClock.now
      if commandHasEnded || now >= nextReport {
        nextReport = now + Self.pause
        for stream in streams where keeperIsThere { stream.report(channel) }
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
          stream.isWritten
          ? poller.add(stream.source, .readable) : poller.add(stream.target, .writable)
      }
      poller.wait(for: owesReport ? nextReport - now : nil)
    }
  }

  /// Passes on output of a stream, for a limited time.
  private func pass(_ stream: Stream) {
    stream.isIdle = false
    for _ in 0..<4 {
      if stream.isWritten {
        let count = stream.read()
        stream.isIdle = count == nil
        guard let count else { return }
        if count == 0 { return stream.close() }
      }
      stream.write()
      if !stream.isOpen || !stream.isWritten { return }
    }
  }

  /// Writes the newest progress to the caller's terminal, between two lines of the command.
  private mutating func showProgress() {
    if progress.isEmpty { return }
    // At the end no partial line is continued.
    if !isOver {
      for stream in streams where !stream.isBetweenLines { return }
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
