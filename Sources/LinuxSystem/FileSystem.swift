public import Base

/// Files and folders by path.
public enum FileSystem {
  /// The bytes of a file.
  ///
  /// - Parameter limit: the most bytes taken; a longer file is an error.
  @inline(never) public static func read(
    _ path: ByteString, limit: Int, for access: FileDescriptor.Access = .reading
  ) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor.open(path, for: access)
    if case .readingNoLink = access, try !file.status().isRegularFile {
      throw SystemError("open", .invalid, path: path)
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    do throws(SystemError) {
      while true {
        guard let count = try file.read(into: &buffer) else {
          // A pipe whose writer is not done.
          var poller = Poller()
          _ = poller.add(file.rawValue, .readable)
          poller.wait(for: nil)
          continue
        }
        if count == 0 { return bytes }
        if bytes.count + count > limit { throw SystemError("read", .fileTooLarge) }
        bytes += buffer[..<count]
      }
    } catch {
      throw SystemError("read", error.code, path: path)
    }
  }

  /// Makes a file of these bytes, in place of one of that name.
  @inline(never) public static func write(_ bytes: Span<UInt8>, to path: ByteString)
    throws(SystemError)
  {
    let file = try FileDescriptor.open(path, for: .creating)
    do {
      try file.writeAll(bytes)
    } catch {
      throw SystemError("write", error.code, path: path)
    }
  }

  /// What is at a path; nil when nothing is.
  @inline(never) public static func status(_ path: ByteString) throws(SystemError) -> FileStatus? {
    do {
      return FileStatus(try SystemCall.status(path))
    } catch  where error.code == .noSuchFile {
      return nil
    }
  }

  /// The path without symbolic links, from the root on.
  @inline(never) public static func realPath(_ path: ByteString) throws(SystemError) -> ByteString {
    try SystemCall.realPath(path)
  }

  /// The names in a folder, in no order; none when there is no such folder.
  @inline(never) public static func names(in path: ByteString) -> [ByteString] {
    guard let names = try? SystemCall.names(in: path) else { return [] }
    // Behind the last NUL is nothing.
    return Array(names.split(at: 0).dropLast())
  }

  /// Makes a folder, unless it is there.
  ///
  /// - Returns: whether it was made.
  @inline(never) public static func makeDirectory(_ path: ByteString, mode: UInt32)
    throws(SystemError) -> Bool
  {
    do {
      try SystemCall.makeDirectory(path, mode: mode)
      return true
    } catch  where error.code == .fileExists {
      return false
    }
  }

  /// Makes a named pipe, unless something is there.
  ///
  /// - Parameter mode: its permissions, whatever the process's mask.
  /// - Returns: whether it was made.
  @inline(never) public static func makeFIFO(_ path: ByteString, mode: UInt32) throws(SystemError)
    -> Bool
  {
    do {
      try SystemCall.makeFIFO(path, mode: mode)
    } catch  where error.code == .fileExists {
      return false
    }
    try SystemCall.changeMode(path, mode: mode)
    return true
  }

  /// Removes a file.
  @inline(never) public static func remove(_ path: ByteString) throws(SystemError) {
    try SystemCall.unlink(path)
  }

  /// Makes a file of these bytes, in place of one of that name; others find the one or the other there, whole.
  @inline(never) public static func replace(_ path: ByteString, with bytes: Span<UInt8>)
    throws(SystemError)
  {
    let fresh = path + ".new"
    try write(bytes, to: fresh)
    try SystemCall.rename(fresh, to: path)
  }

  /// Removes an empty folder.
  @inline(never) public static func removeDirectory(_ path: ByteString) throws(SystemError) {
    try SystemCall.removeDirectory(path)
  }

  /// The folder that a path lies in: "/run" for "/run/feed", "." for "feed".
  @inline(never) public static func folder(of path: ByteString) -> ByteString {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == 0 ? "/" : path[0..<slash]
  }
}
