public import Base

/// Files and directories by path.
public enum FileSystem {
  /// Returns the bytes of a file of the system's.
  @inline(never) public static func read(
    _ path: StaticBytes, limit: Int
  ) throws(SystemError) -> [UInt8] { try read(ByteString(path), limit: limit) }

  /// Returns the bytes of a file. Waits for a FIFO's writer.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of bytes; a longer file is an error.
  ///   - access: how to open the file. Only with `reading` it may be other than a regular file.
  @_disfavoredOverload @inline(never) public static func read(
    _ path: ByteString, limit: Int, for access: FileDescriptor.Access = .reading
  ) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor.open(path, for: access)
    if access != .reading {
      let status = try file.status()
      if !status.isRegularFile { throw SystemError("open", .invalid, path: path) }
      if access == .readingTrusted, !status.isTrusted {
        throw SystemError("open", .notPermitted, path: path)
      }
    }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var count = 0
    do throws(SystemError) {
      while true {
        guard let more = try file.read(into: &bytes, from: count) else {
          // A FIFO with a writer that is not done.
          var poller = Poller()
          _ = poller.add(file.rawValue, .readable)
          poller.wait(for: nil)
          continue
        }
        if more == 0 { break }
        count += more
        if count > limit { throw SystemError("read", .fileTooLarge) }
        if count == bytes.count { bytes += [UInt8](repeating: 0, count: count) }
      }
      // Small files do not keep the memory of large ones.
      if count <= bytes.count / 2 { return Array(bytes[..<count]) }
      bytes.removeLast(bytes.count - count)
      return bytes
    } catch {
      throw SystemError("read", error.code, path: path)
    }
  }

  /// Returns the type and identity of the file at a path; nil if it does not exist.
  @inline(never) public static func status(_ path: ByteString) throws(SystemError) -> FileStatus? {
    try SystemCall.status(path)
  }

  /// Returns whether a path has a file, and may be looked at.
  @inline(never) public static func exists(_ path: ByteString) -> Bool {
    (try? status(path)).flatMap { $0 } != nil
  }

  /// Returns the absolute path without symbolic links.
  @inline(never) public static func realPath(_ path: ByteString) throws(SystemError) -> ByteString {
    try SystemCall.realPath(path)
  }

  /// Returns the names in a directory, unordered; empty if it cannot be read.
  @inline(never) public static func names(in path: ByteString) -> [ByteString] {
    (try? list(path)) ?? []
  }

  /// Returns the names in a directory, unordered; empty if it does not exist.
  ///
  /// - Throws: an error of opendir(3).
  @inline(never) public static func list(_ path: ByteString) throws(SystemError) -> [ByteString] {
    do {
      // The last name ends with NUL, too.
      return Array(try SystemCall.names(in: path).split(at: 0).dropLast())
    } catch  where error.code == .noSuchFile {
      return []
    }
  }

  /// Returns the paths in a directory whose names are a prefix and a whole number, in the order of
  /// the numbers: card2 before card10. Empty if it does not exist.
  ///
  /// - Throws: an error of opendir(3).
  @inline(never) public static func numbered(
    _ prefix: StaticBytes, in folder: ByteString
  ) throws(SystemError) -> [ByteString] {
    var numbers: [UInt64] = []
    for name in try list(folder) where name.hasPrefix(prefix) {
      if let number = name[prefix.count..<name.count].wholeNumber { numbers.append(number) }
    }
    var paths: [ByteString] = []
    while let least = numbers.min() {
      paths.append(folder + "/" + prefix + ByteString(least))
      numbers.removeAll { $0 == least }
    }
    return paths
  }

  /// Creates a directory unless the path exists.
  ///
  /// - Parameters:
  ///   - path: of the directory.
  ///   - mode: its permissions, before the umask.
  /// - Returns: whether it was created.
  @inline(never) public static func makeDirectory(_ path: ByteString, mode: UInt32)
    throws(SystemError) -> Bool
  {
    try isNew { () throws(SystemError) in try SystemCall.makeDirectory(path, mode: mode) }
  }

  /// Creates a FIFO unless the path exists.
  ///
  /// - Parameters:
  ///   - path: of the FIFO.
  ///   - mode: its permissions, before the umask.
  /// - Returns: whether it was created.
  @inline(never) public static func makeFIFO(_ path: ByteString, mode: UInt32) throws(SystemError)
    -> Bool
  {
    try isNew { () throws(SystemError) in try SystemCall.makeFIFO(path, mode: mode) }
  }

  private static func isNew(_ make: () throws(SystemError) -> Void) throws(SystemError) -> Bool {
    do {
      try make()
      return true
    } catch  where error.code == .fileExists {
      return false
    }
  }

  /// Removes a file.
  @inline(never) public static func remove(_ path: ByteString) throws(SystemError) {
    try SystemCall.unlink(path)
  }

  /// Returns whether a directory is in memory (tmpfs, ramfs), so that no call on its files blocks.
  @inline(never) public static func isInMemory(_ path: ByteString) throws(SystemError) -> Bool {
    try SystemCall.isInMemory(path)
  }

  /// Removes an empty directory.
  @inline(never) public static func removeDirectory(_ path: ByteString) throws(SystemError) {
    try SystemCall.removeDirectory(path)
  }

  /// Returns the last part of a path: "feed" for "/run/feed".
  @inline(never) public static func name(of path: ByteString) -> ByteString {
    path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)..<path.count]
  }

  /// Returns the directory of a path: "/run" for "/run/feed", "." for "feed".
  @inline(never) public static func folder(of path: ByteString) -> ByteString {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == 0 ? "/" : path[0..<slash]
  }
}
