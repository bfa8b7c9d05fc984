/// Dithers words to few gray levels, by the 4×4 ordered dither of RGB565.
///
/// A pixel depends only on its word and place, so still areas stay still, and a change does not
/// spread, as it does with error diffusion. Black, white and the levels of the display are exact.
struct GrayDither {
  private let last: UInt32

  /// Creates a dither to grays of 1, 2, 4 or 8 bits.
  init(bits: Int) { last = 1 &<< UInt32(bits) &- 1 }

  /// The word of a pixel.
  func word(_ word: UInt32, _ x: Int, _ y: Int) -> UInt32 {
    let threshold = RGB565.thresholds(y) &>> UInt32(8 &* (x & 3)) & 0xf
    let sixteenths = (R8.scalar(word) &* 16 &* last &+ 127) / 255
    // With 256 levels, the sixteenths are whole.
    return 0xff00_0000 | ((sixteenths &+ threshold) &>> 4) &* 255 / last &* 0x01_0101
  }

  /// Dithers words of a row.
  ///
  /// - Parameters:
  ///   - x: the column of the first one on the display.
  ///   - y: the row there.
  func apply(to row: inout [UInt32], count: Int, x: Int, y: Int) {
    for place in 0..<count { row[place] = word(row[place], x &+ place, y) }
  }
}
