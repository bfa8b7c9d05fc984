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
    "R8": Known(characters: "R8  ") { word, _, _ in R8.scalar(word) },
    // Words are bytes of eight pixels already.
    "R1": Known(characters: "R1  ") { word, _, _ in word & 0xff },
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
          let bytes = Self.bytes(format.packing.pack(words, x, y))
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
    #expect(Self.bytes(PixelFormat.xrgb8888.packing.pack(SIMD8(repeating: word), 0, 0))[0] == 0x56)
    #expect(XBGR8888.scalar(word) == 0xff56_3412)
    #expect(RGB888.scalar(word) == 0x12_3456)
    #expect(RGB565.scalar(0xffff_0000, 0, 0) == 0xf800)
    #expect(RGB565.scalar(0xff00_ff00, 1, 2) == 0x07e0)
    #expect(RGB565.scalar(0xff00_00ff, 2, 1) == 0x001f)
  }

  @Test(arguments: PixelFormat.all) func bytesOfOneWord_areTheFirstOfEightWords(format: PixelFormat)
  {
    for level in UInt32(0)..<256 {
      for place in 0..<16 {
        let word = 0xff00_0000 | level << 16 | (level ^ 0x55) << 8 | (255 - level)
        let (x, y) = (place % 4 + 4 * Int(level & 3), place / 4)
        let alike = format.packing.packAlike(word, x, y)
        let each = Self.bytes(format.packing.pack(SIMD8(repeating: word), x, y))
        // Where bytes of a pixel divide eight, they come again.
        let count = format.bytesPerPixel == 3 ? 8 : 8 * format.bytesPerPixel
        let isSame = (0..<count).allSatisfy {
          each[$0] == UInt8(truncatingIfNeeded: alike >> UInt64($0 % 8 * 8))
        }
        #expect(isSame, "\(String(word, radix: 16)) at \(x), \(y)")
      }
    }
  }
}

/// Components anywhere in a pixel.
@Suite struct PackedChannelsTests {
  /// Offsets and lengths of red, green, blue and alpha, and bytes of a pixel.
  static let layouts: [(SIMD4<UInt32>, SIMD4<UInt32>, Int)] = [
    ([16, 8, 0, 0], [8, 8, 8, 0], 4), ([0, 8, 16, 24], [8, 8, 8, 8], 4),
    ([24, 16, 8, 0], [8, 8, 8, 8], 4), ([20, 10, 0, 30], [10, 10, 10, 2], 4),
    ([0, 12, 20, 0], [12, 8, 12, 0], 4), ([0, 8, 16, 0], [8, 8, 8, 0], 3),
    ([12, 6, 0, 0], [6, 6, 6, 0], 3), ([11, 5, 0, 0], [5, 6, 5, 0], 2),
    ([0, 5, 11, 0], [5, 6, 5, 0], 2), ([10, 5, 0, 15], [5, 5, 5, 1], 2),
    ([8, 4, 0, 12], [4, 4, 4, 4], 2), ([0, 1, 2, 0], [1, 1, 1, 0], 2),
    ([2, 9, 0, 0], [7, 3, 2, 0], 2),
  ]

  /// What a display shows of 256 levels for a component of fewer bits: they come again below.
  static func shown(_ step: UInt32, _ bits: UInt32) -> UInt32 {
    var (level, filled) = (step << (8 - bits), bits)
    while filled < 8 {
      level |= level >> filled
      filled *= 2
    }
    return level
  }

