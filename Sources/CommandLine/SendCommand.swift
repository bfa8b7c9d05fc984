import Base
import Configuration
import Feed
import FeedProcess
import LinuxSystem
import SessionProtocol

/// `fbprogress send`: puts one record into the feed's FIFO, whole or not at all.
///
/// The record begins with a mark, so that it is read as native whatever protocol the feed speaks.
enum SendCommand {
  static func run(_ options: Options, words: [ByteString]) throws(CommandError) {
    var text = ByteString()
    for word in words { text.append(word, after: " ") }
    let record = record(of: text)
    guard !text.trimmed({ $0 <= 0x20 }).isEmpty else {
      throw CommandError(
        .usage, "no record; for instance: fbprogress send 42"
      )
    }
    if options.feed.feeds[0].path.isEmpty {
      throw CommandError(.usage, "send writes to a FIFO: give --feed fifo:PATH")
    }
    do throws(SystemError) {
      try send(record, options)
    } catch {
      let path = options.feed.feeds[0].path
      if options.settings.flag("quiet-if-nobody") { return }
      throw CommandError(
        .cannotPresent,
        hasNoReader(error)
          ? path + ": no reader; start fbprogress first, or use --quiet-if-nobody"
          : error.code == .notSupported
            ? path + ": no FIFO; give --feed fifo:PATH as to the fbprogress that listens"
            : error.code == .again ? path + ": full; its reader is stuck" : error.message)
    }
  }

  /// A pipe takes so many bytes as one, so records of several writers never mix.
  static let recordLimit = 4_096

  /// A text as a marked record, cut at the limit. A control would end the record, and the rest would
  /// be another one, so controls become blanks.
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

  /// Puts a record into the FIFO. An empty one only finds out whether the FIFO has a reader.
  ///
  /// Waits up to the setting `timeout` for room and, unless `quiet-if-nobody` is set, for a reader.
  ///
  /// - Parameter waitsForReader: whether to wait for one at all.
  static func send(
    _ record: ByteString, _ options: Options, waitsForReader: Bool = true
  ) throws(SystemError) {
    let path = options.feed.feeds[0].path
    // A reader may go while this waits for room: that is an error like others.
    FileDescriptor.ignoreBrokenPipes()
    let end = MonotonicClock.now + .seconds(options.settings.number("timeout") ?? 0)
    let waits = waitsForReader && !record.isEmpty && !options.settings.flag("quiet-if-nobody")
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

  /// Opens the FIFO; where it has no reader yet, tries again until a time.
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
