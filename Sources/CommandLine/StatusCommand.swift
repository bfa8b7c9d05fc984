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
    let socket: FileDescriptor
    do throws(SystemError) {
      socket = try LocalSocket.connect(path)
    } catch {
      let isAbsent = error.code == .noSuchFile || error.code == .connectionRefused
      throw failure(isAbsent ? path + ": no screen; start fbprogress first" : error.message)
    }
    var (line, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
    var hasPrinted = false
    while true {
      let count: Int?
      do throws(SystemError) { count = try socket.read(into: &buffer) } catch { count = 0 }
      guard let count else {
        let left = hasPrinted ? nil : end - MonotonicClock.now
        if let left, left <= .zero { throw failure(path + ": the screen does not answer") }
        var poller = Poller()
        _ = poller.add(socket.rawValue, .readable)
        poller.wait(for: left)
        continue
      }
      if count == 0, hasPrinted { return }
      if count == 0 { throw failure(path + ": the screen ended before its answer") }
      for byte in buffer[..<count] {
        if byte != UInt8(ascii: "\n") {
          line.append(byte)
          continue
        }
        try print(line, settings)
        if !settings.flag(.follow) { return }
        (line, hasPrinted) = ([], true)
      }
    }
  }

  private static func print(_ line: [UInt8], _ settings: Settings) throws(CommandError) {
    let field = settings.text(.field)
    let isWhole = field == nil && settings.flag(.json)
    let facts = isWhole ? ByteString(line) + "\n" : StatusReport.facts(in: line.span, only: field)
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

  private static func failure(_ message: ByteString) -> CommandError {
    CommandError(.cannotPresent, message)
  }
}
