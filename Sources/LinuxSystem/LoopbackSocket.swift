import Base
import CLinux

/// TCP sockets that only this machine reaches. No call blocks.
public enum LoopbackSocket {
  /// The addresses of this machine alone.
  public enum Address: Sendable {
    /// 127.0.0.1.
    case version4
    /// ::1.
    case version6
  }

  /// Creates a listening socket on a port of an address.
  public static func serve(
    _ port: UInt16, on address: Address
  ) throws(SystemError) -> FileDescriptor {
    let result = linux_loopback_socket(port, address == .version6 ? 1 : 0)
    return FileDescriptor(
      owning: Int32(try SystemCall.check(result, "listen on port", ByteString(port))))
  }

  /// Ends the output of a connection: its reader gets EOF.
  public static func endOutput(_ connection: borrowing FileDescriptor) {
    linux_end_output(connection.rawValue)
  }

  /// Accepts the next pending connection, of any user of this machine: TCP does not identify users.
  ///
  /// - Returns: the connection; nil if none is pending.
  public static func accept(on listener: Int32) throws(SystemError) -> FileDescriptor? {
    guard
      let number = try SystemCall.checkUnlessBlocked(linux_accept(listener, 0), "accept")
    else { return nil }
    return FileDescriptor(owning: Int32(number))
  }
}
