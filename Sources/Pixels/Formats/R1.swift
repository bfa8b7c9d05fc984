extension PixelFormat {
  /// One bit for each pixel, 1 for white, the first pixel in the highest bit of a byte.
  public static let r1 = bits(BitOrder(), fourCC: 0x2020_3152)

  /// Bits in an order, which no format of `all` has.
  public static func bits(_ order: BitOrder) -> PixelFormat { bits(order, fourCC: 1) }

  // Words are bytes of eight pixels already (`BitOrder.pack`).
  private static func bits(_ order: BitOrder, fourCC: UInt32) -> PixelFormat {
    let inversion: UInt32 = order.isInverted ? 0xff : 0
    return PixelFormat(
      name: "R1", fourCC: fourCC, grayBits: 1, bits: order,
      pack: { words, _, _ in
        var bytes = SIMD8<UInt32>(repeating: 0)
        for lane in 0..<8 {
          bytes[lane / 4] |= (words[lane] & 0xff ^ inversion) &<< UInt32(8 * (lane % 4))
        }
        return bytes
      })
  }
}

/// The order of eight pixels in a byte.
public struct BitOrder: Equatable, Sendable {
  /// Whether the first pixel has the lowest bit.
  public let isReversed: Bool
  /// Whether white is 0.
  public let isInverted: Bool

  /// Creates an order; without arguments that of `DRM_FORMAT_R1`.
  public init(isReversed: Bool = false, isInverted: Bool = false) {
    (self.isReversed, self.isInverted) = (isReversed, isInverted)
  }

  /// Packs black and white words into words of eight pixels, in place, 1 for white. Bits behind the
  /// last pixel are 0.
  ///
  /// - Returns: the number of words.
  func pack(_ row: inout [UInt32], count: Int) -> Int {
    for byte in 0..<((count + 7) / 8) {
      var bits: UInt32 = 0
      for place in 0..<min(8, count - 8 * byte) where row[8 * byte + place] & 1 != 0 {
        bits |= isReversed ? 1 &<< UInt32(place) : 0x80 &>> UInt32(place)
      }
      row[byte] = bits
    }
    return (count + 7) / 8
  }
}
