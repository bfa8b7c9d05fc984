public import Base
import CLinux

/// A terminal whose input this program reads byte by byte, without echo, until `restore`.
///
/// No call blocks. Keys still send their signals, except Ctrl-Z: a stopped process could not
/// restore the terminal.
public struct TerminalLine: ~Copyable {
  /// The size of a terminal; 0 where it is unknown.
  public struct Size: Equatable, Sendable {
    /// Characters of a row, and rows.
    public let (columns, rows): (Int, Int)
    /// Pixels of all columns, and of all rows.
    public let (width, height): (Int, Int)
  }

  private let file: FileDescriptor
  private let found: linux_line
  private let resizes: FileDescriptor

  /// Takes a terminal.
  ///
  /// - Parameter path: nil for the one of standard output.
  /// - Returns: nil if it is none, if another program reads its keys, or if this process is not in
  ///   its foreground.
  public static func take(_ path: ByteString? = nil) -> TerminalLine? {
    if path == nil, !Command.isTerminal(1) { return nil }
    // A description of its own: that of the shell must keep blocking.
    if let file = try? FileDescriptor.open(path ?? "/proc/self/fd/1", for: .readingAndWriting) {
      return take(file)
    }
    // The terminal of another user, after su.
    guard path == nil, let file = try? FileDescriptor.open("/dev/tty", for: .readingAndWriting)
    else { return nil }
    return take(file)
  }

  private static func take(_ file: consuming FileDescriptor) -> TerminalLine? {
    guard let resizes = try? SystemCall.signalDescriptor([linux_sigwinch]) else { return nil }
    let signals = FileDescriptor(owning: resizes)
    guard let found = SystemCall.takeLine(file.rawValue) else { return nil }
    return TerminalLine(file, signals, found)
  }

  private init(
    _ file: consuming FileDescriptor, _ resizes: consuming FileDescriptor, _ found: linux_line
  ) {
    self.file = file
    self.resizes = resizes
    self.found = found
  }

  /// The descriptor to poll. Valid as long as this value.
  public var rawValue: Int32 { file.rawValue }
  /// The descriptor to poll for reading for a change of the size.
  public var resizeDescriptor: Int32 { resizes.rawValue }

  /// The current size.
  public var size: Size {
    let size = linux_terminal_size(rawValue)
    func part(_ index: UInt64) -> Int { Int(size >> (16 * index) & 0xffff) }
    return Size(columns: part(0), rows: part(1), width: part(2), height: part(3))
  }

  /// Returns whether the size has changed since the last call.
  public func takeResize() -> Bool {
    var isNew = false
    while SystemCall.nextSignal(resizeDescriptor) != nil { isNew = true }
    return isNew
  }

  /// Reads bytes; 0 at the end, nil if none are pending.
  public func read(into buffer: inout [UInt8]) throws(SystemError) -> Int? {
    // Without a minimum count, read(2) returns 0 if no byte is pending.
    if !file.isReadable { return nil }
    return try file.read(into: &buffer)
  }

  /// Writes bytes; returns how many were taken, nil for none.
  public func write(_ bytes: Span<UInt8>) throws(SystemError) -> Int? {
    try SystemCall.write(rawValue, bytes)
  }

  /// Restores the terminal. Input that was not read is dropped.
  public func restore() { SystemCall.restoreLine(rawValue, found) }
}
