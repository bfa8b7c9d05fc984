public import Base
import CLinux

/// Writes files where other users may make links and files of the same name.
///
/// A new file of the program's user takes the name when its bytes are whole. A former file of that
/// name keeps its bytes. So the folder must take new files. The last folder of the path is
/// protected: links in it, or in its place, are refused if other users may have made them.
public enum FileWriter {
  /// The purpose of a file.
  public enum Kind: Sendable {
    /// A picture, which all users may read.
    case picture
    /// A file that grows after it has its name, for this program's user alone.
    case record
    /// A text that grows, behind what the file has already; all users may read it.
    case log
    /// The program's own data, for its user alone.
    case state
    /// Data on a disk: after a power cut the file has the old bytes or the new ones. The call makes
    /// the folder and its parent if they are missing, and waits for the disk.
    case archive

    fileprivate var mode: UInt32 { self == .picture || self == .log ? 0o644 : 0o600 }
    fileprivate var flags: Int32 { linux_o_wronly | (self == .log ? linux_o_append : 0) }
  }

  /// Writes a file in place of the one with the path. An error leaves no part of it.
  ///
  /// A picture, a record or a log may also go to a FIFO, a device or through a link, where only
  /// root and this user can make files. In other folders, such as /tmp, a link is an error, and
  /// FIFOs and devices must be of root or of this user. Only for a picture the call waits for a
  /// FIFO's reader.
  ///
  /// - Returns: the file, to write more.
  @inline(never) @discardableResult public static func write(
    _ bytes: Span<UInt8> = Span(), to path: ByteString, as kind: Kind
  ) throws(SystemError) -> FileDescriptor {
    var call: StaticBytes = "open"
    do throws(SystemError) {
      let folder = try openFolder(FileSystem.folder(of: path), as: kind)
      let name = FileSystem.name(of: path)
      if let file = try openInPlace(name, in: folder, as: kind) {
        call = "write"
        try FileDescriptor.writeAll(bytes, to: file.rawValue)
        return file
      }
      // Several programs may write one picture.
      let writer = kind == .picture ? ByteString(Environment.processIdentifier) : ByteString()
      let unfinished = "." + name + "." + writer + "unfinished"
      try? SystemCall.unlink(unfinished, in: folder.rawValue)
      let file = FileDescriptor(
        owning: try SystemCall.open(
          unfinished, in: folder.rawValue, kind.flags | linux_o_creat | linux_o_excl,
          mode: kind.mode))
      call = "write"
      do throws(SystemError) {
        try FileDescriptor.writeAll(bytes, to: file.rawValue)
        // The new name may reach the disk before the bytes do.
        if kind == .archive { try SystemCall.sync(file.rawValue) }
        try SystemCall.rename(unfinished, to: name, in: folder.rawValue)
      } catch {
        try? SystemCall.unlink(unfinished, in: folder.rawValue)
        throw error
      }
      return file
    } catch {
      throw SystemError(call, error.code, path: path)
    }
  }

  /// Opens a folder. A link to it is followed only where other users cannot have made it.
  private static func openFolder(
    _ path: ByteString, as kind: Kind
  ) throws(SystemError) -> FileDescriptor {
    let parent = FileSystem.folder(of: path)
    if kind == .archive {
      _ = try FileSystem.makeDirectory(parent, mode: 0o755)
      _ = try FileSystem.makeDirectory(path, mode: 0o700)
    }
    let isShared = try FileSystem.status(parent)?.isShared != false
    return FileDescriptor(
      owning: try SystemCall.open(
        path, linux_o_path | linux_o_directory | (isShared ? linux_o_nofollow : 0)))
  }

  /// Opens the FIFO or the device that has a name, and for a log also a regular file; nil if a new
  /// file is to take the name.
  private static func openInPlace(
    _ name: ByteString, in folder: borrowing FileDescriptor, as kind: Kind
  ) throws(SystemError) -> FileDescriptor? {
    guard kind != .state, kind != .archive,
      let found = try SystemCall.status(name, in: folder.rawValue),
      kind == .log || !found.isRegularFile
    else { return nil }
    let isShared = try folder.status().isShared
    if isShared, !found.isTrusted || found.isRegularFile && found.linkCount > 1 {
      throw SystemError("open", .notPermitted)
    }
    let file = FileDescriptor(
      owning: try SystemCall.open(
        name, in: folder.rawValue,
        kind.flags | linux_o_noctty | (kind == .picture ? 0 : linux_o_nonblock)
          | (kind == .log || isShared ? 0 : linux_o_trunc)
          // A link may lead to a file that is to be made.
          | (isShared ? linux_o_nofollow : linux_o_creat), mode: kind.mode))
    if isShared, try !file.status().isSameFile(as: found) {
      throw SystemError("open", .notPermitted)
    }
    return file
  }
}
