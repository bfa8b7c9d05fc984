public import Base
import CLinux

/// What whoever started the program has to say.
public enum Environment {
  /// A variable's value; nil where it is not set.
  @inline(never) public static func value(_ name: ByteString) -> ByteString? {
    SystemCall.environment(name)
  }

  /// Makes a folder the root of all paths of this process, relative ones too. The corresponding C function is `chroot`.
  @inline(never) public static func changeRoot(_ path: ByteString) throws(SystemError) {
    try SystemCall.changeRoot(path)
  }

  /// This process's number.
  public static var processIdentifier: Int32 { linux_process() }
}
