public import Base
import CLinux

/// The environment of the process: variables, root directory, process ID.
public enum Environment {
  /// Returns the value of an environment variable; nil if not set.
  @inline(never) public static func value(_ name: StaticBytes) -> ByteString? {
    SystemCall.environment(name)
  }

  /// Changes the root directory and the working directory of this process. The C function is
  /// `chroot`.
  @inline(never) public static func changeRoot(_ path: ByteString) throws(SystemError) {
    try SystemCall.changeRoot(path)
  }

  /// The process ID of this process.
  public static var processIdentifier: Int32 { linux_process() }
}
