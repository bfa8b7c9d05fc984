import TestSupport
import Testing

@testable import Pixels

@Suite struct PixelFormatTests {
  /// What the tests know of a format from elsewhere: the kernel's characters for its name in `drm_fourcc.h`, and what
  /// one pixel gets.
  struct Known: Sendable {
    let characters: String
    let scalar: @Sendable (UInt32, _ x: Int, _ y: Int) -> UInt32
  }

  static let known: [String: Known] = [
    "XRGB8888": Known(characters: "XR24") { word, _, _ in word },
    "ARGB8888": Known(characters: "AR24") { word, _, _ in word },
    "XBGR8888": Known(characters: "XB24") { word, _, _ in XBGR8888.scalar(word) },
    "RGB888": Known(characters: "RG24") { word, _, _ in RGB888.scalar(word) },
    "RGB565": Known(characters: "RG16", scalar: RGB565.scalar),
  ]

  static func known(_ format: PixelFormat) throws -> Known {
    try #require(known[format.name.description])
  }

  @Test(arguments: PixelFormat.all) func fourCC_isThatOfTheName(format: PixelFormat) throws {
    let code = (0..<4).map { UInt8(truncatingIfNeeded: format.fourCC >> ($0 * 8)) }
    #expect(try String(decoding: code, as: UTF8.self) == Self.known(format).characters)
  }

  @Test(arguments: PixelFormat.all) func eightPixels_equalTheScalar_forEveryLevelAndPlace(
    format: PixelFormat
  ) throws {
    let known = try Self.known(format)
    var random = SeededGenerator(seed: 101)
    var wrong = 0
    for level: UInt32 in 0...255 {
      for x in -4..<12 {
        for y in 0..<8 {
          // Each component goes through all levels, each in every lane's neighbourhood.
          var words = SIMD8<UInt32>()
          for lane in 0..<8 {
            words[lane] = UInt32.random(in: 0...UInt32.max, using: &random)
          }
          words[x & 7] = level &* 0x0101_0101
          let bytes = Self.bytes(format.pack(words, x, y))
          for lane in 0..<8 {
            let expected = known.scalar(words[lane], x + lane, y)
            for byte in 0..<format.bytesPerPixel
            where bytes[lane * format.bytesPerPixel + byte]
              != UInt8(truncatingIfNeeded: expected >> UInt32(8 * byte))
            {
              wrong += 1
            }
          }
        }
      }
    }
    #expect(wrong == 0, "seed 101")
  }

  static func bytes(_ words: SIMD8<UInt32>) -> [UInt8] {
    (0..<32).map { UInt8(truncatingIfNeeded: words[$0 / 4] >> UInt32($0 % 4 * 8)) }
  }

  @Test func red_green_blue_lieWhereTheNameSays() {
    let word: UInt32 = 0xff12_3456
    #expect(Self.bytes(PixelFormat.xrgb8888.pack(SIMD8(repeating: word), 0, 0))[0] == 0x56)
    #expect(XBGR8888.scalar(word) == 0xff56_3412)
    #expect(RGB888.scalar(word) == 0x12_3456)
    #expect(RGB565.scalar(0xffff_0000, 0, 0) == 0xf800)
    #expect(RGB565.scalar(0xff00_ff00, 1, 2) == 0x07e0)
    #expect(RGB565.scalar(0xff00_00ff, 2, 1) == 0x001f)
  }
}

@Suite struct DitherTests {
  /// What a display shows for the 16 bits of a pixel: each component's high bits again below its low ones.
  static func shown(_ pixel: UInt32) -> [UInt32] {
    let (red, green, blue) = (pixel >> 11, pixel >> 5 & 63, pixel & 31)
    return [red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2]
  }

  @Test func exactColours_stayExact() {
    for pixel: UInt32 in 0...0xffff {
      let levels = Self.shown(pixel)
      let word = levels[0] << 16 | levels[1] << 8 | levels[2]
      let isKept = (0..<16).allSatisfy { RGB565.scalar(word, $0 % 4, $0 / 4) == pixel }
      #expect(isKept, "\(pixel)")
    }
  }

  @Test func mean_isWithinHalfALevel() {
    for level: UInt32 in 0...255 {
      var sums: [UInt32] = [0, 0, 0]
      for place in 0..<16 {
        let shown = Self.shown(RGB565.scalar(level &* 0x01_0101, place % 4, place / 4))
        for index in 0..<3 { sums[index] += shown[index] }
      }
      for sum in sums { #expect(abs(Double(sum) / 16 - Double(level)) < 0.5, "level \(level)") }
    }
  }

  @Test func aLighterWord_isNeverShownDarker() {
    for place in 0..<16 {
      for level: UInt32 in 1...255 {
        let darker = Self.shown(RGB565.scalar((level - 1) &* 0x01_0101, place % 4, place / 4))
        let lighter = Self.shown(RGB565.scalar(level &* 0x01_0101, place % 4, place / 4))
        #expect(zip(darker, lighter).allSatisfy { $0 <= $1 })
      }
    }
  }
}
