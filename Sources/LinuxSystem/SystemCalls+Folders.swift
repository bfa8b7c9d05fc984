import Base
import CLinux

// Calls on directories and file systems.
extension SystemCall {
  static func openFolder(_ path: ByteString) throws(SystemError) -> Int32 {
    Int32(try unsafe check("open", path) { unsafe linux_open_folder($0) })
  }

  static func create(
    _ name: ByteString, in folder: Int32, mode: UInt32
  ) throws(SystemError) -> Int32 {
    Int32(try unsafe check("open", name) { unsafe linux_create_in(folder, $0, mode) })
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
