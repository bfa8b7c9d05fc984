import CLinux

/// Has a say when another terminal comes to the front, and hears when its own does. The C call is `VT_SETMODE`.
///
/// The kernel asks the process that created this, as long as it lives.
public struct TerminalSwitch: ~Copyable {
  /// What the kernel asks for.
  public enum Request: Sendable {
    /// Another terminal is to come to the front. It does after `allowLeaving`.
    case leave
    /// The terminal came to the front again.
    case enter
  }

  private let terminal: VirtualTerminal
  private let signals: FileDescriptor

  /// Begins to be asked; nil where that can't be.
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

  /// What to poll for reading.
  public var rawValue: Int32 { signals.rawValue }

  /// What is asked for next; nil for nothing now.
  public func next() -> Request? {
    guard let (number, _) = SystemCall.nextSignal(signals.rawValue) else { return nil }
    return number == linux_signal_leave() ? .leave : .enter
  }

  /// Lets the other terminal come.
  public func allowLeaving() { _ = linux_vt_answer(terminal.rawValue, 1) }

  /// Tells the kernel that the terminal is taken again.
  public func acknowledgeEntering() {
    _ = linux_vt_answer(terminal.rawValue, linux_vt_acknowledge)
  }
}
