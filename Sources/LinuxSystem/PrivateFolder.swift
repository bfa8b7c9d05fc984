public import Base

/// A folder to leave files in, for nobody but the user that the program runs as.
///
/// Links are not followed, neither one in the folder's place nor one in a file's: whoever may write where it lies can't have
/// something else overwritten.
public struct PrivateFolder: ~Copyable {
  private let folder: FileDescriptor

  /// Opens it, and makes it before, and the folder that it lies in, where they are not there.
  public init(_ path: ByteString) throws(SystemError) {
    _ = try FileSystem.makeDirectory(FileSystem.folder(of: path), mode: 0o755)
    _ = try FileSystem.makeDirectory(path, mode: 0o700)
    folder = FileDescriptor(owning: try SystemCall.openFolder(path))
  }

  /// Makes a file of these bytes, in place of one of that name, whole or not at all. May wait for the disk.
  public func write(_ bytes: Span<UInt8>, to name: ByteString) throws(SystemError) {
    let unfinished = "." + name
    let file = FileDescriptor(
      owning: try SystemCall.create(unfinished, in: folder.rawValue, mode: 0o600))
    do throws(SystemError) {
      try file.writeAll(bytes)
    } catch {
      throw SystemError("write", error.code, path: name)
    }
    try SystemCall.rename(unfinished, to: name, in: folder.rawValue)
  }
}
