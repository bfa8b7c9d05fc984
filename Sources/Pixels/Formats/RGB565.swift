extension PixelFormat {
  /// 16 bits, blue in the lowest five; dithered.
  public static let rgb565 = PixelFormat(
    name: "RGB565", fourCC: 0x3631_4752, bytesPerPixel: 2, isDithered: true,
    pack: { words, x, y in RGB565.simd(words, x, y) },
    packAlike: { word, x, y in RGB565.alike(word, x, y) })
}

// A display shows five bits v as the level 8 v + v/4, and six bits v as 4 v + v/16. These levels of
// 256 are exact. Between two of them, some of 4×4 pixels have the lower level, the others the
// higher one. A step is 8 levels, every fourth one 9; for six bits it is 4, every sixteenth one 5.
// In sixteenths of a step, a level c is
//
//     2 c − ⌊c / 33⌋ − ⌊(c + 6) / 33⌋        and        4 c − 2 ⌊c / 65⌋ − 2 ⌊(c + 3) / 65⌋
//
// The first term makes all steps equal; each of the others subtracts about half of the longer
// steps' excess. So exact levels are whole, and the mean of 4×4 pixels is off by less than half a
// level (7/16, 3/8). Each pixel has its own threshold in 0...15. It is added, and the sixteenths
// are cut off.

/// Pixels of 16 bits, by a 4×4 ordered dither.
enum RGB565 {
  /// The thresholds of a row, the first column's in the lowest byte: neighbours are far apart.
  @inline(__always)
  static func thresholds(_ y: Int) -> UInt32 {
    switch y & 3 {
    case 0: 0x0a02_0800
    case 1: 0x060e_040c
    case 2: 0x0901_0b03
    default: 0x050d_070f
    }
  }

  /// Eight pixels, in the 16 lower bytes.
  ///
  /// Even and odd pixels go apart. Then red and blue of one are the halves of a word, and so are
  /// the greens of two neighbours: no product leaves 16 bits, and both neighbours' bits come out
  /// side by side.
  @_optimize(speed) @inline(never)
  static func simd(_ words: SIMD8<UInt32>, _ x: Int, _ y: Int) -> SIMD8<UInt32> {
    let (even, odd) = (words.evenHalf, words.oddHalf)
    let row = thresholds(y)
    let turn = UInt32(truncatingIfNeeded: 8 &* (x & 3))
    let four = row &>> turn | row &<< (0 &- turn)
    let (evens, odds) = (four & 0x000f_000f, four &>> 8 & 0x000f_000f)
    let left = fives(even & 0x00ff_00ff, both(evens, evens))
    let right = fives(odd & 0x00ff_00ff, both(odds, odds))
    let greens: SIMD4<UInt32> = (even &>> 8) & 0xff | (odd &<< 8) & 0x00ff_0000
    let green = sixes(greens, both(evens, odds))
    let lower: SIMD4<UInt32> = left & 0x1f | (left &>> 5) & 0xf800
    let upper: SIMD4<UInt32> = (right & 0x1f) &<< 16 | (right &<< 11) & 0xf800_0000
    return SIMD8(
      lowHalf: lower | upper | green &<< 5, highHalf: SIMD4(repeating: 0))
  }

  /// Four pixels of one word: its sixteenths are found once, and the pixels are the quarters of a
  /// number.
  @_optimize(speed) @inline(never)
  static func alike(_ word: UInt32, _ x: Int, _ y: Int) -> UInt64 {
    let row = UInt64(thresholds(y))
    let pairs = (row | row &<< 16) & 0x0000_ffff_0000_ffff
    let spread = (pairs | pairs &<< 8) & 0x00ff_00ff_00ff_00ff
    let turn = UInt64(truncatingIfNeeded: 16 &* (x & 3))
    let four = spread &>> turn | spread &<< (0 &- turn)
    @inline(__always) func steps(_ sixteenths: UInt32) -> UInt64 {
      // Below 2¹⁰ with a threshold: quarters do not overlap, and bits shifted in from the next one
      // are cut off.
      ((UInt64(sixteenths) &* 0x0001_0001_0001_0001 &+ four) &>> 4) & 0x003f_003f_003f_003f
    }
    @inline(__always) func five(_ level: UInt32) -> UInt64 {
      let product = level &* 249
      return steps(2 &* level &- product &>> 13 &- (product &+ 6 &* 249) &>> 13)
    }
    let green = word &>> 8 & 0xff
    let product = green &* 253
    let sixteenths = 4 &* green &- 2 &* (product &>> 14) &- 2 &* ((product &+ 3 &* 253) &>> 14)
    return five(word &>> 16 & 0xff) &<< 11 | steps(sixteenths) &<< 5 | five(word & 0xff)
  }

  /// Two pairs of thresholds: the lower pair in even words, the upper one in odd words.
  @inline(__always)
  private static func both(_ first: UInt32, _ second: UInt32) -> SIMD4<UInt32> {
    let even = first & 0xf | second &<< 16
    let odd = first &>> 16 | second & 0x000f_0000
    return SIMD4(even, odd, even, odd)
  }

  /// Five bits for each half. 249/2¹³ serves as 1/33 up to 262.
  @inline(__always)
  private static func fives(_ levels: SIMD4<UInt32>, _ thresholds: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let level = Halves.of(levels)
    let product: SIMD8<UInt16> = level &* 249
    let excess: SIMD8<UInt16> = (product &>> 13) &+ ((product &+ 6 * 249) &>> 13)
    let sixteenths: SIMD8<UInt16> = level &+ level &- excess
    return Halves.words((sixteenths &+ Halves.of(thresholds)) &>> 4)
  }

  /// Six bits for each half. 253/2¹⁴ serves as 1/65 up to 258. Sixteenths are even here, so eighths
  /// will do.
  @inline(__always)
  private static func sixes(_ levels: SIMD4<UInt32>, _ thresholds: SIMD4<UInt32>) -> SIMD4<UInt32> {
    let level = Halves.of(levels)
    let product: SIMD8<UInt16> = level &* 253
    let excess: SIMD8<UInt16> = (product &>> 14) &+ ((product &+ 3 * 253) &>> 14)
    let eighths: SIMD8<UInt16> = level &+ level &- excess
    return Halves.words((eighths &+ (Halves.of(thresholds) &>> 1)) &>> 3)
  }
}
