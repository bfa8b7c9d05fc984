import CLinux

/// The process's consent to VT switches away from a VT, and notice of its return. The C call is
/// `VT_SETMODE` with `VT_PROCESS`.
///
/// The kernel sends its requests to the process that created this value, until that process dies.
public struct VTSwitchRequests: ~Copyable {
  /// A request of the kernel.
  public enum Request: Sendable {
    /// Another VT is to become active. The switch waits for `allowLeaving`.
    case leave
    /// The VT is active again.
    case enter
  }

  private let terminal: VirtualTerminal
  private let signals: FileDescriptor

  /// Registers this process for the VT's switches; nil if the kernel refuses.
  public init?(_ terminal: VirtualTerminal) {
    let numbers = [linux_signal_leave(), linux_signal_enter()]
    guard let signals = try? SystemCall.signalDescriptor(numbers),
      linux_vt_be_asked(terminal.rawValue) >= 0
    else {
      return nil
    }
    self.terminal = terminal
    self.signals = FileDescriptor(owning: signals)
  }

  /// The descriptor to poll for reading. Valid as long as this value.
  public var rawValue: Int32 { signals.rawValue }

  /// Returns the next request; nil if none is pending.
  public func next() -> Request? {
    guard let (number, _) = SystemCall.nextSignal(signals.rawValue) else { return nil }
    return number == linux_signal_leave() ? .leave : .enter
  }

  /// Allows the pending switch to another VT.
  public func allowLeaving() { _ = linux_vt_answer(terminal.rawValue, 1) }

  /// Acknowledges that the VT is active again.
  public func acknowledgeEntering() {
    _ = linux_vt_answer(terminal.rawValue, linux_vt_acknowledge)
  }
}
