import ByteStrings
import Configuration
import Durations
import LinuxSystem

/// `fbprogress send`: puts one record into the feed's FIFO, whole or not at all.
enum SendCommand {
  static func run(_ options: Options, words: [ByteString]) throws(CommandError) {
    var text = ByteString()
    for word in words { text.append(word, after: " ") }
    let record = record(of: text)
    guard !text.trimmed({ $0 <= 0x20 }).isEmpty else {
      throw CommandError(
        .usage, "send what? for instance: fbprogress send 42, or: fbprogress send message Unpacking"
      )
    }
    if options.feeds[0].path.isEmpty {
      throw CommandError(.usage, "send writes to a FIFO: give --feed fifo:PATH")
    }
    do throws(SystemError) {
      try send(record, options)
    } catch {
      let path = options.feeds[0].path
      // Whoever can't be told, for whatever reason, is nobody to a script that goes on in any case.
      if options.settings.flag("quiet-if-nobody") { return }
      throw CommandError(
        .cannotPresent,
        isNobody(error)
          ? path + ": nobody listens; start fbprogress first, or use --quiet-if-nobody"
          : error.code == .notSupported
            ? path + ": no FIFO; give --feed fifo:PATH as to the fbprogress that listens"
            : error.code == .again ? path + ": full; its reader is stuck" : error.message)
    }
  }

  /// A pipe takes so many bytes as one, so records of several writers never mix.
  static let recordLimit = 4_096

  /// A text as a record, as much of it as one may have. A line feed would end it, and what is behind that, from wherever it came, would be
  /// another.
  static func record(of text: ByteString) -> ByteString {
    var record = ByteString()
    for byte in text.bytes.prefix(recordLimit - 1) { record.append(byte < 0x20 ? 0x20 : byte) }
    return record + "\n"
  }

  /// Whether there is nobody to send to.
  static func isNobody(_ error: SystemError) -> Bool {
    error.code == .noSuchDeviceOrAddress || error.code == .noSuchFile || error.code == .brokenPipe
  }

  /// Puts a record into the FIFO, waiting a while for room; an empty one only finds out whether somebody listens.
  static func send(_ record: ByteString, _ options: Options) throws(SystemError) {
    let path = options.feeds[0].path
    // Nobody reads any more, and says so while this waits for room: then it is an error like others.
    FileDescriptor.ignoreBrokenPipes()
    if let status = try FileSystem.status(path), !status.isFIFO {
      throw SystemError("open", .notSupported, path: path)
    }
    let fifo = try FileDescriptor.open(path, for: .writing)
    if record.isEmpty { return }
    let end = MonotonicClock.now + .seconds(options.settings.number("timeout") ?? 0)
    while try fifo.write(record.bytes.span) == nil {
      let left = end - MonotonicClock.now
      if left <= .zero { throw SystemError("write", .again, path: path) }
      var poller = Poller()
      _ = poller.add(fifo.rawValue, .writable)
      poller.wait(for: left)
    }
  }
}
