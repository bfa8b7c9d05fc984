import Base
import LinuxSystem
import ProgressModel

/// Whoever started the program as a service, and wants to hear how it is: systemd's protocol, where its socket is named.
///
/// Nothing here waits, and nothing that does not fit is said again. Without a socket nothing is done at all.
final class ServiceManager {
  private let socket: FileDescriptor
  // How often it wants to hear that the program lives; nil for never.
  private let heartbeat: Duration?
  private var nextHeartbeat: Duration
  private var isReady = false
  // What is known, and what was said of that.
  private var status = Status()
  private var saidStatus: Status?
  private var nextStatus = Duration.zero

  /// Where a run stands, as far as it is told.
  private struct Status: Equatable {
    var phase = ProgressPhase.idle
    /// Nil while it is not known.
    var percent: Int64?

    /// In words: "running, 42 %".
    var text: ByteString { phase.name + (percent.map { ", " + ByteString($0) + " %" } ?? "") }
  }

  /// The least time between two lines of status.
  private static let statusPause = Duration.seconds(1)

  /// Finds out whether anybody wants to hear; nil for nobody.
  init?(at now: Duration) {
    guard let path = Environment.value("NOTIFY_SOCKET"), !path.isEmpty else { return nil }
    do throws(SystemError) {
      socket = try LocalSocket.connectForDatagrams(path)
    } catch {
      Log.write("cannot connect to NOTIFY_SOCKET: " + error.message)
      return nil
    }
    let owner = Environment.value("WATCHDOG_PID")?.wholeNumber
    let isOurs = owner == nil || owner == UInt64(Environment.processIdentifier)
    let period = Environment.value("WATCHDOG_USEC")?.wholeNumber ?? 0
    // Twice within the time after which it would act.
    heartbeat = isOurs && period > 1 ? .microseconds(Int64(clamping: period / 2)) : nil
    nextHeartbeat = now
  }

  /// When something is to be said though nothing happened; nil for never.
  var deadline: Duration? {
    let beat = heartbeat == nil ? nil : nextHeartbeat
    return status == saidStatus ? beat : earlier(beat, nextStatus)
  }

  /// Says once that the service does what it is for.
  func becomeReady() {
    if !isReady { say("READY=1") }
    isReady = true
  }

  /// Takes note of a new state.
  func note(_ state: ProgressState) {
    let percent = state.fraction.map { $0.billionths / 10_000_000 }
    // All of it is there when that is said.
    status = Status(
      phase: state.phase, percent: state.phase == .done ? 100 : percent.map { min($0, 99) })
  }

  /// Says what is due.
  func update(at now: Duration) {
    if status != saidStatus, now >= nextStatus {
      (saidStatus, nextStatus) = (status, now + Self.statusPause)
      say("STATUS=" + status.text)
    }
    if let heartbeat, now >= nextHeartbeat {
      nextHeartbeat = now + heartbeat
      say("WATCHDOG=1")
    }
  }

  /// Says that the end begins.
  func stop() { say("STOPPING=1\nSTATUS=" + status.text) }

  private func say(_ text: ByteString) { _ = try? socket.write(text.bytes.span) }
}

extension ProgressPhase {
  /// Its name for people.
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
