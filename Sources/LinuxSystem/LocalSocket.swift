public import Base
import CLinux

/// Sockets on this machine, by path; one that begins with `@` is abstract, and has no file. Nothing here ever waits.
public enum LocalSocket {
  /// Connects to a stream socket that somebody listens at.
  public static func connect(_ path: ByteString) throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try SystemCall.unixSocket(path, linux_socket_peer))
  }

  /// Whether the server of a connection may be believed: it runs as root, as this process does, or as one
  /// of some users.
  public static func isTrusted(_ connection: borrowing FileDescriptor, users: [UInt64]) -> Bool {
    let user = linux_peer_user(connection.rawValue)
    return user == 0 || user == linux_user() || user > 0 && users.contains(UInt64(user))
  }

  /// Connects to a socket that takes datagrams.
  public static func connectForDatagrams(_ path: ByteString) throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try SystemCall.unixSocket(path, linux_socket_sender))
  }

  /// Makes a socket for others: a stream socket that listens, or one that takes datagrams. Its file's mode is 0600; one that is left of
  /// a socket that nobody listens at any more is replaced.
  public static func serve(
    _ path: ByteString, datagrams: Bool
  ) throws(SystemError) -> FileDescriptor {
    let role = datagrams ? linux_socket_datagrams : linux_socket_server
    let isFile = path.isEmpty || path[0] != UInt8(ascii: "@")
    let number: Int32
    do throws(SystemError) {
      number = try SystemCall.unixSocket(path, role)
    } catch {
      guard error.code == .addressInUse, isFile, try FileSystem.status(path)?.isSocket == true,
        isStale(path)
      else { throw error }
      try FileSystem.remove(path)
      number = try SystemCall.unixSocket(path, role)
    }
    return FileDescriptor(owning: number)
  }

  /// Whether nobody listens at a socket's file. (Who asks one for datagrams for a stream learns that it is one.)
  private static func isStale(_ path: ByteString) -> Bool {
    do throws(SystemError) {
      _ = try connect(path)
      return false
    } catch {
      return error.code == .connectionRefused
    }
  }

  /// Takes the next one who wants to be connected, if it runs as root or as this process does; others are turned away.
  ///
  /// - Returns: its connection, which is the caller's to close; below 0 when there is none now.
  public static func accept(on listener: Int32) -> Int32 { SystemCall.accept(listener) }
}
