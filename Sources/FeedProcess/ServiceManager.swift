import Base
import LinuxSystem
import ProgressModel

/// A client of the service manager's notification socket (`NOTIFY_SOCKET`, sd_notify(3)).
///
/// No call blocks. A message that the socket has no room for is lost.
final class ServiceManager {
  private let socket: FileDescriptor
  // The interval of `WATCHDOG=1`; nil without a watchdog.
  private let heartbeat: Duration?
  private var nextHeartbeat: Duration
  private var isReady = false
  // The current status, and the one sent last.
  private var status = Status()
  private var sentStatus: Status?
  private var nextStatus = Duration.zero

  /// The part of a state that a status line shows.
  private struct Status: Equatable {
    var phase = ProgressPhase.idle
    /// The progress, 0…100; nil while it is unknown.
    var percent: Int64?

    /// The status line: "running, 42 %".
    var text: ByteString { phase.name + percent.map { ", " + ByteString($0) + " %" }.orEmpty }
  }

  /// The shortest time between two status lines.
  private static let statusPause = Duration.seconds(1)

  /// Creates a client of a socket.
  ///
  /// - Parameters:
  ///   - heartbeat: the interval of `WATCHDOG=1`; nil for none.
  ///   - now: the time, on the system's clock.
  init(_ socket: consuming FileDescriptor, heartbeat: Duration?, at now: Duration) {
    (self.heartbeat, nextHeartbeat) = (heartbeat, now)
    self.socket = socket
  }

  /// Connects to the socket; nil without one, or if it cannot be reached.
  convenience init?(at now: Duration) {
    guard let path = Environment.value("NOTIFY_SOCKET"), !path.isEmpty else { return nil }
    do throws(SystemError) {
      self.init(
        try LocalSocket.connect(path, datagrams: true),
        heartbeat: Self.heartbeat(
          period: Environment.value("WATCHDOG_USEC"), owner: Environment.value("WATCHDOG_PID")),
        at: now)
    } catch {
      Log.write("cannot connect to NOTIFY_SOCKET: " + error.message)
      return nil
    }
  }

  /// Half the watchdog's timeout, as sd_watchdog_enabled(3) recommends; nil without a watchdog of
  /// this process.
  static func heartbeat(period: ByteString?, owner: ByteString?) -> Duration? {
    let owner = owner?.wholeNumber
    let isOurs = owner == nil || owner == UInt64(Environment.processIdentifier)
    guard isOurs, let period = period?.wholeNumber, period > 1 else { return nil }
    return .microseconds(Int64(clamping: period / 2))
  }

  /// The time of the next message, on the system's clock; nil for none.
  var deadline: Duration? {
    let beat = heartbeat == nil ? nil : nextHeartbeat
    return status == sentStatus ? beat : earlier(beat, nextStatus)
  }

  /// Sends `READY=1`, once.
  func becomeReady() {
    if !isReady { send("READY=1") }
    isReady = true
  }

  /// Updates the status from a new state.
  func note(_ state: ProgressState) {
    let percent = state.fraction.map { $0.billionths / 10_000_000 }
    // 100 % is shown only when the run is done.
    status = Status(
      phase: state.phase, percent: state.phase == .done ? 100 : percent.map { min($0, 99) })
  }

  /// Sends the messages that are due.
  func update(at now: Duration) {
    if status != sentStatus, now >= nextStatus {
      (sentStatus, nextStatus) = (status, now + Self.statusPause)
      send("STATUS=" + status.text)
    }
    if let heartbeat, now >= nextHeartbeat {
      nextHeartbeat = now + heartbeat
      send("WATCHDOG=1")
    }
  }

  /// Sends `STOPPING=1` with the last status. A service that ends before it is ready has failed for
  /// systemd, whatever its exit status.
  func stop() {
    becomeReady()
    send("STOPPING=1\nSTATUS=" + status.text)
  }

  private func send(_ text: ByteString) { _ = try? socket.write(text.bytes.span) }
}

extension ProgressPhase {
  /// The phase's name in logs and status lines.
  var name: ByteString {
    switch self {
    case .idle: "waiting"
    case .active: "running"
    case .done: "done"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .interrupted: "interrupted"
    }
  }
}
