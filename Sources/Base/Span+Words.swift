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
    // Entry n of table k is the sum of the byte n before k zeros, so four bytes take four lookups
    // that do not wait for one another.
    var table = [1_024 of UInt32](repeating: 0)
    for entry in 0..<256 {
      var sum = UInt32(entry)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xedb8_8320) }
      table[entry] = sum
    }
    for entry in 256..<1_024 {
      let sum = table[entry - 256]
      table[entry] = sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum))]
    }
    var (sum, index) = (UInt32.max, 0)
    while index <= bytes.count - 8 {
      sum ^= UInt32(truncatingIfNeeded: bytes.word(at: index))
      sum =
        table[768 + Int(sum & 0xff)] ^ table[512 + Int(sum >> 8 & 0xff)]
        ^ table[256 + Int(sum >> 16 & 0xff)] ^ table[Int(sum >> 24)]
      index += 4
    }
    while index < bytes.count {
      sum = sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ bytes[index])]
      index += 1
    }
    return ~sum
  }
}