  static func format(_ index: Int) throws -> PixelFormat {
    let (offsets, lengths, bytes) = layouts[index]
    let channels = try #require(
      PixelChannels(offsets: offsets, lengths: lengths, of: UInt32(8 * bytes)))
    return PixelFormat.general(channels, bytesPerPixel: bytes)
  }

  /// The pixel of one word at a place.
  static func pixel(_ word: UInt32, _ x: Int, _ y: Int, _ format: PixelFormat) -> UInt32 {
    let bytes = PixelFormatTests.bytes(format.packing.pack(SIMD8(repeating: word), x, y))
    return (0..<format.bytesPerPixel).reduce(0) { $0 | UInt32(bytes[$1]) << UInt32(8 * $1) }
  }

  @Test(arguments: layouts.indices) func eightPixels_areThoseOfEachAlone(index: Int) throws {
    let format = try Self.format(index)
    var random = SeededGenerator(seed: 77)
    for turn in 0..<200 {
      var words = SIMD8<UInt32>()
      for lane in 0..<8 { words[lane] = UInt32.random(in: 0...UInt32.max, using: &random) }
      let bytes = PixelFormatTests.bytes(format.packing.pack(words, turn, turn / 8))
      for lane in 0..<8 {
        let alone = Self.pixel(words[lane], turn + lane, turn / 8, format)
        for byte in 0..<format.bytesPerPixel {
          #expect(
            bytes[lane * format.bytesPerPixel + byte]
              == UInt8(truncatingIfNeeded: alone >> UInt32(8 * byte)), "seed 77")
        }
      }
    }
  }

  @Test(arguments: layouts.indices) func levels_areExact_orTheirMeanIs(index: Int) throws {
    let format = try Self.format(index)
    let (offsets, lengths, _) = Self.layouts[index]
    for level in UInt32(0)..<256 {
      // Each component alone, so that none gets into another.
      for one in 0..<3 {
        let word = 0xff00_0000 | level << UInt32(16 - 8 * one)
        let bits = lengths[one]
        var sum: UInt32 = 0
        for place in 0..<16 {
          let pixel = Self.pixel(word, place % 4, place / 4, format)
          let step = pixel >> offsets[one] & (1 << bits - 1)
          let rest = pixel & ~((1 << bits - 1) << offsets[one])
          #expect(rest == (lengths[3] == 0 ? 0 : (1 << lengths[3] - 1) << offsets[3]))
          sum += bits < 8 ? Self.shown(step, bits) : step >> (bits - 8)
        }
        let mean = Double(sum) / 16
        // A sixteenth of a step of at most 255 levels.
        let isRight =
          bits < 8
          ? abs(mean - Double(level)) <= 128 / Double(1 << bits) / 8 + 0.01 : mean == Double(level)
        #expect(isRight, "level \(level) of \(bits) bits: \(mean)")
      }
    }
  }

  @Test func levelsThatADisplayHas_areNotDithered() throws {
    for bits in UInt32(1)...7 {
      let channels = try #require(
        PixelChannels(offsets: [0, 8, 16, 0], lengths: [bits, bits, bits, 0], of: 32))
      let format = PixelFormat.general(channels, bytesPerPixel: 4)
      for step in UInt32(0)..<(1 << bits) {
        for place in 0..<16 {
          let word = Self.shown(step, bits) &* 0x0001_0101
          #expect(Self.pixel(word, place % 4, place / 4, format) == step &* 0x0001_0101)
        }
      }
    }
  }

  @Test func formatsOfTheTable_areTheSame() {
    let words = SIMD8<UInt32>(
      0xff12_3456, 0xffff_0000, 0xff00_ff00, 0xff00_00ff, 0xff80_4020, 0xff01_0203, 0xff00_0000,
      .max)
    for (index, format) in zip([0, 7], [PixelFormat.xrgb8888, .rgb565]) {
      guard let (offsets, lengths, bytes) = Optional(Self.layouts[index]),
        let channels = PixelChannels(offsets: offsets, lengths: lengths, of: UInt32(8 * bytes))
      else { continue }
      #expect(
        PixelFormat.packed(channels, bytesPerPixel: bytes).fourCC == format.fourCC)
      // The general one leaves the unused byte at zero, and rounds some sixteenths otherwise.
      let general = PixelFormat.general(channels, bytesPerPixel: bytes)
      if bytes == 4 {
        #expect(general.packing.pack(words, 0, 0) == words & 0x00ff_ffff)
      } else {
        #expect(
          general.packing.pack(words & 0xfff8_fcf8, 0, 0) != SIMD8(repeating: 0)
            && general.fourCC != format.fourCC)
      }
    }
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
