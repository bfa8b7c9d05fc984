import Base
import Configuration
import Feed
import FeedProcess
import LinuxSystem
import SessionProtocol

/// `fbprogress send`: writes one record to the feed's FIFO, whole or not at all.
///
/// A mark at its start makes it a native record in a feed of any protocol.
enum SendCommand {
  static func run(_ settings: Settings, words: [ByteString]) throws(CommandError) {
    var text = ByteString()
    for word in words { text.append(word, after: " ") }
    let record = record(of: text)
    guard !text.trimmed({ $0 <= 0x20 }).isEmpty else {
      throw CommandError(
        .usage, "no record; for instance: fbprogress send 42"
      )
    }
    // The reader takes it as a native record, and could only log a mistake.
    if !settings.flag(.bestEffort), FeedProtocol.guess(text) !== FeedProtocol.native {
      var message = "unrecognized record '" + text + "'"
      if let name = words.first.flatMap(FeedProtocol.suggestion(forRecord:)) {
        message += name
      } else {
        message += "; fbprogress help send lists the records"
      }
      throw CommandError(.usage, message)
    }
    let path = try path(settings)
    if path.isEmpty {
      throw CommandError(.usage, "send writes to a FIFO: give --feed fifo:PATH")
    }
    do throws(SystemError) {
      try send(record, to: path, settings)
    } catch {
      if settings.flag(.bestEffort) { return }
      throw CommandError(
        .cannotPresent,
        hasNoReader(error)
          ? path + ": no reader; start fbprogress first, or use --best-effort"
          : error.code == .notSupported
            ? path + ": no FIFO; give --feed fifo:PATH as to the fbprogress that listens"
            : error.code == .again ? path + ": full; its reader is stuck" : error.message)
    }
  }

  /// The path of the first feed; empty for none.
  static func path(_ settings: Settings) throws(CommandError) -> ByteString {
    do throws(ConfigurationError) {
      return try FeedSettings.feeds(settings)[0].path
    } catch {
      throw CommandError(.usage, error.message)
    }
  }

  /// The longest record, bytes: PIPE_BUF. Writes up to it are atomic, so records of several writers
  /// never mix.
  static let recordLimit = 4_096

  /// A marked record of a text, cut at the limit. Control characters become blanks: they would end
  /// the record, and the rest would be another one.
  static func record(of text: ByteString) -> ByteString {
    var record = ByteString()
    record.append(FeedProtocol.mark)
    for byte in text.bytes.prefix(recordLimit - 2) { record.append(byte < 0x20 ? 0x20 : byte) }
    return record + "\n"
  }

  /// Whether an error means that no process reads the FIFO.
  static func hasNoReader(_ error: SystemError) -> Bool {
    error.code == .noSuchDeviceOrAddress || error.code == .noSuchFile || error.code == .brokenPipe
  }

  /// Writes a record to the FIFO. An empty record only tests for a reader.
  ///
  /// Waits up to the setting `timeout` for room and, unless `best-effort` is set, for a reader.
  ///
  /// - Parameter waitsForReader: whether to wait for a reader at all.
  static func send(
    _ record: ByteString, to path: ByteString, _ settings: Settings, waitsForReader: Bool = true
  ) throws(SystemError) {
    // The reader may end during the wait; then write(2) must fail, not raise SIGPIPE.
    FileDescriptor.ignoreBrokenPipes()
    let end = MonotonicClock.now + .seconds(settings.number(.timeout))
    let waits = waitsForReader && !record.isEmpty && !settings.flag(.bestEffort)
    let fifo = try open(path, until: waits ? end : nil)
    if record.isEmpty { return }
    while try fifo.write(record.bytes.span) == nil {
      let left = end - MonotonicClock.now
      if left <= .zero { throw SystemError("write", .again, path: path) }
      var poller = Poller()
      _ = poller.add(fifo.rawValue, .writable)
      poller.wait(for: left)
    }
  }

  /// Opens the FIFO; without a reader, tries again until a time.
  private static func open(
    _ path: ByteString, until end: Duration?
  ) throws(SystemError) -> FileDescriptor {
    var poller = Poller()
    while true {
      if let status = try FileSystem.status(path), !status.isFIFO {
        throw SystemError("open", .notSupported, path: path)
      }
      do throws(SystemError) {
        return try FileDescriptor.open(path, for: .writing)
      } catch {
        guard let end, hasNoReader(error), MonotonicClock.now < end else { throw error }
        poller.wait(for: .milliseconds(10))
      }
    }
  }
}
