import CLinux

/// An owned mapping of a device's or file's memory, unmapped when its owner is destroyed.
@safe public struct MemoryMapping: ~Copyable {
  // SAFETY: owned by this value, valid until deinit, `count` bytes long.
  private let memory: UnsafeMutableRawPointer
  /// The length of the mapping in bytes.
  public let count: Int

  /// Maps `count` bytes from an offset on, for reading and writing. The C function is `mmap` with
  /// `MAP_SHARED`.
  public init(of descriptor: Int32, count: Int, offset: UInt64) throws(SystemError) {
    unsafe memory = try SystemCall.mapShared(descriptor, count: count, offset: offset)
    self.count = count
  }

  deinit { _ = unsafe linux_unmap(memory, count) }

  /// Calls `body` with the mapped bytes, valid for the call only.
  @unsafe public mutating func withBytes(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
    unsafe body(UnsafeMutableRawBufferPointer(start: memory, count: count))
  }
}
