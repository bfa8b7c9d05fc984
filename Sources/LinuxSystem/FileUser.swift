public import Base

/// A process that has a file open. Without the rights to see another user's descriptors its
/// processes are not found.
public struct FileUser {
  /// The name of the program, at most 15 bytes.
  public let name: ByteString
  /// The process ID, in digits.
  public let process: ByteString
  /// Whether a descriptor can read.
  public let reads: Bool

  /// Whether the program is fbprogress.
  public var isOurs: Bool { name.hasPrefix("fbprogress") }

  /// Returns the processes that have a file open, apart from this one.
  ///
  /// - Parameters:
  ///   - file: the file, by its status.
  ///   - folder: where the kernel's process information is mounted.
  @inline(never)
  public static func all(of file: FileStatus, in folder: ByteString = "/proc") -> [FileUser] {
    let own = ByteString(Int(Environment.processIdentifier))
    var users: [FileUser] = []
    for process in FileSystem.names(in: folder) where process.wholeNumber != nil && process != own {
      let place = folder + "/" + process
      var (uses, reads) = (false, false)
      for descriptor in FileSystem.names(in: place + "/fd") {
        let status = (try? FileSystem.status(place + "/fd/" + descriptor)).flatMap { $0 }
        guard let status, status.isSameFile(as: file) else { continue }
        uses = true
        if !isWriter(place + "/fdinfo/" + descriptor) { reads = true }
      }
      if !uses { continue }
      let name = (try? FileSystem.read(place + "/comm", limit: 64)) ?? []
      users.append(
        FileUser(
          name: ByteString(name).trimmed { $0 <= 0x20 }, process: process, reads: reads))
    }
    return users
  }

  /// Whether a descriptor can only write: the octal number after "flags:" ends with 1.
  private static func isWriter(_ path: ByteString) -> Bool {
    guard let bytes = try? FileSystem.read(path, limit: 4_096) else { return false }
    for line in ByteString(bytes).split(at: UInt8(ascii: "\n")) where line.hasPrefix("flags:") {
      return line[line.count - 1] & 3 == 1
    }
    return false
  }
}
