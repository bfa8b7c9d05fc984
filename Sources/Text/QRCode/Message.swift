import Base

/// A text in the bits of the smallest symbol that holds it.
struct Message {
  /// The division of the data into blocks. Its version is that of the symbol.
  let blocks: Blocks
  /// The codewords of data. The highest bit of each is its first one.
  private(set) var data: [UInt8]
  /// The bits of data until now.
  private var count: UInt = 0

  /// Encodes a text. Nil if the text is empty or too long.
  init?(_ text: ByteString) {
    if text.isEmpty { return nil }
    var (isAlphanumeric, isASCII) = (true, true)
    for index in 0..<text.count {
      if Self.alphanumericValue(text[index]) == nil { isAlphanumeric = false }
      if text[index] >= 0x80 { isASCII = false }
    }
    let textBits = isAlphanumeric ? (text.count * 11 + 1) / 2 : text.count * 8

    var blocks = Blocks(version: 1)
    while true {
      let header = (isASCII ? 4 : 16) + blocks.lengthBits(isAlphanumeric: isAlphanumeric)
      if header + textBits <= blocks.dataCount * 8 { break }
      if blocks.version == Blocks.versions { return nil }
      blocks = Blocks(version: blocks.version + 1)
    }
    self.blocks = blocks
    data = [UInt8](repeating: 0, count: blocks.dataCount)

    // Extended channel interpretation 26: UTF-8. Without it the bytes are ISO 8859-1 by the
    // standard, and readers guess.
    if !isASCII { append(0b0111 << 8 | 26, bits: 12) }
    append(isAlphanumeric ? 0b0010 : 0b0100, bits: 4)
    append(text.count, bits: blocks.lengthBits(isAlphanumeric: isAlphanumeric))
    // Alphanumeric characters take 11 bits for two, and 6 bits for a last one.
    var first = 0
    for index in 0..<text.count {
      guard isAlphanumeric, let value = Self.alphanumericValue(text[index]) else {
        append(Int(text[index]), bits: 8)
        continue
      }
      if index % 2 != 0 {
        append(first * 45 + value, bits: 11)
      } else if index == text.count - 1 {
        append(value, bits: 6)
      }
      first = value
    }
    // The terminator: four zeros, or fewer where the symbol ends. Zeros fill the codeword.
    var next = Int(count + 4 + 7) / 8
    var padding: UInt8 = 0xec
    while next < blocks.dataCount {
      data[next] = padding
      padding ^= 0xec ^ 0x11
      next += 1
    }
  }

  /// Appends the lowest bits of a value, the highest of them first.
  @inline(never) private mutating func append(_ value: Int, bits: Int) {
    var left = bits
    while left > 0 {
      left -= 1
      if value &>> left & 1 != 0 { data[Int(count / 8)] |= 0x80 &>> UInt8(count % 8) }
      count += 1
    }
  }

  /// The value of a character in the alphanumeric mode, 0 to 44; nil for other characters.
  @inline(never) private static func alphanumericValue(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return Int(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): return Int(byte - UInt8(ascii: "A")) + 10
    default: break
    }
    // " $%*+-./:", in this order from 36.
    let others: [_ of UInt8] = [0x20, 0x24, 0x25, 0x2a, 0x2b, 0x2d, 0x2e, 0x2f, 0x3a]
    for index in others.indices where others[index] == byte { return 36 + index }
    return nil
  }
}
