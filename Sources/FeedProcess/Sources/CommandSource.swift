import Base
import Feed
import LinuxSystem
import ProgressModel

/// A command whose output is both a feed and passed on unchanged.
///
/// `OutputRelay`, a process of its own, passes the output on and sends copies here. This process
/// keeps the pipes open as well: if the relay dies, the command can still write, and another relay
/// takes over.
final class CommandSource: FeedSource {
  /// One output of the command.
  private final class Stream {
    /// The read end of the pipe; nil once no more bytes will come.
    var source: FileDescriptor?
    let decoder: any FeedDecoder

    init(_ source: Int32, _ decoder: any FeedDecoder) {
      self.source = FileDescriptor(owning: source)
      self.decoder = decoder
    }
  }

  private var streams: [Stream?] = []
  private let child: ChildProcess
  private let isTerminal: Bool
  private var end: ChildProcess.End?
  private var relay: Helper?
  private var relayIsTold = false
  private var isDrained = false
  private var deaths = 0
  // The time of the next attempt to start a relay, on the system's clock; nil for none.
  private var retryAt: Duration?
  // Whether the caller's terminal can show progress, and the control sequence sent last.
  private let hasTerminal: Bool
  private var shownProgress = ByteString()
  /// The failure that a feed reported; empty for none.
  var reportedFailure = SanitizedText.empty
  // The lines that were no progress: of standard output, and of standard error or the terminal.
  private var (outputLines, errorLines) = (FailureReason(), FailureReason())

  /// The number of relay deaths after which output is no longer passed on.
  private static let deathLimit = 100
  /// The time before another attempt to start a relay.
  private static let pause = Duration.milliseconds(100)
  /// The bytes at the end of a report of which no line is skipped; none is of standard error, which
  /// tells the reason of a failure.
  private static let burst = 16_384

  /// Takes over a started command and its output.
  ///
  /// - Parameters:
  ///   - name: the command's name in the log.
  ///   - namedProtocol: the protocol of its output; nil to recognize it.
  ///   - matchers: the user's patterns for lines of output whose protocol is not named.
  init(
    _ command: Command, name: ByteString, namedProtocol: FeedProtocol?, matchers: [LineMatcher]
  ) {
    child = command.process
    isTerminal = command.output[1] < 0
    // The console of old kernels shows unknown control sequences as text.
    let kind = Environment.value("TERM") ?? "dumb"
    hasTerminal = Command.isTerminal(2) && kind != "dumb" && kind != "linux"
    super.init(name)
    for index in 0..<2 {
      let decoder =
        namedProtocol?.makeDecoder() ?? FeedRecognizer(isOutput: true, matchers: matchers)
      streams.append(command.output[index] < 0 ? nil : Stream(command.output[index], decoder))
    }
    startRelay()
  }

  private func startRelay() {
    relay = nil
    retryAt = nil
    relayIsTold = false
    var sources: [Int32] = []
    for stream in streams { sources.append(stream?.source?.rawValue ?? -1) }
    do throws(SystemError) {
      relay = try Helper(named: "fbprogress-pass", keeping: streams.map { $0?.source?.rawValue }) {
        var relay = OutputRelay(sources)
        Confinement.begin(as: .copier, files: [])
        relay.run($0)
        return 0
      }
    } catch {
      if deaths == 0 { Log.write(error.message + "; the output of " + name + " waits") }
      // Descriptors, processes and memory may be free again soon. The pipes stay open.
      if !relayHasFailed() { retryAt = MonotonicClock.now + Self.pause }
    }
  }

  /// Counts a relay that died or could not be started; true if it was the last attempt.
  private func relayHasFailed() -> Bool {
    deaths += 1
    if deaths <= Self.deathLimit { return false }
    Log.write("the output of " + name + " cannot be passed on: the relay died too often", .error)
    giveUpOutput()
    return true
  }

  override var deadline: Duration? { retryAt }

  /// Closes the pipes, so the command's next write gets SIGPIPE or EPIPE.
  private func giveUpOutput() {
    for stream in streams { stream?.source = nil }
    isDrained = true
  }

