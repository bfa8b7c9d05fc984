/// Memory that a device or file shares with the process, unmapped when its owner goes.
@safe public struct MemoryMapping: ~Copyable {
  // SAFETY: owned by this value, valid until deinit, `count` bytes long.
  private let memory: UnsafeMutableRawPointer
  /// Its length, bytes.
  public let count: Int

  /// Maps `count` bytes of a device from an offset on, for reading and writing.
  /// The corresponding C function is `mmap` with `MAP_SHARED`.
  public init(of descriptor: Int32, count: Int, offset: UInt64) throws(SystemError) {
    unsafe memory = try SystemCall.mapShared(descriptor, count: count, offset: offset)
    self.count = count
  }

  deinit { unsafe SystemCall.unmap(memory, count: count) }

  /// Lends its bytes.
  @unsafe public mutating func withBytes(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
    unsafe body(UnsafeMutableRawBufferPointer(start: memory, count: count))
  }
}
