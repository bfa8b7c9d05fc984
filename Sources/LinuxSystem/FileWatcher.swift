public import Base
import CLinux

/// Tells when a file may have changed, or a file of its name come. The C interface is inotify.
public struct FileWatcher: ~Copyable {
  private let descriptor: FileDescriptor
  private let path: ByteString

  /// Starts to watch the folder that a path lies in.
  public init(path: ByteString) throws(SystemError) {
    let descriptor = FileDescriptor(owning: try SystemCall.inotifyOpen())
    try SystemCall.watch(descriptor.rawValue, FileSystem.folder(of: path), linux_watch_folder)
    self.descriptor = descriptor
    self.path = path
  }

  /// Starts to watch whether a file gets, changes or loses names, or rights; not what is written to it.
  public init(linksOf path: ByteString) throws(SystemError) {
    let descriptor = FileDescriptor(owning: try SystemCall.inotifyOpen())
    try SystemCall.watch(descriptor.rawValue, path, linux_watch_links)
    self.descriptor = descriptor
    self.path = path
  }

  /// What to poll for reading.
  public var rawValue: Int32 { descriptor.rawValue }

  /// Watches the file that has the path now, too; the one that had it before is forgotten by the kernel
  /// when it goes. Harmless when there is none.
  public func watchFile() {
    try? SystemCall.watch(descriptor.rawValue, path, linux_watch_file)
  }

  /// Takes all notes that have come. What they say is not looked at: the file itself tells.
  ///
  /// - Parameter buffer: where they are put; room for one at least.
  /// - Returns: whether there was any.
  @discardableResult public func drain(into buffer: inout [UInt8]) -> Bool {
    var isAny = false
    while let count = try? descriptor.read(into: &buffer), count > 0 { isAny = true }
    return isAny
  }
}
