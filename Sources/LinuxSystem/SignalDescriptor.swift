import CLinux

/// Signals as something to poll for. The corresponding C function is `signalfd`.
public struct SignalDescriptor: ~Copyable {
  /// The signals that the program knows what to do about.
  public enum Signal: Sendable {
    /// The terminal is gone.
    case hangUp
    /// Somebody typed Ctrl-C.
    case interrupt
    /// Somebody typed Ctrl-\.
    case quit
    /// Somebody asked for an end.
    case terminate
    /// A child process ended.
    case child

    fileprivate static let all: [Signal] = [.hangUp, .interrupt, .quit, .terminate, .child]

    /// The system's number for it.
    public var number: Int32 {
      switch self {
      case .hangUp: linux_sighup
      case .interrupt: linux_sigint
      case .quit: linux_sigquit
      case .terminate: linux_sigterm
      case .child: linux_sigchld
      }
    }
  }

  private let descriptor: FileDescriptor

  /// Takes all of `Signal` from here on through this descriptor only, and ignores broken pipes. A hang-up that
  /// was ignored before stays so.
  public init() throws(SystemError) {
    linux_ignore_broken_pipes()
    descriptor = FileDescriptor(
      owning: try SystemCall.signalDescriptor(Signal.all.map { $0.number }))
  }

  /// What to poll for reading.
  public var rawValue: Int32 { descriptor.rawValue }

  /// The next signal; nil when there is none now.
  public func next() -> Signal? {
    guard let number = SystemCall.nextSignal(descriptor.rawValue) else { return nil }
    return Signal.all.first { $0.number == number }
  }
}
