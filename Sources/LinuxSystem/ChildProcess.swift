public import Base
import CLinux

/// A forked child process.
public struct ChildProcess: Sendable {
  /// The way in which a process ended.
  public enum End: Equatable, Sendable {
    /// The process exited with a status in `0...255`.
    case exited(Int32)
    /// A signal killed the process; its number.
    case killed(Int32)
  }

  /// The process ID.
  public let identifier: Int32

  /// Names a process by its ID.
  public init(identifier: Int32) { self.identifier = identifier }

  /// Forks. The child runs `body` and exits with the status that it returns.
  ///
  /// Safe because the program has no threads, so no lock is held across the fork.
  ///
  /// - Parameter name: the child's name in process lists, at most 15 bytes.
  public static func fork(
    named name: StaticBytes, _ body: () -> Int32
  ) throws(SystemError) -> ChildProcess {
    #if SIMULATION
      let identifier = try SystemCall.fork {
        SystemCall.setProcessName(name)
        return body()
      }
    #else
      let identifier = try SystemCall.fork()
      if identifier == 0 {
        SystemCall.setProcessName(name)
        exitNow(body())
      }
    #endif
    return ChildProcess(identifier: identifier)
  }

  /// Forks. The child keeps only the standard descriptors and those given, runs `body` and exits
  /// with the status that it returns. Owners of the other descriptors must not be destroyed in it.
  ///
  /// - Parameters:
  ///   - name: the child's name in process lists, at most 15 bytes.
  ///   - kept: the descriptors to keep, each above 2; nil is none.
  public static func fork(
    named name: StaticBytes, keeping kept: [Int32?], _ body: () -> Int32
  ) throws(SystemError) -> ChildProcess {
    try fork(named: name) {
      // The gaps below, between and above the kept descriptors.
      var (next, end) = (Int32(3), Int32.max)
      repeat {
        end = .max
        for case let descriptor? in kept where descriptor >= next { end = min(end, descriptor) }
        linux_close_range(next, end - 1)
        next = end &+ 1
      } while end < .max
      return body()
    }
  }

  /// Detaches this process from the terminal and the session that started it, for a service.
  public static func detach() { linux_detach() }

  /// Redirects standard error to /dev/null, so that a pipeline or a session that reads it gets EOF.
  public static func dropStandardError() { linux_drop_standard_error() }

  /// Returns how the process ended; nil while it runs.
  ///
  /// - Parameter waiting: whether to wait for its end.
  public func reap(waiting: Bool) -> End? {
    guard let result = try? SystemCall.reap(identifier, waiting: waiting) else { return nil }
    return result < 256 ? .exited(Int32(result)) : .killed(Int32(result - 256))
  }

  /// Sends a signal to the process.
  public func send(_ signal: SignalDescriptor.Signal) { _ = linux_kill(identifier, signal.number) }

  /// Kills the process with SIGKILL.
  public func kill() { _ = linux_kill(identifier, linux_sigkill) }

  /// Prepares this process to outlast others: blocks all signals that can be blocked, redirects the
  /// standard descriptors to /dev/null so that no reader waits for them, and replaces its command
  /// line. System managers that kill all processes spare those of root whose command line begins
  /// with `@`.
  public static func prepareToOutlive(title: ByteString) {
    linux_withdraw()
    SystemCall.setProcessTitle(title)
  }

  /// Exits at once, without flushing or freeing anything.
  public static func exitNow(_ status: Int32) -> Never {
    linux_exit(status)
    fatalError("unreachable: _exit does not return")
  }
}
