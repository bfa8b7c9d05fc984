public import Base
import CLinux

/// What a service manager opened for this process before it started it: systemd's protocol, by `LISTEN_FDS`.
public enum HandedDescriptors {
  // The numbers begin behind standard error.
  private static let firstNumber: Int32 = 3

  /// The first one, or the first of a name; the caller's from now on, to close or to keep, and not inherited by programs that are started.
  ///
  /// - Parameter name: as `FileDescriptorName=` of its unit says; empty for any.
  /// - Returns: nil where there is none, or where it was meant for another process.
  public static func first(named name: ByteString) -> Int32? {
    guard let owner = Environment.value("LISTEN_PID")?.wholeNumber,
      owner == UInt64(Environment.processIdentifier),
      let count = Environment.value("LISTEN_FDS")?.wholeNumber, count > 0, count < 1_024
    else { return nil }
    let names = Environment.value("LISTEN_FDNAMES")?.split(at: UInt8(ascii: ":")) ?? []
    for index in 0..<Int(count) {
      guard name.isEmpty || index < names.count && names[index] == name else { continue }
      let number = firstNumber + Int32(index)
      linux_close_on_exec(number)
      return number
    }
    return nil
  }
}
