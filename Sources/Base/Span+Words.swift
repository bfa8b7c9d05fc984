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

/// The checksum of PNG, zip, font packs and session files.
public enum Checksum {
  /// The CRC-32 of bytes: polynomial 0x04c11db7, bits reversed (ITU-T V.42).
  @_optimize(speed)
  @inline(never) public static func crc32(_ bytes: Span<UInt8>) -> UInt32 {
    // Entry n is the sum of the byte n alone.
    var table = [256 of UInt32](repeating: 0)
    for byte in table.indices {
      var sum = UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xedb8_8320) }
      table[byte] = sum
    }
    var sum: UInt32 = .max
    for index in bytes.indices {
      sum = sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ bytes[index])]
    }
    return ~sum
  }
}
