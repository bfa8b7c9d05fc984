/// The places of red, green, blue and alpha in a pixel's bits, counted from the lowest.
public struct PixelChannels: Sendable {
  let offsets: SIMD4<UInt32>
  let lengths: SIMD4<UInt32>

  /// Creates a layout; nil for an invalid one: components of no bits or more than twelve,
  /// overlapping, or outside the pixel.
  ///
  /// - Parameters:
  ///   - offsets: the lowest bit of each.
  ///   - lengths: the bits of each; alpha may have none. Its bits are all ones in a frame.
  ///   - bits: those of a pixel, at most 32.
  public init?(offsets: SIMD4<UInt32>, lengths: SIMD4<UInt32>, of bits: UInt32) {
    (self.offsets, self.lengths) = (offsets, lengths)
    var used: UInt32 = 0
    for one in 0..<(lengths[3] == 0 ? 3 : 4) {
      guard (1...12).contains(lengths[one]), lengths[one] <= bits,
        offsets[one] <= bits &- lengths[one], used & mask(one) == 0
      else { return nil }
      used |= mask(one)
    }
  }

  /// A component's bits, all ones.
  func mask(_ one: Int) -> UInt32 { (1 &<< lengths[one] &- 1) &<< offsets[one] }
}

extension PixelFormat {
  /// The format of pixels of `bytesPerPixel` bytes, `2...4`, with any layout of components: one of
  /// `all`, or a slower general one.
  @inline(never)
  public static func packed(_ channels: PixelChannels, bytesPerPixel: Int) -> PixelFormat {
    let alpha = channels.mask(3)
    // Drawn words have alpha in their highest byte.
    let isWords = bytesPerPixel == 4 && (alpha == 0 || alpha == 0xff00_0000)
    switch (channels.mask(0), channels.mask(1), channels.mask(2)) {
    case (0xff_0000, 0xff00, 0xff) where isWords: return .xrgb8888
    case (0xff, 0xff00, 0xff_0000) where isWords: return .xbgr8888
    case (0xff_0000, 0xff00, 0xff) where bytesPerPixel == 3: return .rgb888
    case (0xf800, 0x7e0, 0x1f) where bytesPerPixel == 2: return .rgb565
    default: return general(channels, bytesPerPixel: bytesPerPixel)
    }
  }

  /// Like `packed`, but never one of `all`.
  static func general(_ channels: PixelChannels, bytesPerPixel: Int) -> PixelFormat {
    let packer = ChannelPacker(channels, bytesPerPixel: bytesPerPixel)
    // A code without characters, unique for the layout.
    var code: UInt32 = 1 << 31
    for one in 0..<3 {
      code |= (channels.offsets[one] | channels.lengths[one] &<< 5) &<< UInt32(9 &* one)
    }
    return PixelFormat(
      name: "of its own", fourCC: code, bytesPerPixel: bytesPerPixel,
      isDithered: packer.isDithered,
      pack: { words, x, y in packer.pack(words, x, y) })
  }
}

// As in RGB565.swift, 4×4 pixels of the nearest two levels show a level between them. A table gives
// the level in sixteenths of a step; the pixel's threshold is added, and the sixteenths are cut
// off.

/// Packs components of any layout.
struct ChannelPacker: Sendable {
  // The level in sixteenths of a component's steps, for each of the 256 levels of red, then green,
  // then blue.
  private var sixteenths = [UInt32](repeating: 0, count: 768)
  private let channels: PixelChannels
  private let bytesPerPixel: Int
  private(set) var isDithered = false

  init(_ channels: PixelChannels, bytesPerPixel: Int) {
    (self.channels, self.bytesPerPixel) = (channels, bytesPerPixel)
    for one in 0..<3 {
      let bits = channels.lengths[one]
      if bits < 8 { isDithered = true }
      let last: UInt32 = 1 &<< bits &- 1
      var step: UInt32 = 0
      for level in UInt32(0)..<256 {
        while step < last &- 1, Self.level(step &+ 1, bits) <= level { step &+= 1 }
        let (low, high) = (Self.level(step, bits), Self.level(step &+ 1, bits))
        sixteenths[256 &* one &+ Int(level)] =
          bits < 8
          ? 16 &* step &+ (16 &* (level &- low) &+ (high &- low) / 2) / max(1, high &- low)
          : 16 &* (level &<< (bits &- 8) | level &>> (16 &- bits))
      }
    }
  }

  /// The level of 256 that a display shows for fewer bits: it repeats the bits below themselves.
  static func level(_ step: UInt32, _ bits: UInt32) -> UInt32 {
    var (level, place) = (UInt32(0), bits)
    while place < 8 &+ bits {
      level |= (step &<< 8) &>> place
      place &+= bits
    }
    return level
  }

  /// Eight pixels, the first one's bytes first.
  func pack(_ words: SIMD8<UInt32>, _ x: Int, _ y: Int) -> SIMD8<UInt32> {
    let thresholds = RGB565.thresholds(y)
    var pixels = SIMD8<UInt32>(repeating: channels.mask(3))
    for lane in 0..<8 {
      let word = words[lane]
      let threshold = thresholds &>> UInt32(8 &* ((x &+ lane) & 3)) & 0xf
      for one in 0..<3 {
        let level = Int(word &>> UInt32(16 &- 8 &* one) & 0xff)
        pixels[lane] |=
          ((sixteenths[256 &* one &+ level] &+ threshold) &>> 4) &<< channels.offsets[one]
      }
    }
    switch bytesPerPixel {
    case 2:
      return SIMD8(
        lowHalf: pixels.evenHalf | pixels.oddHalf &<< 16, highHalf: SIMD4(repeating: 0))
    case 3: return RGB888.simd(pixels)
    default: return pixels
    }
  }
}
