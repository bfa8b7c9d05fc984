public import Base
import CLinux

/// An owned descriptor of a file, pipe, socket or device, closed when its owner is destroyed.
public struct FileDescriptor: ~Copyable {
  /// The kernel's number of the descriptor. Valid as long as the owner.
  public let rawValue: Int32

  /// Takes ownership of a descriptor.
  public init(owning rawValue: Int32) { self.rawValue = rawValue }

  deinit { SystemCall.close(rawValue) }

  /// The access for which a file is opened.
  public enum Access: Sendable {
    /// Read, non-blocking; opening does not block either.
    case reading
    /// Read, non-blocking; a symbolic link is an error.
    case readingNoLink
    /// As `readingNoLink`; a file of another user than root and this one is an error, too.
    case readingTrusted
    /// Write, non-blocking. Fails for a FIFO without a reader.
    case writing
    /// Read and write, non-blocking.
    case readingAndWriting
    /// Read and write, non-blocking; a symbolic link is an error.
    case readingAndWritingNoLink

    fileprivate var flags: Int32 {
      switch self {
      case .reading: linux_o_rdonly | linux_o_nonblock | linux_o_noctty
      case .readingNoLink, .readingTrusted:
        linux_o_rdonly | linux_o_nonblock | linux_o_noctty | linux_o_nofollow
      case .writing: linux_o_wronly | linux_o_nonblock | linux_o_noctty
      case .readingAndWriting: linux_o_rdwr | linux_o_nonblock | linux_o_noctty
      case .readingAndWritingNoLink:
        linux_o_rdwr | linux_o_nonblock | linux_o_noctty | linux_o_nofollow
      }
    }
  }

  /// Opens a device of the system's.
  @inline(never) public static func open(
    _ path: StaticBytes, for access: Access
  ) throws(SystemError) -> FileDescriptor { try open(ByteString(path), for: access) }

