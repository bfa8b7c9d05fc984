/// What PNG files are made of, for tests that write files that no encoder would.
public enum PNGPieces {
  /// A zlib stream of stored blocks.
  public static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var place = 0
    repeat {
      let count = min(65_535, bytes.count - place)
      stream += [place + count == bytes.count ? 1 : 0, UInt8(count & 255), UInt8(count >> 8)]
      stream += [UInt8(~count & 255), UInt8(~count >> 8 & 255)]
      stream += bytes[place..<(place + count)]
      place += count
    } while place < bytes.count
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return stream + word(high << 16 | low)
  }

  /// A chunk of PNG: length, name, body, checksum.
  public static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let typed = Array(name.utf8) + body
    var sum = UInt32.max
    for byte in typed {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
    }
    return word(body.count) + typed + word(Int(~sum))
  }

  /// The big-endian bytes of a number.
  public static func word(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xff) }
  }
}
