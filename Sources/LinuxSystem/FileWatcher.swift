public import Base
import CLinux

/// A watch of a file that may change or be created. The C interface is inotify.
public struct FileWatcher: ~Copyable {
  private let descriptor: FileDescriptor
  private let path: ByteString

  /// Watches the directory of a path for new files.
  public init(path: ByteString) throws(SystemError) {
    let descriptor = FileDescriptor(owning: try SystemCall.inotifyOpen())
    try SystemCall.watch(descriptor.rawValue, FileSystem.folder(of: path), linux_watch_folder)
    self.descriptor = descriptor
    self.path = path
  }

  /// Watches a file's links and permissions, not its contents.
  public init(linksOf path: ByteString) throws(SystemError) {
    let descriptor = FileDescriptor(owning: try SystemCall.inotifyOpen())
    try SystemCall.watch(descriptor.rawValue, path, linux_watch_links)
    self.descriptor = descriptor
    self.path = path
  }

  /// The descriptor to poll for reading. Valid as long as this value.
  public var rawValue: Int32 { descriptor.rawValue }

  /// Also watches the file that now has the path. The kernel drops the watch when the file goes.
  /// Without a file it does nothing.
  public func watchFile() {
    try? SystemCall.watch(descriptor.rawValue, path, linux_watch_file)
  }

  /// Reads all pending events. Their contents are ignored; the caller examines the file itself.
  ///
  /// - Parameter buffer: overwritten; large enough for one event.
  /// - Returns: whether an event was pending.
  @discardableResult public func drain(into buffer: inout [UInt8]) -> Bool {
    var isAny = false
    while let count = try? descriptor.read(into: &buffer), count > 0 { isAny = true }
    return isAny
  }
}