  /// Opens a path. The C function is `open`, always with `O_CLOEXEC`. `FileWriter` makes files.
  @_disfavoredOverload @inline(never) public static func open(
    _ path: ByteString, for access: Access
  ) throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try SystemCall.open(path, access.flags))
  }

  /// Returns the type and identity of the file.
  @inline(never) public func status() throws(SystemError) -> FileStatus {
    try SystemCall.status(rawValue)
  }

  /// Returns the type and identity of the file of a descriptor, owned elsewhere; nil if unknown.
  public static func status(of descriptor: Int32) -> FileStatus? {
    try? SystemCall.status(descriptor)
  }

  /// Sets the permissions of the file, regardless of the umask.
  public func setMode(_ mode: UInt32) throws(SystemError) {
    try SystemCall.check(linux_fchmod(rawValue, mode), "fchmod")
  }

  /// Reads available bytes into the buffer, from an index to its end at most.
  ///
  /// - Returns: the number of bytes; 0 at EOF; nil if a read would block.
  @inline(never) public func read(
    into buffer: inout [UInt8], from start: Int = 0
  ) throws(SystemError) -> Int? {
    try SystemCall.read(rawValue, into: &buffer, from: start)
  }

  /// Writes bytes, possibly only the first ones.
  ///
  /// - Returns: the number of bytes written; nil if a write would block.
  @inline(never) public func write(_ bytes: Span<UInt8>) throws(SystemError) -> Int? {
    try SystemCall.write(rawValue, bytes)
  }

  /// Writes all bytes to a descriptor, owned elsewhere. Waits for room.
  @inline(never) public static func writeAll(
    _ bytes: Span<UInt8>, to descriptor: Int32
  ) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      if let count = try SystemCall.write(descriptor, bytes.extracting(written...)) {
        written += count
      } else {
        var poller = Poller()
        _ = poller.add(descriptor, .writable)
        poller.wait(for: nil)
      }
    }
  }

  /// Widens a pipe from 64 KiB to 1 MiB, if permitted. The memory is used only while the pipe is
  /// full.
  public func widen() { linux_widen_pipe(rawValue) }

  /// Sets the file offset to 0.
  public func rewind() throws(SystemError) {
    try SystemCall.check(linux_seek_to_start(rawValue), "lseek")
  }

  /// Writes bytes to standard error if it has room: a blocked reader of the log must never stop the
  /// feed.
  @inline(never) public static func writeToStandardError(_ bytes: Span<UInt8>) {
    var written = 0
    while written < bytes.count, isWritable(2),
      let count = try? SystemCall.write(2, bytes.extracting(written...)), count > 0
    {
      written += count
    }
  }

  /// Returns whether a descriptor, owned elsewhere, has room for a write.
  public static func isWritable(_ descriptor: Int32) -> Bool { isReady(descriptor, .writable) }

  /// Writes bytes to a descriptor shared with other processes, which may keep it blocking. Check
  /// `isWritable` first, and write at most 4096 bytes, which a pipe with room takes at once.
  public static func write(
    _ bytes: Span<UInt8>, to descriptor: Int32
  ) throws(SystemError) -> Int? { try SystemCall.write(descriptor, bytes) }

  /// Reads available bytes as `read(into:from:)`, from a descriptor that the caller does not own.
  public static func read(
    from descriptor: Int32, into buffer: inout [UInt8], from start: Int = 0
  ) throws(SystemError) -> Int? { try SystemCall.read(descriptor, into: &buffer, from: start) }

  /// Makes a pipe. The end to read from does not block.
  ///
  /// - Returns: the ends, owned by the caller.
  public static func makePipe() throws(SystemError) -> (from: Int32, to: Int32) {
    try SystemCall.pipe()
  }

  /// Closes a descriptor without a `FileDescriptor` owner.
  public static func close(_ descriptor: Int32) { SystemCall.close(descriptor) }

  /// Fills closed standard descriptors, so that no file opened later gets their numbers.
  ///
  /// - Returns: whether standard error was open.
  public static func holdStandardDescriptors() -> Bool { linux_hold_standard_descriptors() == 0 }

  /// Closes all descriptors above 2 that the program's starter left open, except those that
  /// `keep` has marked.
  public static func closeInherited() { linux_close_inherited() }

  /// Keeps an inherited descriptor from `closeInherited` and from programs that this one starts.
  public static func keep(_ descriptor: Int32) {
    if descriptor > 2 { linux_close_on_exec(descriptor) }
  }

  /// Makes a write to a pipe without a reader an error; otherwise SIGPIPE would kill the process.
  public static func ignoreBrokenPipes() { linux_ignore_broken_pipes() }

  /// Whether bytes, EOF or an error can be read now.
  public var isReadable: Bool { Self.isReady(rawValue, .readable) }

  @inline(never) private static func isReady(_ file: Int32, _ event: Poller.Interest) -> Bool {
    var poller = Poller()
    let slot = poller.add(file, event)
    poller.wait(for: .zero)
    return poller.isReady(slot)
  }
}

/// The type and identity of a file.
public struct FileStatus: Sendable {
  let status: linux_status

  /// The device number of its file system.
  public var device: UInt64 { status.device }
  /// The inode number in its file system.
  public var inode: UInt64 { status.inode }
  /// The size in bytes.
  public var size: UInt64 { status.size }
  /// The number of its names (hard links); 0 once removed.
  public var linkCount: UInt64 { status.links }
  /// The major number of a device node; 0 for others.
  public var majorNumber: UInt32 { status.major_number }
  /// The minor number of a device node; 0 for others.
  public var minorNumber: UInt32 { status.minor_number }
  /// The user ID of the owner.
  public var owner: UInt32 { status.owner }
  /// Whether the file is a regular file.
  public var isRegularFile: Bool { kind == linux_s_ifreg }
  /// Whether the file is a FIFO.
  public var isFIFO: Bool { kind == linux_s_ififo }
  /// Whether the file is a socket.
  public var isSocket: Bool { kind == linux_s_ifsock }
  /// Whether the file is a character device, such as a terminal.
  public var isCharacterDevice: Bool { kind == linux_s_ifchr }
  /// Whether its mode has the sticky bit.
  public var isSticky: Bool { status.mode & 0o1000 != 0 }

  private var kind: UInt32 { status.mode & 0o170000 }

  /// Whether root or the user of this process owns the file.
  public var isTrusted: Bool { owner == 0 || Int(owner) == linux_user() }

  /// Whether other users than root and that of this process may make files in the directory.
  public var isShared: Bool { !isTrusted || status.mode & 0o022 != 0 }

  /// Returns whether both are the same file, by device and inode number.
  public func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}
