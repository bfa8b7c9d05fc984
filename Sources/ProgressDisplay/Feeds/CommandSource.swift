import ByteStrings
import Durations
import Feed
import LinuxSystem

/// A command whose output is a feed, and is passed through as if nobody were between.
///
/// Output is read only as fast as it can be passed on: whoever would hold the command up without this program does so with it, and
/// nobody else.
final class CommandSource: FeedSource {
  /// A part of the output, and where it goes on to.
  private final class Stream {
    /// This process's end; nil when nothing more will come.
    var ours: FileDescriptor?
    let target: Int32
    let decoder: any FeedDecoder
    /// What is not passed on yet.
    var pending: [UInt8] = []

    init(_ ours: Int32, to target: Int32, _ decoder: any FeedDecoder) {
      self.ours = FileDescriptor(owning: ours)
      self.target = target
      self.decoder = decoder
    }
  }

  private var streams: [Stream] = []
  private let child: ChildProcess
  private let isTerminal: Bool
  private var end: ChildProcess.End?

  /// What a pipe takes at once.
  private static let pieceSize = 4_096

  /// Takes over a command that was started, and its output.
  ///
  /// - Parameters:
  ///   - name: what it is called.
  ///   - speaks: what its output speaks; nil to find out.
  ///   - matchers: the user's patterns for lines of its output, where that is to be found out.
  init(
    _ command: Command, name: ByteString, speaks: FeedProtocol?, matchers: [LineMatcher]
  ) {
    child = command.process
    isTerminal = command.output[1] < 0
    super.init(name)
    for index in 0..<2 where command.output[index] >= 0 {
      let decoder = speaks?.makeDecoder() ?? FeedRecognizer(isOutput: true, matchers: matchers)
      streams.append(Stream(command.output[index], to: Int32(index) + 1, decoder))
    }
  }

  override func addDescriptors(to list: inout [Int32]) {
    for stream in streams { if let ours = stream.ours?.rawValue { list.append(ours) } }
  }

  override func addDescriptors(to poller: inout Poller) {
    for stream in streams {
      if !stream.pending.isEmpty {
        _ = poller.add(stream.target, .writable)
      } else if let ours = stream.ours?.rawValue {
        _ = poller.add(ours, .readable)
      }
    }
  }

  override func read(at now: Duration, emit: (FeedOutput) -> Void) {
    if end == nil { end = child.reap(waiting: false) }
    // Its end is seen before the last of its output is read, so nothing of that is missed; what others write later to
    // what they inherited of it is not the command's.
    let isOver = end != nil
    var isPending = false
    for stream in streams {
      pass(stream, emit)
      if !stream.pending.isEmpty { isPending = true }
    }
    if isOver, !isPending {
      for stream in streams { stream.decoder.finish(emit: emit) }
      hasEnded = true
    }
  }

  private func pass(_ stream: Stream, _ emit: (FeedOutput) -> Void) {
    for _ in 0..<16 {
      if !write(stream) { return }
      do throws(SystemError) {
        // There is no end but that of the command, and of those who share its output.
        guard let count = try stream.ours?.read(into: &buffer) ?? nil else { return }
        if count == 0 { throw SystemError("read", .brokenPipe) }
        stream.pending += buffer[..<count]
        decodeBuffer(first: count, stream.decoder, emit)
      } catch {
        stream.ours = nil
        return
      }
    }
  }

  /// Passes on what is pending, as much as there is room for; false when some is left.
  private func write(_ stream: Stream) -> Bool {
    var written = 0
    while written < stream.pending.count {
      if !FileDescriptor.isWritable(stream.target) { break }
      let piece = min(stream.pending.count - written, Self.pieceSize)
      do throws(SystemError) {
        let pending = stream.pending
        written +=
          try FileDescriptor.write(
            pending.span.extracting(written..<(written + piece)), to: stream.target) ?? 0
      } catch {
        // Nobody takes it any more. The command is told of that as it would be without this program.
        stream.ours = nil
        written = stream.pending.count
      }
    }
    if written > 0 { stream.pending.removeFirst(written) }
    return stream.pending.isEmpty
  }

  /// The status that it ended with, as a shell has it; nil while it runs.
  var status: Int32? {
    switch end {
    case .exited(let status)?: status
    case .killed(let signal)?: 128 + signal
    case nil: nil
    }
  }

  /// Hands a signal on, unless the terminal gave it to the command, too.
  func hand(on signal: SignalDescriptor.Signal, isTerminals: Bool) {
    if signal == .windowChange, isTerminal, let terminal = streams.first?.ours?.rawValue {
      Command.copyTerminalSize(to: terminal)
    }
    if !isTerminals { child.send(signal) }
  }
}
