import TestSupport
import Testing

@testable import Pixels

@Suite struct GrayDitherTests {
  /// The level that a word is shown with at a place.
  static func level(_ gray: UInt32, _ x: Int, _ y: Int, bits: Int) -> UInt32 {
    GrayDither(bits: bits).word(0xff00_0000 | gray &* 0x01_0101, x, y) & 0xff
  }

  @Test(arguments: [1, 2, 4, 8]) func levelsThatADisplayHas_areExact(bits: Int) {
    let last = UInt32(1 << bits) - 1
    for step in 0...last {
      for place in 0..<16 {
        let gray = step * 255 / last
        #expect(Self.level(gray, place % 4, place / 4, bits: bits) == gray)
      }
    }
  }

  @Test(arguments: [1, 2, 4, 8]) func mean_isWithinASixteenthOfAStep(bits: Int) {
    let last = UInt32(1 << bits) - 1
    for gray in UInt32(0)...255 {
      let sum = (0..<16).reduce(UInt32(0)) {
        $0 + Self.level(gray, $1 % 4, $1 / 4, bits: bits)
      }
      let most = 255 / Double(last) / 16 + 1
      #expect(abs(Double(sum) / 16 - Double(gray)) <= most, "\(gray) with \(bits) bits")
    }
  }

  @Test func aLighterGray_isNeverShownDarker_andWordsAreGray() {
    for place in 0..<16 {
      for gray in UInt32(1)...255 {
        let (x, y) = (place % 4, place / 4)
        #expect(Self.level(gray - 1, x, y, bits: 1) <= Self.level(gray, x, y, bits: 1))
        let word = GrayDither(bits: 2).word(gray << 16 | 0x33_00 | gray, x, y)
        #expect(word == 0xff00_0000 | (word & 0xff) * 0x01_0101)
      }
    }
  }

  @Test(arguments: [false, true], [false, true])
  func bits_lieInTheOrder(isReversed: Bool, isInverted: Bool) {
    let order = BitOrder(isReversed: isReversed, isInverted: isInverted)
    let format = PixelFormat.bits(order)
    var random = SeededGenerator(seed: 38)
    for count in 1...40 {
      let isWhite = (0..<count).map { _ in Bool.random(using: &random) }
      var row = isWhite.map { $0 ? UInt32.max : 0xff00_0000 }
      let words = order.pack(&row, count: count)
      #expect(words == (count + 7) / 8)
      let memory = GuardedMemory(
        size: PixelSize(width: words, height: 1), format: format, padding: 5)
      memory.withSurface { $0.store(row.span.extracting(first: words), x: 0, y: 0) }
      #expect(memory.isIntact)
      for place in 0..<count {
        let bit = isReversed ? place % 8 : 7 - place % 8
        #expect(
          (memory.pixel(place / 8, 0) >> UInt32(bit) & 1 == 1) == (isWhite[place] != isInverted))
      }
    }
  }

  /// Rectangles anywhere, copied one after the other, give what the whole picture gives.
  @Test(arguments: Rotation.allCases, [1, 2, 8])
  func turnedPicture_showsGrays_whereverItIsCopied(rotation: Rotation, grayBits: Int) {
    var random = SeededGenerator(seed: UInt64(rotation.rawValue * 10 + grayBits))
    let size = PixelSize(width: 43, height: 21)
    let shown = rotation.turned(size)
    let format = grayBits == 1 ? PixelFormat.r1 : grayBits == 8 ? .r8 : .xrgb8888
    var picture = TurnedPicture(size: size, rotation: rotation, grayBits: grayBits)
    var words = [UInt32](repeating: 0, count: size.width * size.height)
    let memory = GuardedMemory(size: format.surfaceSize(of: shown), format: format, padding: 3)
    memory.withSurface { picture.copy(PixelRect(size), to: &$0) }
    for _ in 0..<200 {
      let (x, y) = (Int.random(in: 0..<43, using: &random), Int.random(in: 0..<21, using: &random))
      let rect = PixelRect(
        left: x, top: y, right: Int.random(in: (x + 1)...43, using: &random),
        bottom: Int.random(in: (y + 1)...21, using: &random))
      let word = UInt32.random(in: 0...0xff_ffff, using: &random)
      picture.withSurface { surface in
        for y in rect.top..<rect.bottom {
          surface.fill(word, columns: rect.left..<rect.right, y: y)
        }
      }
      for y in rect.top..<rect.bottom {
        for x in rect.left..<rect.right { words[y * 43 + x] = word }
      }
      memory.withSurface { picture.copy(rect, to: &$0) }
    }
    #expect(memory.isIntact)
    let dither = GrayDither(bits: grayBits)
    for y in 0..<21 {
      for x in 0..<43 {
        let place = rotation.turned(
          PixelRect(left: x, top: y, right: x + 1, bottom: y + 1), of: size)
        let wanted = dither.word(words[y * 43 + x], place.left, place.top) & 0xff
        let found: UInt32 =
          format.bits == nil
          ? memory.pixel(place.left, place.top) & 0xff
          : memory.pixel(place.left / 8, place.top) << UInt32(place.left % 8) & 0x80 == 0 ? 0 : 255
        #expect(found == wanted, "\(x), \(y)")
      }
    }
  }
}
