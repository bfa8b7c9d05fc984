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
    /// The terminal has another size.
    case windowChange
    /// Somebody wants to know how it goes.
    case user1
    /// What the user means by it.
    case user2

    fileprivate static let all: [Signal] = [
      .hangUp, .interrupt, .quit, .terminate, .child, .user1, .windowChange, .user2,
    ]
    fileprivate static let usualCount = 6

    /// The system's number for it.
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

  /// Takes signals from here on through this descriptor only, and ignores broken pipes. A hang-up that
  /// was ignored before stays so.
  ///
  /// - Parameter forOthers: whether to take those, too, that only mean something to a command that they are handed on to.
  public init(forOthers: Bool = false) throws(SystemError) {
    linux_ignore_broken_pipes()
    var numbers: [Int32] = []
    for signal in Signal.all where forOthers || numbers.count < Signal.usualCount {
      numbers.append(signal.number)
    }
    descriptor = FileDescriptor(owning: try SystemCall.signalDescriptor(numbers))
  }

  /// What to poll for reading.
  public var rawValue: Int32 { descriptor.rawValue }

  /// The next signal, and whether a key of the terminal sent it: then all its processes got it. Nil when there is none now.
  public func next() -> (signal: Signal, isTerminals: Bool)? {
    guard let next = SystemCall.nextSignal(descriptor.rawValue) else { return nil }
    for signal in Signal.all where signal.number == next.number {
      return (signal, next.isKernels)
    }
    return nil
  }
}
