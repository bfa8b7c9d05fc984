import ByteStrings
import Configuration
import LinuxSystem

/// `fbprogress send`: puts one record into the feed's FIFO, whole or not at all.
enum SendCommand {
  static func run(_ options: Options, words: [ByteString]) throws(CommandError) {
    var record = ByteString()
    for word in words {
      if !record.isEmpty { record.append(0x20) }
      // A line feed would end the record, and what is behind it, from wherever it came, would be another.
      for byte in word.bytes { record.append(byte < 0x20 ? 0x20 : byte) }
    }
    let saysNothing = record.trimmed { $0 == 0x20 }.isEmpty
    record += "\n"
    guard !saysNothing else {
      throw CommandError(
        .usage, "send what? for instance: fbprogress send 42, or: fbprogress send message Unpacking"
      )
    }
    // A pipe takes up to 4096 bytes as one, so records of several writers never mix.
    guard record.count <= 4_096 else {
      throw CommandError(
        .usage, "a record has at most 4095 bytes, this one " + ByteString(record.count - 1))
    }
    let path: ByteString
    path = options.feeds[0].path
    if path.isEmpty { throw CommandError(.usage, "send writes to a FIFO: give --feed fifo:PATH") }
    do throws(SystemError) {
      try send(record, to: path, within: .seconds(options.settings.number("timeout") ?? 0))
    } catch {
      let isNobody =
        error.code == .noSuchDeviceOrAddress || error.code == .noSuchFile
        || error.code == .brokenPipe
      if isNobody, options.settings.flag("quiet-if-nobody") { return }
      throw CommandError(
        .cannotPresent,
        isNobody
          ? path + ": nobody listens; start fbprogress first, or use --quiet-if-nobody"
          : error.code == .notSupported
            ? path + ": no FIFO; give --feed fifo:PATH as to the fbprogress that listens"
            : error.code == .again ? path + ": full; its reader is stuck" : error.message)
    }
  }

  private static func send(
    _ record: ByteString, to path: ByteString, within time: Duration
  ) throws(SystemError) {
    // Nobody reads any more, and says so while this waits for room: then it is an error like others.
    FileDescriptor.ignoreBrokenPipes()
    if let status = try FileSystem.status(path), !status.isFIFO {
      throw SystemError("open", .notSupported, path: path)
    }
    let fifo = try FileDescriptor.open(path, for: .writing)
    let end = MonotonicClock.now + time
    while try fifo.write(record.bytes.span) == nil {
      let left = end - MonotonicClock.now
      if left <= .zero { throw SystemError("write", .again, path: path) }
      var poller = Poller()
      _ = poller.add(fifo.rawValue, .writable)
      poller.wait(for: left)
    }
  }
}
