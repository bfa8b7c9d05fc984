public import Base

/// The program's own data files, which are installed below `/usr/share/fbprogress`.
public enum SharedFiles {
  /// Finds a file. If it is not installed, looks in an unpacked release, and in the checkout that
  /// the program was built in.
  ///
  /// - Parameter path: the path of the installed file. Only a file below `/usr/share/fbprogress` is
  ///   also looked for in the other places.
  /// - Returns: its path; nil if it does not exist.
  @inline(never) public static func find(_ path: ByteString) -> ByteString? {
    if FileSystem.exists(path) { return path }
    let root: StaticBytes = "/usr/share/fbprogress/"
    // Without /proc, or after an upgrade, the program's file is unknown.
    guard path.hasPrefix(root), let program = try? FileSystem.realPath("/proc/self/exe") else {
      return nil
    }
    return find(path[root.count..<path.count], from: FileSystem.folder(of: program))
  }

  /// Finds a file by its path below the root of data files, from the program's folder.
  static func find(_ name: ByteString, from folder: ByteString) -> ByteString? {
    for place in ["/../share/fbprogress/", "/../share/", "/../../share/", "/../../../share/"]
      as [StaticBytes]
    {
      let path = folder + place + name
      if FileSystem.exists(path) { return path }
    }
    return nil
  }
}
