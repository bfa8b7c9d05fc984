/// Reads numbers from bytes in a row. What is missing reads as 0, and is remembered.
struct ByteReader {
  private let bytes: [UInt8]
  private let end: Int
  /// The place of the next byte.
  private(set) var position: Int
  /// Whether something was asked for that is not there, or is no number.
  private(set) var isBroken = false

  /// Begins at a place, which may lie outside.
  ///
  /// - Parameter end: from where on nothing is there; nil for the end of the bytes.
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

  /// Reads a whole number of some bytes, the lowest first.
  @inline(never) mutating func number(bytes count: Int) -> Int {
    var number = 0
    for index in 0..<count { number |= byte() << (8 * index) }
    return number
  }

  /// Reads two bytes as a signed number.
  mutating func signed16() -> Int { Int(Int16(truncatingIfNeeded: number(bytes: 2))) }

  /// Reads a number of seven bits a byte, of at most four bytes.
  @inline(never) mutating func varint() -> Int {
    var number = 0
    for index in 0..<4 {
      let byte = byte()
      number |= (byte & 0x7f) << (7 * index)
      if byte < 0x80 { return number }
    }
    isBroken = true
    return 0
  }

  /// Reads such a number with a sign, in zigzag.
  mutating func signedVarint() -> Int {
    let number = varint()
    return number & 1 == 0 ? number >> 1 : -(number >> 1) - 1
  }

  /// Goes on at another place.
  mutating func skip(_ count: Int) { position += count }
}
