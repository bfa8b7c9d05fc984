import Base
import LinuxSystem
import SessionProtocol

/// Writes the events of a session to a script file, in a child process: a disk that hangs must not
/// stop the feed.
///
/// The child ends when the keeper has gone, after everything that the keeper sent is written.
final class EventRecorder {
  /// The kinds of messages to the child: one byte.
  private enum Order {
    /// Bytes of the script follow.
    static let write: UInt8 = 0
    /// The end of the script.
    static let end: UInt8 = 1
  }

  private let process: ChildProcess
  private var channel: MessageChannel?
  // Bytes that are not sent yet, behind `sentCount` bytes that are.
  private var pending: [UInt8] = []
  private var sentCount = 0
  // Whether the child has the order to end.
  private var isEnding = false
  private var inbox = [UInt8](repeating: 0, count: 512)

  /// The longest piece that is sent at once, bytes.
  private static let pieceSize = 16_384
  /// The most bytes that wait for a slow disk.
  private static let pendingLimit = 1 << 20
  /// The longest wait for a child that has so much to write, once. A healthy disk takes a part
  /// of it in that time.
  private static let patience = Duration.milliseconds(250)

  /// Creates the file, in place of another one, and forks the child.
  ///
  /// - Throws: an error of open(2), socketpair(2) or fork(2).
  init(_ path: ByteString) throws(SystemError) {
    let file = try FileWriter.write(to: path, as: .record)
    let pair = try MessageChannel.makePair()
    process = try ChildProcess.fork(
      named: "fbprogress-rec", keeping: [file.rawValue, pair.second.rawValue]
    ) {
      ChildProcess.prepareToOutlive(title: "@fbprogress-rec")
      Confinement.begin(as: .copier, files: [])
      Self.serve(pair.second, file)
      return ExitStatus.success.code
    }
    channel = consume pair.first
  }

  /// The descriptor of the channel to the child, which other child processes must close; nil once
  /// the recording has stopped.
  var descriptor: Int32? { channel?.rawValue }

  /// Adds a line to the file.
  func write(_ line: ByteString) {
    guard channel != nil else { return }
    pending += line.bytes
    if pending.count - sentCount < Self.pieceSize { return }
    send()
    if pending.count - sentCount <= Self.pendingLimit { return }
    var poller = Poller()
    if let channel = channel?.rawValue { _ = poller.add(channel, .writable) }
    poller.wait(for: Self.patience)
    send()
    if pending.count - sentCount > Self.pendingLimit { stop("the disk is too slow") }
  }

  private var isPending: Bool { sentCount < pending.count }

  /// Sends pending bytes while the child takes them.
  private func send() {
    while isPending, channel != nil {
      let end = min(pending.count, sentCount + Self.pieceSize)
      let message = [Order.write] + pending[sentCount..<end]
      guard case .taken? = channel?.send(message.span) else { break }
      sentCount = end
    }
    // Moving the rest costs less than the pieces that were sent.
    if sentCount >= pending.count - sentCount {
      pending.removeFirst(sentCount)
      sentCount = 0
    }
  }

  /// Adds the descriptor to wait for.
  func addDescriptors(to poller: inout Poller) {
    guard let channel = channel?.rawValue else { return }
    _ = poller.add(channel, .readable)
    if isPending { _ = poller.add(channel, .writable) }
  }

  /// Sends pending bytes while the child takes them, and handles its error.
  func update() {
    send()
    switch channel?.receive(into: &inbox) {
    case .message(let count, _)?: stop(ByteString(Array(inbox[..<count])))
    case .closed? where isEnding: channel = nil
    case .closed?: stop("its process ended")
    case .nothing?, nil: break
    }
  }

  /// A script with a gap would replay states that never existed, so an error ends the recording.
  private func stop(_ why: ByteString) {
    Log.write("record: " + why + "; recording stopped")
    channel = nil
    (pending, sentCount) = ([], 0)
  }

  /// Waits until everything is written, but not after a time on the system's clock.
  func finish(by deadline: Duration) {
    var poller = Poller()
    while channel != nil {
      update()
      if !isPending, !isEnding, case .taken? = channel?.send([Order.end].span) {
        isEnding = true
      }
      let left = deadline - MonotonicClock.now
      guard channel != nil, left > .zero else { break }
      poller.clear()
      addDescriptors(to: &poller)
      poller.wait(for: left)
    }
    if channel != nil { Log.write("record: the disk is too slow; the record is incomplete") }
    channel = nil
    _ = process.reap(waiting: false)
  }

  // MARK: - The child process

  /// Writes the arriving bytes until the end order, or until the keeper has gone.
  private static func serve(_ channel: borrowing MessageChannel, _ file: borrowing FileDescriptor) {
    var inbox = [UInt8](repeating: 0, count: 1 + pieceSize)
    var poller = Poller()
    _ = poller.add(channel.rawValue, .readable)
    while true {
      switch channel.receive(into: &inbox) {
      case .nothing: poller.wait(for: nil)
      case .closed: return
      case .message(let count, _):
        if inbox[0] == Order.end { return }
        do throws(SystemError) {
          try FileDescriptor.writeAll(inbox.span.extracting(1..<count), to: file.rawValue)
        } catch {
          channel.send(error.message.bytes.span)
          return
        }
      }
    }
  }
}
