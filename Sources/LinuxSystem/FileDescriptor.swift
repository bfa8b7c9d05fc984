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
    /// Write, non-blocking. Fails for a FIFO without a reader.
    case writing
    /// Read and write, non-blocking.
    case readingAndWriting
    /// Read and write, non-blocking; a symbolic link is an error.
    case readingAndWritingNoLink
    /// Write behind the end, created if missing; does not block. A terminal does not become the
    /// controlling one.
    case appending
    /// Write, created or truncated; may block.
    case creating
    /// Write, created for this program's user alone, or truncated, non-blocking.
    case recording
    /// Write, created for this program's user alone; an existing file or link is an error.
    case creatingPrivate

    fileprivate var flags: Int32 {
      switch self {
      case .reading: linux_o_rdonly | linux_o_nonblock | linux_o_noctty
      case .readingNoLink: linux_o_rdonly | linux_o_nonblock | linux_o_noctty | linux_o_nofollow
      case .writing: linux_o_wronly | linux_o_nonblock | linux_o_noctty
      case .readingAndWriting: linux_o_rdwr | linux_o_nonblock | linux_o_noctty
      case .readingAndWritingNoLink:
        linux_o_rdwr | linux_o_nonblock | linux_o_noctty | linux_o_nofollow
      case .appending:
        linux_o_wronly | linux_o_creat | linux_o_append | linux_o_noctty | linux_o_nonblock
      case .creating: linux_o_wronly | linux_o_creat | linux_o_trunc | linux_o_noctty
      case .recording:
        linux_o_wronly | linux_o_creat | linux_o_trunc | linux_o_noctty | linux_o_nonblock
      case .creatingPrivate: linux_o_wronly | linux_o_creat | linux_o_excl | linux_o_nofollow
      }
    }

    fileprivate var mode: UInt32 {
      switch self {
      case .recording, .creatingPrivate: 0o600
      default: 0o644
      }
    }
  }

  /// Opens a path. The C function is `open`, always with `O_CLOEXEC`; new files have mode 0644,
  /// private ones 0600, before the umask.
  @inline(never) public static func open(
    _ path: ByteString, for access: Access
  ) throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try SystemCall.open(path, access.flags, mode: access.mode))
  }

  /// Returns the type and identity of the file.
  @inline(never) public func status() throws(SystemError) -> FileStatus {
    FileStatus(try SystemCall.status(rawValue))
  }

  /// Sets the permissions of the file, regardless of the umask.
  public func setMode(_ mode: UInt32) throws(SystemError) {
    try SystemCall.changeMode(rawValue, mode: mode)
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

  /// Writes all bytes. Throws EAGAIN if a write would block, so the file should be a blocking one.
  @inline(never) public func writeAll(_ bytes: Span<UInt8>) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      guard let count = try write(bytes.extracting(written..<bytes.count)) else {
        throw SystemError("write", .again)
      }
      written += count
    }
  }

  /// Widens a pipe from 64 to 256 KiB, if permitted. The memory is used only while the pipe is
  /// full.
  public func widen() { linux_widen_pipe(rawValue) }

  /// Sets the file offset to 0.
  public func rewind() throws(SystemError) { try SystemCall.seekToStart(rawValue) }

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

  /// Writes all bytes to standard output.
  @inline(never) public static func writeToStandardOutput(_ bytes: Span<UInt8>) throws(SystemError)
  {
    var written = 0
    while written < bytes.count {
      guard let count = try SystemCall.write(1, bytes.extracting(written..<bytes.count)) else {
        throw SystemError("write", .again)
      }
      written += count
    }
  }

  /// Returns whether a descriptor, owned elsewhere, has room for a write.
  @inline(never) public static func isWritable(_ descriptor: Int32) -> Bool {
    var poller = Poller()
    let slot = poller.add(descriptor, .writable)
    poller.wait(for: .zero)
    return poller.isReady(slot)
  }

  /// Writes bytes to a descriptor shared with other processes, which may keep it blocking. Check
  /// `isWritable` first, and write at most 4096 bytes, which a pipe with room takes at once.
  public static func write(
    _ bytes: Span<UInt8>, to descriptor: Int32
  ) throws(SystemError) -> Int? { try SystemCall.write(descriptor, bytes) }

  /// Reads available bytes from a descriptor that the caller does not own.
  ///
  /// - Returns: the number of bytes; 0 at EOF; nil if a read would block.
  public static func read(
    from descriptor: Int32, into buffer: inout [UInt8]
  ) throws(SystemError) -> Int? { try SystemCall.read(descriptor, into: &buffer) }

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

  /// The type and identity of standard error; nil if unknown.
  public static var standardErrorStatus: FileStatus? {
    (try? SystemCall.status(2)).map { FileStatus($0) }
  }

  /// Makes a write to a pipe without a reader an error; otherwise SIGPIPE would kill the process.
  public static func ignoreBrokenPipes() { linux_ignore_broken_pipes() }

  /// Whether bytes, EOF or an error can be read now.
  public var isReadable: Bool {
    var poller = Poller()
    let slot = poller.add(rawValue, .readable)
    poller.wait(for: .zero)
    return poller.isReady(slot)
  }
}

/// The type and identity of a file.
public struct FileStatus: Equatable, Sendable {
  /// The device number of its file system.
  public let device: UInt64
  /// The inode number in its file system.
  public let inode: UInt64
  /// The size in bytes.
  public let size: UInt64
  /// The number of its names (hard links); 0 once removed.
  public let linkCount: UInt64
  /// The major number of a device node; 0 for others.
  public let majorNumber: UInt32
  /// The minor number of a device node; 0 for others.
  public let minorNumber: UInt32
  /// The user ID of the owner.
  public let owner: UInt32
  /// Whether the file is a regular file.
  public let isRegularFile: Bool
  /// Whether the file is a FIFO.
  public let isFIFO: Bool
  /// Whether the file is a socket.
  public let isSocket: Bool
  /// Whether the file is a character device, such as a terminal.
  public let isCharacterDevice: Bool
  /// Whether its mode has the sticky bit.
  public let isSticky: Bool

  init(_ status: linux_status) {
    device = status.device
    inode = status.inode
    size = status.size
    linkCount = status.links
    majorNumber = status.major_number
    minorNumber = status.minor_number
    owner = status.owner
    isRegularFile = status.is_regular != 0
    isFIFO = status.is_fifo != 0
    isSocket = status.is_socket != 0
    isCharacterDevice = status.is_character_device != 0
    isSticky = status.is_sticky != 0
  }

  /// Whether root or the user of this process owns the file.
  public var isTrusted: Bool { owner == 0 || Int(owner) == linux_user() }

  /// Returns whether both are the same file, by device and inode number.
  public func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}
