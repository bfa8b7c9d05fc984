import Base
import Configuration
import Feed
import FeedProcess
import LinuxSystem
import SessionProtocol

/// `fbprogress send`: writes one record to the feed's FIFO, whole or not at all, or the events of a
/// feed on standard input.
enum SendCommand {
  static func run(_ settings: Settings, words: [ByteString]) throws(CommandError) {
    if words.count == 1, words[0] == "-" { return try relay(words[0], settings) }
    var text = ByteString()
    for word in words { text.append(word, after: " ") }
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
    let path = try fifo(settings).path
    do throws(SystemError) {
      try send(text, to: path, settings)
    } catch {
      if settings.flag(.bestEffort) { return }
      throw failure(error, path)
    }
  }

  private static func failure(_ error: SystemError, _ path: ByteString) -> CommandError {
    CommandError(
      .cannotPresent,
      hasNoReader(error)
        ? path + ": no reader; start fbprogress first, or use --best-effort"
        : error.code == .notSupported
          ? path + ": no FIFO; give --feed fifo:PATH as to the fbprogress that listens"
          : error.code == .again ? path + ": full; its reader is stuck" : error.message)
  }

  /// Writes what standard input says, a feed of any protocol. With `best-effort`, input for which
  /// no reader comes is dropped: its writer goes on.
  private static func relay(_ input: ByteString, _ settings: Settings) throws(CommandError) {
    let feed = try fifo(settings)
    let patience = Duration.seconds(settings.number(.timeout))
    let isPatient = !settings.flag(.bestEffort)
    do throws(SystemError) {
      let fifo = isPatient ? try open(feed.path, until: MonotonicClock.now + patience) : nil
      let relay = EventRelay(feed.path, fifo)
      try relay.relay(input, matchers: feed.matchers)
      try relay.finish(by: MonotonicClock.now + (isPatient ? patience : .zero))
    } catch {
      if isPatient { throw failure(error, feed.path) }
    }
  }

  /// The first feed.
  static func feed(_ settings: Settings) throws(CommandError) -> FeedDescription {
    do throws(ConfigurationError) {
      return try FeedSettings.feeds(settings)[0]
    } catch {
      throw CommandError(.usage, error.message)
    }
  }

  /// The first feed, which has a path.
  private static func fifo(_ settings: Settings) throws(CommandError) -> FeedDescription {
    let feed = try feed(settings)
    if !feed.path.isEmpty { return feed }
    throw CommandError(.usage, "send writes to a FIFO: give --feed fifo:PATH")
  }

  /// Whether an error means that no process reads the FIFO.
  static func hasNoReader(_ error: SystemError) -> Bool {
    error.code == .noSuchDeviceOrAddress || error.code == .noSuchFile || error.code == .brokenPipe
  }

  /// Writes a text to the FIFO as a record. An empty text only tests for a reader.
  ///
  /// Waits up to the setting `timeout` for room and, unless `best-effort` is set, for a reader.
  ///
  /// - Parameter waitsForReader: whether to wait for a reader at all.
  static func send(
    _ text: ByteString, to path: ByteString, _ settings: Settings, waitsForReader: Bool = true
  ) throws(SystemError) {
    let end = MonotonicClock.now + .seconds(settings.number(.timeout))
    let waits = waitsForReader && !text.isEmpty && !settings.flag(.bestEffort)
    let relay = EventRelay(path, try open(path, until: waits ? end : nil))
    if text.isEmpty { return }
    relay.append(text)
    try relay.finish(by: end)
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
