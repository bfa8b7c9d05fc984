public import Base

/// Files that the page put here. There are no links and no devices.
public enum FileSystem {
  nonisolated(unsafe) private static var files: [(path: ByteString, bytes: [UInt8])] = []

  /// Adds a file, or replaces the one at the path.
  public static func put(_ path: ByteString, _ bytes: [UInt8]) {
    remove(path)
    unsafe files.append((path, bytes))
  }

  /// Removes the file at a path, if there is one.
  public static func remove(_ path: ByteString) {
    unsafe files.removeAll { $0.path == path }
  }

  /// Returns the bytes of a file.
  ///
  /// - Parameter limit: the maximum number of bytes; a longer file is an error.
  public static func read(
    _ path: ByteString, limit: Int, for access: FileDescriptor.Access = .reading
  ) throws(SystemError) -> [UInt8] {
    guard let index = index(path) else { throw SystemError("open", .noSuchFile, path: path) }
    let bytes = unsafe files[index].bytes
    if bytes.count > limit { throw SystemError("read", .fileTooLarge, path: path) }
    return bytes
  }

  /// Returns whether a path has a file.
  public static func exists(_ path: ByteString) -> Bool { index(path) != nil }

  /// Returns the names in a folder, unordered.
  public static func names(in path: ByteString) -> [ByteString] {
    var names: [ByteString] = []
    for (file, _) in unsafe files where file.hasPrefix(path + "/") {
      let name = file[(path.count + 1)..<file.count].split(at: UInt8(ascii: "/"))[0]
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Returns the path itself, since there are no links.
  public static func realPath(_ path: ByteString) throws(SystemError) -> ByteString { path }

  /// Returns the folder of a path: "/run" for "/run/feed", "." for "feed".
  public static func folder(of path: ByteString) -> ByteString {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == 0 ? "/" : path[0..<slash]
  }

  private static func index(_ path: ByteString) -> Int? {
    unsafe files.firstIndex { $0.path == path }
  }
}

/// The ways to open a file.
public enum FileDescriptor {
  /// For reading, with or without links on the way.
  public enum Access {
    /// For reading.
    case reading
    /// For reading a regular file that no link leads to.
    case readingNoLink
  }
}
