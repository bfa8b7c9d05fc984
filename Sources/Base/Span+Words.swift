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
    // Entry n of table k is the sum of the byte n before k zeros, so eight bytes take eight lookups
    // that do not wait for one another. Few bytes do not pay for the other tables.
    let isLong = bytes.count >= 4_096
    var table = [2_048 of UInt32](repeating: 0)
    for entry in 0..<(isLong ? 2_048 : 256) {
      var sum = entry < 256 ? UInt32(entry) : table[entry - 256]
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xedb8_8320) }
      table[entry] = sum
    }
    var (sum, index) = (UInt32.max, 0)
    while isLong, index <= bytes.count - 8 {
      let word = bytes.word(at: index) ^ UInt64(sum)
      sum = 0
      for place in 0..<8 {
        sum ^= table[1_792 - 256 * place + Int(word >> UInt64(8 * place) & 0xff)]
      }
      index += 8
    }
    while index < bytes.count {
      sum = sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ bytes[index])]
      index += 1
    }
    return ~sum
  }
}
