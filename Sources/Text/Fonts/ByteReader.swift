import Base

/// Reads numbers from an array of bytes. Reading beyond the end gives 0 and sets `isBroken`.
struct ByteReader {
  private let bytes: [UInt8]
  private let end: Int
  /// The index of the next byte.
  private(set) var position: Int
  /// Whether a read went beyond the end or found an invalid number.
  private(set) var isBroken = false

  /// Creates a reader at an index, which may be out of range.
  ///
  /// - Parameter end: the end of the readable bytes; nil for the array's end.
  init(_ bytes: [UInt8], at position: Int, end: Int? = nil) {
    (self.bytes, self.position) = (bytes, position)
    self.end = end ?? bytes.count
  }

  /// Reads a byte.
  mutating func byte() -> Int {
    guard position >= 0, position < end else {
      isBroken = true
      return 0
    }
    position += 1
    return Int(bytes[position - 1])
  }

  /// Reads an unsigned little-endian number of at most four bytes.
  @inline(never) mutating func number(bytes count: Int) -> Int {
    // Loading a font reads thousands of numbers.
    if position >= 0, position <= end - 8 {
      let word = bytes.span.word(at: position)
      position += count
      return Int(truncatingIfNeeded: word & ((1 &<< UInt64(8 &* count)) &- 1))
    }
    var number = 0
    for index in 0..<count { number |= byte() << (8 * index) }
    return number
  }

  /// Reads a signed 16-bit little-endian number.
  mutating func signed16() -> Int { Int(Int16(truncatingIfNeeded: number(bytes: 2))) }

  /// Reads a varint: seven bits in each of at most four bytes, the lowest first.
  @inline(never) mutating func varint() -> Int {
    var number = byte()
    if number < 0x80 { return number }
    number &= 0x7f
    for index in 1..<4 {
      let byte = byte()
      number |= (byte & 0x7f) << (7 * index)
      if byte < 0x80 { return number }
    }
    isBroken = true
    return 0
  }

  /// Reads a signed varint in zigzag encoding.
  mutating func signedVarint() -> Int {
    let number = varint()
    return number & 1 == 0 ? number >> 1 : -(number >> 1) - 1
  }

  /// Moves the position, forwards or backwards.
  mutating func skip(_ count: Int) { position += count }
}
