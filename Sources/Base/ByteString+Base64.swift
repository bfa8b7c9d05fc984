extension ByteString {
  /// Creates the base64 text of bytes (RFC 4648), with padding.
  @inline(never) public init(base64 bytes: [UInt8]) {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      var word: UInt32 = 0
      for place in 0..<3 {
        word = word << 8 | (start + place < bytes.count ? UInt32(bytes[start + place]) : 0)
      }
      for place in 0..<4 {
        let isThere = start + place <= bytes.count
        text.append(isThere ? Self.letter(UInt8(word >> UInt32(18 - 6 * place) & 63)) : 0x3d)
      }
    }
    self.init(text)
  }

  private static func letter(_ value: UInt8) -> UInt8 {
    switch value {
    case ..<26: UInt8(ascii: "A") + value
    case ..<52: UInt8(ascii: "a") - 26 + value
    case ..<62: value - 52 + UInt8(ascii: "0")
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }
}
