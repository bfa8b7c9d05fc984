public import Base
import CLinux

/// An open file, pipe, socket or device, closed when its owner goes.
public struct FileDescriptor: ~Copyable {
  /// The kernel's number for it. Valid while this owner lives.
  public let rawValue: Int32

  /// Takes over a descriptor.
  public init(owning rawValue: Int32) { self.rawValue = rawValue }

  deinit { SystemCall.close(rawValue) }

  /// How a file is opened.
  public enum Access: Sendable {
    /// For reading; waits for nothing, neither at opening nor later.
    case reading
    /// For reading, a regular file that is no symbolic link; waits for nothing.
    case readingNoLink
    /// For writing; waits for nothing. Opening a FIFO without a reader fails.
    case writing
    /// For both; waits for nothing.
    case readingAndWriting
    /// For writing, made anew; waits where a file may make one wait.
    case creating
    /// For writing, made anew; waits for nothing.
    case recording

    fileprivate var flags: Int32 {
      switch self {
      case .reading: linux_o_rdonly | linux_o_nonblock | linux_o_noctty
      case .readingNoLink: linux_o_rdonly | linux_o_nonblock | linux_o_noctty | linux_o_nofollow
      case .writing: linux_o_wronly | linux_o_nonblock | linux_o_noctty
      case .readingAndWriting: linux_o_rdwr | linux_o_nonblock | linux_o_noctty
      case .creating: linux_o_wronly | linux_o_creat | linux_o_trunc | linux_o_noctty
      case .recording:
        linux_o_wronly | linux_o_creat | linux_o_trunc | linux_o_noctty | linux_o_nonblock
      }
    }
  }

  /// Opens a path. The corresponding C function is `open`, always with `O_CLOEXEC`.
  @inline(never) public static func open(
    _ path: ByteString, for access: Access
  ) throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try SystemCall.open(path, access.flags, mode: 0o644))
  }

  /// What kind of file it is, and which.
  @inline(never) public func status() throws(SystemError) -> FileStatus {
    FileStatus(try SystemCall.status(rawValue))
  }

  /// Reads what is there into the buffer, at most its count.
  ///
  /// - Returns: the number of bytes, 0 at the end; nil when there is nothing now.
  @inline(never) public func read(into buffer: inout [UInt8]) throws(SystemError) -> Int? {
    try SystemCall.read(rawValue, into: &buffer)
  }

  /// Writes bytes; may take only the first of them.
  ///
  /// - Returns: the number of bytes taken; nil when there is no room now.
  @inline(never) public func write(_ bytes: Span<UInt8>) throws(SystemError) -> Int? {
    try SystemCall.write(rawValue, bytes)
  }

  /// Writes all bytes, for files that make one wait.
  @inline(never) public func writeAll(_ bytes: Span<UInt8>) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      guard let count = try write(bytes.extracting(written..<bytes.count)) else {
        throw SystemError("write", .again)
      }
      written += count
    }
  }

  /// Gives a pipe room for 256 kB instead of 64, where that is allowed. It takes memory only while it is full.
  public func widen() { linux_widen_pipe(rawValue) }

  /// Makes the next read begin at the file's first byte.
  public func rewind() throws(SystemError) { try SystemCall.seekToStart(rawValue) }

  /// Writes bytes to standard error if there is room for them at once: a stuck reader of a log must
  /// never hold up the feed.
  @inline(never) public static func writeToStandardError(_ bytes: Span<UInt8>) {
    if isWritable(2) { _ = try? SystemCall.write(2, bytes) }
  }

  /// Writes bytes to standard output, all of them.
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

  /// Whether there is room to write something to a descriptor of somebody else's now.
  @inline(never) public static func isWritable(_ descriptor: Int32) -> Bool {
    var poller = Poller()
    let slot = poller.add(descriptor, .writable)
    poller.wait(for: .zero)
    return poller.isReady(slot)
  }

  /// Writes bytes to a descriptor that is shared with others, who may want it to wait: ask `isWritable` before, and
  /// write at most 4096 bytes, which a pipe then takes at once.
  public static func write(
    _ bytes: Span<UInt8>, to descriptor: Int32
  ) throws(SystemError) -> Int? { try SystemCall.write(descriptor, bytes) }

  /// Reads what is there from a descriptor that its owner does not close.
  ///
  /// - Returns: the number of bytes, 0 at the end; nil if there is nothing now.
  public static func read(
    from descriptor: Int32, into buffer: inout [UInt8]
  ) throws(SystemError) -> Int? { try SystemCall.read(descriptor, into: &buffer) }

  /// Closes a descriptor that no `FileDescriptor` owns.
  public static func close(_ descriptor: Int32) { SystemCall.close(descriptor) }

  /// Sees to it that no file gets the number of a standard descriptor that is closed.
  ///
  /// - Returns: whether there is a standard error.
  public static func holdStandardDescriptors() -> Bool { linux_hold_standard_descriptors() == 0 }

  /// What kind of file standard error is, and which; nil where that can't be told.
  public static var standardErrorStatus: FileStatus? {
    (try? SystemCall.status(2)).map { FileStatus($0) }
  }

  /// Makes writing to a pipe that nobody reads an error instead of the program's end.
  public static func ignoreBrokenPipes() { linux_ignore_broken_pipes() }

  /// Whether there are bytes, an end or an error to read now.
  public var isReadable: Bool {
    var poller = Poller()
    let slot = poller.add(rawValue, .readable)
    poller.wait(for: .zero)
    return poller.isReady(slot)
  }
}

/// What kind of file something is, and which.
public struct FileStatus: Equatable, Sendable {
  /// The number of the file system that it is on.
  public let device: UInt64
  /// Its number there.
  public let inode: UInt64
  /// Its length, bytes.
  public let size: UInt64
  /// How many names it has; none once it was removed.
  public let linkCount: UInt64
  /// Whether it is an ordinary file.
  public let isRegularFile: Bool
  /// Whether it is a named pipe.
  public let isFIFO: Bool
  /// Whether it is a socket.
  public let isSocket: Bool
  /// Whether it is a device of bytes, such as a terminal.
  public let isCharacterDevice: Bool

  init(_ status: linux_status) {
    device = status.device
    inode = status.inode
    size = status.size
    linkCount = status.links
    isRegularFile = status.is_regular != 0
    isFIFO = status.is_fifo != 0
    isSocket = status.is_socket != 0
    isCharacterDevice = status.is_character_device != 0
  }

  /// Whether two are the same file, whatever its length.
  public func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}
