import CLinux

/// Has a say when another terminal comes to the front, and hears when its own does. The C call is `VT_SETMODE`.
///
/// The kernel asks the process that created this, as long as it lives.
public struct TerminalSwitch: ~Copyable {
  /// What for a process has its say. The kernel is asked who is in charge of a terminal, and tells of the signals alone: so each
  /// has its own.
  public enum Role: Int32, Sendable {
    /// It shows something.
    case shows = 0
    /// It holds what another has shown.
    case holds = 2
  }

  /// What the kernel asks for.
  public enum Request: Sendable {
    /// Another terminal is to come to the front. It does after `allowLeaving`.
    case leave
    /// The terminal came to the front again.
    case enter
  }

  private let terminal: VirtualTerminal
  private let signals: FileDescriptor
  private let leaveSignal: Int32

  /// Begins to be asked; nil where that can't be.
  public init?(_ terminal: VirtualTerminal, as role: Role) {
    leaveSignal = linux_own_signal(role.rawValue)
    let enterSignal = linux_own_signal(role.rawValue + 1)
    guard let signals = try? SystemCall.signalDescriptor([leaveSignal, enterSignal]),
      linux_vt_be_asked(terminal.rawValue, leaveSignal, enterSignal) >= 0
    else {
      return nil
    }
    self.terminal = terminal
    self.signals = FileDescriptor(owning: signals)
  }

  /// What to poll for reading.
  public var rawValue: Int32 { signals.rawValue }

  /// Whether nobody else has asked to be asked since.
  public var isInCharge: Bool { linux_vt_signal(terminal.rawValue) == Int(leaveSignal) }

  /// What is asked for next; nil for nothing now.
  public func next() -> Request? {
    guard let (number, _) = SystemCall.nextSignal(signals.rawValue) else { return nil }
    return number == leaveSignal ? .leave : .enter
  }

  /// Lets the other terminal come.
  public func allowLeaving() { _ = linux_vt_answer(terminal.rawValue, 1) }

  /// Tells the kernel that the terminal is taken again.
  public func acknowledgeEntering() {
    _ = linux_vt_answer(terminal.rawValue, linux_vt_acknowledge)
  }
}
