import Base
import Configuration
import FeedProcess
import LinuxSystem
import SessionProtocol

/// `fbprogress status`: prints what the screen shows, as the screen's socket reports it.
enum StatusCommand {
  /// Prints one report, or with the setting `follow` reports until the screen ends.
  static func run(_ settings: Settings) throws(CommandError) {
    let path = settings.text(.status).orEmpty
    let end = MonotonicClock.now + .seconds(settings.number(.timeout))
    guard let socket = try connect(path, until: end) else {
      throw failure(path + ": no screen; start fbprogress first")
    }
    _ = try? socket.write(ProgressInterface.follow.bytes.span)
    var (reply, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    var hasPrinted = false
    while true {
      let count: Int?
      do throws(SystemError) { count = try socket.read(into: &buffer) } catch {
        throw failure(path + ": " + error.message)
      }
      guard let count else {
        let left = hasPrinted ? nil : end - MonotonicClock.now
        if let left, left <= .zero { throw unanswered(path) }
        var poller = Poller()
        _ = poller.add(socket.rawValue, .readable)
        poller.wait(for: left)
        continue
      }
      if count == 0 {
        if !hasPrinted { throw failure(path + ": the screen ended before its answer") }
        return try checkEnd(path, until: end)
      }
      for byte in buffer[..<count] {
        if byte != 0 {
          reply.append(byte)
          continue
        }
        guard let (report, continues) = ProgressInterface.report(in: reply.span) else {
          throw failure(path + ": the reply is no report")
        }
        try print(report, settings)
        // The last report of a screen that ends.
        if !settings.flag(.follow) || !continues && hasPrinted { return }
        if !continues { return try checkEnd(path, until: end) }
        (reply, hasPrinted) = ([], true)
      }
    }
  }

  /// Throws if the screen still runs: then it closed the connection before its own end.
  private static func checkEnd(_ path: ByteString, until end: Duration) throws(CommandError) {
    if try connect(path, until: end) == nil { return }
    throw failure(path + ": closed by the screen: it has 16 readers, or this one is slow")
  }

  /// Connects to the screen; nil without one. Waits while its queue of clients is full.
  @inline(never) private static func connect(
    _ path: ByteString, until end: Duration
  ) throws(CommandError) -> FileDescriptor? {
    while true {
      do throws(SystemError) { return try LocalSocket.connect(path) } catch {
        if error.code == .noSuchFile || error.code == .connectionRefused { return nil }
        if error.code != .again { throw failure(error.message) }
        if MonotonicClock.now >= end { throw unanswered(path) }
        var poller = Poller()
        poller.wait(for: .milliseconds(20))
      }
    }
  }

  @inline(never) private static func unanswered(_ path: ByteString) -> CommandError {
    failure(path + ": the screen does not answer")
  }

  private static func print(_ report: ByteString, _ settings: Settings) throws(CommandError) {
    let field = settings.text(.field)
    let isWhole = field == nil && settings.flag(.json)
    let facts =
      isWhole ? report + "\n" : StatusReport.facts(in: report.bytes.span, only: field)
    guard let text = facts else {
      throw CommandError(
        .usage, "status: no field '" + field.orEmpty + "'; --json prints all fields")
    }
    do throws(SystemError) {
      try FileDescriptor.writeAll(text.bytes.span, to: 1)
    } catch {
      throw failure("standard output: " + error.message)
    }
  }

  @inline(never) private static func failure(_ message: ByteString) -> CommandError {
    CommandError(.cannotPresent, message)
  }
}
