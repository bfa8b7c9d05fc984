public import Base
import CLinux

/// Unix sockets by path. A path that begins with `@` is an abstract address without a file. No call
/// blocks.
public enum LocalSocket {
  /// Connects to a listening stream socket, or to a datagram socket.
  public static func connect(
    _ path: ByteString, datagrams: Bool = false
  ) throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try SystemCall.unixSocket(path, datagrams: datagrams))
  }

  /// Returns whether the other end of a connection is trusted: it runs as root, as the user of this
  /// process, or as one of `users`.
  public static func isTrusted(_ connection: borrowing FileDescriptor, users: [UInt64]) -> Bool {
    let user = linux_peer_user(connection.rawValue)
    return user == 0 || user == linux_user() || user > 0 && users.contains(UInt64(user))
  }

  /// Creates a socket for clients: a listening stream socket, or a datagram socket. Replaces the
  /// file of a socket without a listener.
  ///
  /// - Parameter mode: the permissions of the socket's file. The umask does not reduce those of
  ///   group and others.
  public static func serve(
    _ path: ByteString, datagrams: Bool, mode: UInt32 = 0o600
  ) throws(SystemError) -> FileDescriptor {
    let isFile = path.isEmpty || path[0] != UInt8(ascii: "@")
    let number: Int32
    do throws(SystemError) {
      number = try SystemCall.unixSocket(path, datagrams: datagrams, mode: mode)
    } catch {
      guard error.code == .addressInUse, isFile, try FileSystem.status(path)?.isSocket == true,
        isStale(path)
      else { throw error }
      try FileSystem.remove(path)
      number = try SystemCall.unixSocket(path, datagrams: datagrams, mode: mode)
    }
    return FileDescriptor(owning: number)
  }

  /// Returns whether the socket of a file has no listener. A stream connection to a datagram socket
  /// fails with another error.
  private static func isStale(_ path: ByteString) -> Bool {
    do throws(SystemError) {
      _ = try connect(path)
      return false
    } catch {
      return error.code == .connectionRefused
    }
  }

  /// Accepts the next pending connection. Closes those whose client runs neither as root nor as the
  /// user of this process.
  ///
  /// - Parameter checksUser: false to accept clients of all users that the file's mode allows.
  /// - Returns: the connection; nil if none is pending.
  public static func accept(
    on listener: Int32, checksUser: Bool = true
  ) throws(SystemError) -> FileDescriptor? {
    guard let number = try SystemCall.accept(listener, checksUser: checksUser) else { return nil }
    return FileDescriptor(owning: number)
  }
}
