public import Base

/// A directory for files that only the program's user can read.
///
/// Symbolic links are not followed, neither in place of the directory nor of a file. So no other
/// user of the parent directory can make the program overwrite another file.
public struct PrivateFolder: ~Copyable {
  private let folder: FileDescriptor

  /// Opens the directory. Creates it and its parent if missing.
  public init(_ path: ByteString) throws(SystemError) {
    _ = try FileSystem.makeDirectory(FileSystem.folder(of: path), mode: 0o755)
    _ = try FileSystem.makeDirectory(path, mode: 0o700)
    folder = FileDescriptor(owning: try SystemCall.openFolder(path))
  }

  /// Replaces a file atomically: after a power cut it has the old bytes or the new ones. Waits for
  /// the disk. An error leaves no other file.
  public func write(_ bytes: Span<UInt8>, to name: ByteString) throws(SystemError) {
    let unfinished = "." + name
    let file = FileDescriptor(
      owning: try SystemCall.create(unfinished, in: folder.rawValue, mode: 0o600))
    do throws(SystemError) {
      try file.writeAll(bytes)
      // The new name may reach the disk before the bytes do.
      try SystemCall.sync(file.rawValue)
      try SystemCall.rename(unfinished, to: name, in: folder.rawValue)
    } catch {
      try? SystemCall.unlink(unfinished, in: folder.rawValue)
      throw SystemError("write", error.code, path: name)
    }
  }
}
