// Numbers as bytes, the lowest first: the form of all messages between processes.

extension Span<UInt8> {
  /// Reads four bytes from an offset on as a little-endian number. Traps outside.
  @inline(never) public func word32(at place: Int) -> UInt32 {
    UInt32(self[place]) | UInt32(self[place + 1]) << 8 | UInt32(self[place + 2]) << 16
      | UInt32(self[place + 3]) << 24
  }
}

extension [UInt8] {
  /// Appends the lowest bytes of a number, the lowest first.
  @inline(never) public mutating func append(littleEndian number: UInt64, bytes count: Int = 4) {
    for place in 0..<UInt64(count) { append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
  }
}