  override func addDescriptors(to poller: inout Poller) { relay?.addDescriptor(to: &poller) }

  override func read(at now: Duration, emit: (FeedOutput) -> Void) {
    if let retryAt, now >= retryAt { startRelay() }
    if end == nil { end = child.reap(waiting: false) }
    relay?.reap()
    takeReports(emit)
    // The command's own output is in the pipes now. Later output comes from processes that
    // inherited the pipes, not from the command.
    if end != nil, !relayIsTold,
      case .taken? = relay?.channel?.send([OutputRelay.Order.commandEnded].span)
    {
      relayIsTold = true
    }
    if end != nil, isDrained {
      for stream in streams { stream?.decoder.finish { note($0, of: stream, emit) } }
      hasEnded = true
    }
  }

  private func takeReports(_ emit: (FeedOutput) -> Void) {
    // A limit on each call keeps a flood from blocking the loop.
    let end = readCount + buffer.count
    for _ in 0..<64 where readCount < end {
      guard let received = relay?.channel?.receive(into: &buffer) else { return }
      switch received {
      case .nothing: return
      case .message(let count, _): take(count, emit)
      case .closed:
        relay?.close()
        if isDrained { return }
        if !relayHasFailed() { startRelay() }
        return
      }
    }
  }

  private func take(_ count: Int, _ emit: (FeedOutput) -> Void) {
    let kind = buffer[0]
    if kind == OutputRelay.Report.drained {
      isDrained = true
    } else if kind & ~1 == OutputRelay.Report.readerGone {
      streams[Int(kind & 1)]?.source = nil
    } else if let stream = streams[Int(kind & 1)] {
      if kind >= OutputRelay.Report.gap { stream.decoder.dropPartialRecord() }
      let isLog = kind & 1 == 0 && !isTerminal
      let recent = isLog ? max(1, count - Self.burst) : 1
      decodeBuffer(1..<recent, isFlood: true, stream.decoder) { note($0, of: stream, emit) }
      decodeBuffer(recent..<count, stream.decoder) { note($0, of: stream, emit) }
    }
  }

  /// Emits an output, and keeps what may tell the reason of a failure.
  private func note(_ output: FeedOutput, of stream: Stream?, _ emit: (FeedOutput) -> Void) {
    switch output {
    case .malformed(let line) where isTerminal || stream === streams[1]: errorLines.append(line)
    case .malformed(let line): outputLines.append(line)
    default: break
    }
    emit(output)
  }

  /// The command's error text; empty for none. curl prints its error behind its unfinished meter,
  /// in the same line, so that meter is cut off.
  var lastError: SanitizedText {
    if !reportedFailure.isEmpty { return reportedFailure }
    let (error, output) = (errorLines.best, outputLines.best)
    let line = (output.isError && !error.isError ? output : error).line
    for start in 1..<max(line.utf8.count, 1) where line.utf8.has("curl: (", at: start) {
      return SanitizedText(line.utf8.bytes.span.extracting(start...))
    }
    return line
  }

  /// Shows progress on the caller's terminal.
  ///
  /// - Parameter percent: 0…100; nil while the extent is unknown.
  func showProgress(percent: Int?) {
    if !hasTerminal { return }
    let command = TerminalProgress.command(percent: percent)
    if command == shownProgress { return }
    shownProgress = command
    relay?.channel?.send(([OutputRelay.Order.showProgress] + command.bytes).span)
  }

  /// The exit status as a shell reports it, 128 + N for signal N; nil while the command runs.
  var status: Int32? {
    switch end {
    case .exited(let status)?: status
    case .killed(let signal)?: 128 + signal
    case nil: nil
    }
  }

  /// Forwards a signal, unless the terminal has sent it to the command, too.
  func hand(on signal: SignalDescriptor.Signal, isTerminals: Bool) {
    if signal == .windowChange, isTerminal, let terminal = streams[0]?.source?.rawValue {
      Command.copyTerminalSize(to: terminal)
    }
    if !isTerminals { child.send(signal) }
  }
}
