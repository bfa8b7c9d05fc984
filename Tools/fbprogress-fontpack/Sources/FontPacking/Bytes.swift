/// Numbers as a pack has them.
extension [UInt8] {
  /// The lowest `count` bytes of a number, the lowest first.
  mutating func append(_ value: Int, bytes count: Int) {
    for place in 0..<count { append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
  }

  /// Seven bits in each byte, the lowest first.
  mutating func append(varint value: Int) {
    precondition((0..<(1 << 28)).contains(value))
    var rest = value
    while rest >= 0x80 {
      append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// 0, −1, 1, −2 … as 0, 1, 2, 3 …
  mutating func append(signedVarint value: Int) {
    append(varint: value < 0 ? -2 * value - 1 : 2 * value)
  }

  mutating func append(signedVarints point: Point) {
    append(signedVarint: point.x)
    append(signedVarint: point.y)
  }

  /// CRC-32 as zlib's.
  var crc32: UInt32 {
    var remainder: UInt32 = 0xffff_ffff
    for byte in self {
      remainder ^= UInt32(byte)
      for _ in 0..<8 {
        remainder = remainder >> 1 ^ (remainder & 1 == 0 ? 0 : 0xedb8_8320)
      }
    }
    return ~remainder
  }
}
