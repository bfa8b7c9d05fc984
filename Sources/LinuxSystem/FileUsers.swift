public import Base

/// The processes, apart from this one, that have a file open. Those whose descriptors this process
/// may not see are missing.
public struct FileUsers {
  /// The names, at most 15 bytes each, with process IDs: "Xorg (812), cat (99)". Empty for none.
  public private(set) var text = ByteString()
  /// Whether fbprogress is one of them.
  public private(set) var haveUs = false
  /// Whether another program is, or a second fbprogress. Process 1 does not count: systemd keeps
  /// the FIFO of a socket unit.
  public private(set) var haveOthers = false

  /// Looks for the processes.
  ///
  /// - Parameters:
  ///   - file: the file, by its status; nil for none.
  ///   - readersOnly: whether to leave out processes that can only write.
  ///   - folder: where the kernel's process information is mounted.
  @inline(never)
  public init(of file: FileStatus?, readersOnly: Bool, in folder: ByteString = "/proc") {
    guard let file else { return }
    let own = ByteString(Int(Environment.processIdentifier))
    for process in FileSystem.names(in: folder) where process.wholeNumber != nil && process != own {
      let place = folder + "/" + process
      for descriptor in FileSystem.names(in: place + "/fd") {
        let status = try? FileSystem.status(place + "/fd/" + descriptor)
        guard status?.isSameFile(as: file) == true,
          !readersOnly || !Self.isWriter(place + "/fdinfo/" + descriptor)
        else { continue }
        let name = ByteString((try? FileSystem.read(place + "/comm", limit: 64)) ?? [])
        let isUs = name.hasPrefix("fbprogress")
        if isUs ? haveUs : process != "1" { haveOthers = true }
        if isUs { haveUs = true }
        text.append(name.trimmed { $0 <= 0x20 } + " (" + process + ")", after: ", ")
        break
      }
    }
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
