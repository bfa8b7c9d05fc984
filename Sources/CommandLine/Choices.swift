import Base
import Configuration
import LinuxSystem

/// What the processes give up after their start.
enum SandboxChoice: StaticBytes, SettingChoice {
  case no
  /// System calls, files and capabilities that they do not need; a system call that is not in the
  /// list fails.
  case yes
  /// The same, and such a call kills the process.
  case kill

  var strictness: Confinement.Strictness {
    switch self {
    case .no: .off
    case .yes: .refusing
    case .kill: .killing
    }
  }
}

/// The destination of messages.
enum LogTarget: StaticBytes, SettingChoice {
  /// Standard error, or the kernel's log if no process reads standard error.
  case auto
  case stderr, kmsg
}
