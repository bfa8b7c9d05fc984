import Base
import CLinux

// Calls on directories and file systems.
extension SystemCall {
  static func open(
    _ name: ByteString, in folder: Int32, _ flags: Int32, mode: UInt32 = 0
  ) throws(SystemError) -> Int32 {
    let flags = flags | linux_o_cloexec
    return Int32(try unsafe check("open", name) { unsafe linux_open_in(folder, $0, flags, mode) })
  }

  /// The status of a file; nil if nothing has the path.
  ///
  /// - Parameter folder: the open folder of the file, which `path` only names then. The status of a
  ///   link in it is that of the link itself. Nil for a path, whose links are followed.
  static func status(
    _ path: ByteString, in folder: Int32? = nil
  ) throws(SystemError) -> FileStatus? {
    var status = linux_status()
    do throws(SystemError) {
      // SAFETY: the calls fill the structure and keep no pointer to it.
      _ = try unsafe check("stat", path) { path in
        if let folder { return unsafe linux_link_status_in(folder, path, &status) }
        return unsafe linux_stat(path, &status)
      }
      return FileStatus(status: status)
    } catch  where error.code == .noSuchFile {
      return nil
    }
  }

  static func sync(_ file: Int32) throws(SystemError) { _ = try check(linux_sync(file), "sync") }

  static func unlink(_ name: ByteString, in folder: Int32) throws(SystemError) {
    _ = try unsafe check("unlink", name) { unsafe linux_unlink_in(folder, $0) }
  }

  static func rename(
    _ name: ByteString, to other: ByteString, in folder: Int32
  ) throws(SystemError) {
    _ = try unsafe check("rename", name) { name in
      // SAFETY: both names are valid during the call.
      unsafe other.withCString { unsafe linux_rename_in(folder, name, $0) } ?? -Int(linux_einval)
    }
  }

  static func isInMemory(_ path: ByteString) throws(SystemError) -> Bool {
    try unsafe check("statfs", path) { unsafe linux_is_in_memory($0) } == 1
  }
}
