public import Base
import CLinux

/// A forked copy of this process.
public struct ChildProcess: Sendable {
  /// How a process ended.
  public enum End: Equatable, Sendable {
    /// By itself, with a status in `0...255`.
    case exited(Int32)
    /// By a signal.
    case killed(Int32)
  }

  /// The process's number.
  public let identifier: Int32

  /// Forks. The child runs `body` and ends with the status that it returns.
  ///
  /// Safe because the program has no threads: nothing can hold a lock across the fork.
  ///
  /// - Parameters:
  ///   - name: the child's name in lists of processes, at most 15 bytes.
  ///   - foreign: the parent's descriptors that the child closes at once. Their owners never run in the child.
  public static func fork(
    named name: ByteString, closing foreign: [Int32], _ body: () -> Int32
  ) throws(SystemError) -> ChildProcess {
    let identifier = try SystemCall.fork()
    if identifier == 0 {
      SystemCall.setProcessName(name)
      for descriptor in foreign { SystemCall.close(descriptor) }
      exitNow(body())
    }
    return ChildProcess(identifier: identifier)
  }

  /// Forks. The child keeps only the standard descriptors and those named, runs `body` and ends with the
  /// status that it returns.
  ///
  /// - Parameter kept: descriptors that the child needs, each above 2.
  public static func fork(
    named name: ByteString, keeping kept: [Int32], _ body: () -> Int32
  ) throws(SystemError) -> ChildProcess {
    try fork(named: name, closing: []) {
      var next: Int32 = 3
      for descriptor in kept.sorted() {
        linux_close_range(next, descriptor - 1)
        next = descriptor + 1
      }
      linux_close_range(next, .max)
      return body()
    }
  }

  /// Makes this process independent of the terminal and the program that started it, for a service.
  public static func detach() { linux_detach() }

  /// Makes standard error lead nowhere: a pipeline or a session waits for the end of what it reads.
  public static func dropStandardError() { linux_drop_standard_error() }

  /// How it ended; nil while it runs.
  ///
  /// - Parameter waiting: whether to wait for the end.
  public func reap(waiting: Bool) -> End? {
    guard let result = try? SystemCall.reap(identifier, waiting: waiting) else { return nil }
    return result < 256 ? .exited(Int32(result)) : .killed(Int32(result - 256))
  }

  /// Sends it a signal.
  public func send(_ signal: SignalDescriptor.Signal) { _ = linux_kill(identifier, signal.number) }

  /// Ends it, whatever it does.
  public func kill() { _ = linux_kill(identifier, linux_sigkill) }

  /// Makes this process one that outlasts others: it takes no signal that can be put off, holds up nobody who reads what it could
  /// write, and its command line begins with a title. System managers spare those of the superuser that begin with `@`
  /// when they end all others.
  public static func withdraw(title: ByteString) {
    linux_withdraw()
    SystemCall.setProcessTitle(title)
  }

  /// Ends this process at once, with nothing left to be written or freed.
  public static func exitNow(_ status: Int32) -> Never {
    linux_exit(status)
    fatalError("unreachable: _exit does not return")
  }
}
