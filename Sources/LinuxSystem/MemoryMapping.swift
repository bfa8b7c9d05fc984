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

  /// Copies bytes there, in order and once, as write-combined memory wants it.
  ///
  /// Traps when they do not fit.
  public mutating func store(_ bytes: RawSpan, at offset: Int) {
    precondition(offset >= 0 && offset <= count - bytes.byteCount, "bytes outside the mapping")
    // SAFETY: checked just above; the span's bytes are not in this mapping, which nobody can borrow.
    unsafe bytes.withUnsafeBytes { source in
      if let base = source.baseAddress {
        unsafe (memory + offset).copyMemory(from: base, byteCount: source.count)
      }
    }
  }
}
