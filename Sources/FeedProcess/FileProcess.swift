import Base
import Feed
import LinuxSystem

/// The process that writes a file: a disk that hangs must not stop the feed.
///
/// It ends when the channel is closed or the keeper has gone, after everything that was sent is
/// written.
final class FileProcess {
  /// The first byte of a message from the process.
  private enum News {
    /// The file's bytes follow; none without a file.
    static let content: UInt8 = 0
    /// The text of an error follows.
    static let error: UInt8 = 1
  }

  /// The process and the channel to it.
  let helper: Helper
  // The start and the end of log lines about errors.
  private let name: StaticBytes
  private let loss: StaticBytes
  // Whether the end was sent, or waits to be.
  private var hasEnd = false
  private var inbox = [UInt8](repeating: 0, count: 1 + RunHistory.sizeLimit)

  /// The length from which a piece of a record gets no further line, bytes. A line has two texts of
  /// `SanitizedText.capacity` at most, so each piece has room in a message.
  private static let pieceSize = 16_384
  /// The most pieces that wait for a slow disk.
  private static let pieceLimit = 64
  /// The longest wait for a disk that has so much to write, once. A healthy disk writes a part of
  /// it in that time.
  private static let patience = Duration.milliseconds(250)

  /// Creates a record's file, in place of another one, and forks the process that appends to it.
  ///
  /// - Throws: an error of open(2), socketpair(2) or fork(2).
  init(record path: ByteString) throws(SystemError) {
    (name, loss) = ("record: ", "; recording stopped")
    let file = try FileWriter.write(to: path, as: .record)
    let target = file.rawValue
    helper = try Helper(named: "fbprogress-rec", keeping: [target], outlives: true) {
      Confinement.begin(as: .copier, files: [])
      return Self.serve($0) { bytes throws(SystemError) in
        try FileDescriptor.writeAll(bytes, to: target)
      }
    }
    _ = consume file
  }

  /// Forks the process that sends the file of a history, and replaces it with each message.
  ///
  /// - Throws: an error of socketpair(2) or fork(2).
  init(history path: ByteString) throws(SystemError) {
    (name, loss) = ("history: ", "; nothing is learned")
    helper = try Helper(named: "fbprogress-hist", outlives: true) { channel in
      let rule = Confinement.FileRule.makingFolder(FileSystem.folder(of: path))
      Confinement.begin(as: .dumper, files: rule.map { [$0] })
      var bytes: [UInt8] = []
      do throws(SystemError) {
        bytes = try FileSystem.read(path, limit: RunHistory.sizeLimit, for: .readingTrusted)
      } catch {
        if error.code != .noSuchFile { return Self.fail(error, channel) }
      }
      channel.send(([News.content] + bytes).span)
      return Self.serve(channel) { bytes throws(SystemError) in
        try FileWriter.write(bytes, to: path, as: .archive)
      }
    }
  }

  /// Adds a line to a record.
  func append(_ line: ByteString) {
    if helper.channel == nil { return }
    let last = helper.unsent.count - 1
    if last >= 0, helper.unsent[last].count < Self.pieceSize {
      helper.unsent[last] += line.bytes
    } else {
      helper.unsent.append(line.bytes)
    }
    // The next `update` sends a piece that has room.
    if helper.unsent.count < 2 { return }
    helper.deliver()
    if helper.unsent.count <= Self.pieceLimit { return }
    let first = helper.unsent[0]
    if helper.channel?.send(first.span, by: MonotonicClock.now + Self.patience) == true {
      helper.unsent.removeFirst()
      helper.deliver()
    }
    if helper.unsent.count > Self.pieceLimit { stop("the disk is too slow") }
  }

  /// Replaces a history.
  func replace(with bytes: [UInt8]) {
    if helper.channel == nil { return }
    helper.unsent = [bytes]
    helper.deliver()
  }

  /// Sends waiting bytes, and handles a message of the process.
  ///
  /// - Returns: the content of a history, once; empty without a file.
  @discardableResult func update() -> [UInt8]? {
    helper.deliver()
    switch helper.channel?.receive(into: &inbox) {
    case .message(let count, _)?:
      let bytes = Array(inbox[1..<count])
      if inbox[0] == News.content { return bytes }
      stop(ByteString(bytes))
    case .closed? where hasEnd: helper.close()
    case .closed?: stop("its process ended")
    case .nothing?, nil: break
    }
    return nil
  }

  /// Writes no more. A script with a gap would replay states that never existed.
  private func stop(_ why: ByteString) {
    Log.write(name + why + loss)
    helper.close()
  }

  /// Waits until everything is written, but not after a time on the system's clock.
  func finish(by deadline: Duration) {
    // An empty message is the end. The process then closes its channel.
    if helper.channel != nil { helper.unsent.append([]) }
    hasEnd = true
    var poller = Poller()
    update()
    while helper.channel != nil, MonotonicClock.now < deadline {
      poller.clear()
      helper.addDescriptor(to: &poller)
      poller.wait(for: deadline - MonotonicClock.now)
      update()
    }
    if helper.channel != nil {
      let effect: StaticBytes =
        helper.unsent.isEmpty ? "it is written after the end" : "the file is incomplete"
      Log.write(name + "the disk is too slow; " + effect)
    }
    helper.close()
    helper.reap()
  }

  // MARK: - The process

  /// Writes each message, until the end or an error.
  ///
  /// - Returns: the exit status.
  private static func serve(
    _ channel: borrowing MessageChannel, _ write: (Span<UInt8>) throws(SystemError) -> Void
  ) -> Int32 {
    var inbox = [UInt8](repeating: 0, count: RunHistory.sizeLimit)
    while case .message(let count, _) = channel.receive(into: &inbox, by: nil) {
      do throws(SystemError) { try write(inbox.span.extracting(first: count)) } catch {
        return fail(error, channel)
      }
    }
    return 0
  }

  private static func fail(_ error: SystemError, _ channel: borrowing MessageChannel) -> Int32 {
    channel.send(([News.error] + error.message.bytes).span)
    return 1
  }
}
