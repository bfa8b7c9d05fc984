import Base
import Configuration
import LinuxSystem

/// The confinement of the processes after their start.
enum SandboxChoice: StaticBytes, SettingChoice {
  case no
  /// Give up unneeded system calls, files and capabilities; a system call that is not in the list
  /// fails.
  case yes
  /// Like `yes`, but a system call that is not in the list kills the process.
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
