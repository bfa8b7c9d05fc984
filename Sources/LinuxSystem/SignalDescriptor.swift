import CLinux

/// Signals as a descriptor to poll. The C function is `signalfd`.
public struct SignalDescriptor: ~Copyable {
  /// The signals that the program handles.
  public enum Signal: Sendable {
    /// SIGHUP: the terminal is gone.
    case hangUp
    /// SIGINT: Ctrl-C.
    case interrupt
    /// SIGQUIT: Ctrl-\.
    case quit
    /// SIGTERM: a request to terminate.
    case terminate
    /// SIGCHLD: a child process ended.
    case child
    /// SIGWINCH: the terminal was resized.
    case windowChange
    /// SIGUSR1: a request to dump the state.
    case user1
    /// SIGUSR2: passed on to a command.
    case user2

    fileprivate static let all: [Signal] = [
      .hangUp, .interrupt, .quit, .terminate, .child, .user1, .windowChange, .user2,
    ]
    fileprivate static let usualCount = 6

    /// The number of the signal in the system.
    public var number: Int32 {
      switch self {
      case .hangUp: linux_sighup
      case .interrupt: linux_sigint
      case .quit: linux_sigquit
      case .terminate: linux_sigterm
      case .child: linux_sigchld
      case .windowChange: linux_sigwinch
      case .user1: linux_sigusr1
      case .user2: linux_sigusr2
      }
    }
  }

  private let descriptor: FileDescriptor

  /// Blocks the signals, delivers them through this descriptor only, and ignores broken pipes. A
  /// SIGHUP that was ignored before stays ignored.
  ///
  /// - Parameter forOthers: whether to include the signals that are only passed on to a command.
  public init(forOthers: Bool = false) throws(SystemError) {
    linux_ignore_broken_pipes()
    var numbers: [Int32] = []
    for signal in Signal.all where forOthers || numbers.count < Signal.usualCount {
      numbers.append(signal.number)
    }
    descriptor = FileDescriptor(owning: try SystemCall.signalDescriptor(numbers))
  }

  /// The descriptor to poll for reading. Valid as long as this value.
  public var rawValue: Int32 { descriptor.rawValue }

  /// Returns the next signal, and whether the kernel sent it, as for a key of the terminal: then
  /// all processes of the terminal got it. Nil if none is pending.
  public func next() -> (signal: Signal, isTerminals: Bool)? {
    guard let next = SystemCall.nextSignal(descriptor.rawValue) else { return nil }
    for signal in Signal.all where signal.number == next.number {
      return (signal, next.isKernels)
    }
    return nil
  }
}
