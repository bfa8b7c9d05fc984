public import Base
import CLinux

/// The environment of the process: variables, root directory, process ID.
public enum Environment {
  /// Returns the value of an environment variable; nil if not set.
  @inline(never) public static func value(_ name: StaticBytes) -> ByteString? {
    SystemCall.environment(name)
  }

  /// Returns the value of the first environment variable that is set and not empty; nil if none is.
  public static func firstValue(of names: [StaticBytes]) -> ByteString? {
    for name in names where value(name)?.isEmpty == false { return value(name) }
    return nil
  }

  /// Changes the root directory and the working directory of this process. The C function is
  /// `chroot`.
  @inline(never) public static func changeRoot(_ path: ByteString) throws(SystemError) {
    try SystemCall.changeRoot(path)
  }

  /// The process ID of this process.
  public static var processIdentifier: Int32 { linux_process() }
}
