/// Where red, green, blue and alpha lie in a pixel's bits, counted from the lowest.
public struct PixelChannels: Sendable {
  let offsets: SIMD4<UInt32>
  let lengths: SIMD4<UInt32>

  /// Creates a layout; nil for what can't be: components of no bits or more than twelve, over one
  /// another, or outside the pixel.
  ///
  /// - Parameters:
  ///   - offsets: the lowest bit of each.
  ///   - lengths: the bits of each; alpha, which is all ones in what is shown, may have none.
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
  /// The format of pixels of so many bytes, `2...4`, with components anywhere in them: one of
  /// `all`, or one that takes its time.
  @inline(never)
  public static func packed(_ channels: PixelChannels, bytesPerPixel: Int) -> PixelFormat {
    let alpha = channels.mask(3)
    // Words come with alpha in their highest byte.
    let isWords = bytesPerPixel == 4 && (alpha == 0 || alpha == 0xff00_0000)
    switch (channels.mask(0), channels.mask(1), channels.mask(2)) {
    case (0xff_0000, 0xff00, 0xff) where isWords: return .xrgb8888
    case (0xff, 0xff00, 0xff_0000) where isWords: return .xbgr8888
    case (0xff_0000, 0xff00, 0xff) where bytesPerPixel == 3: return .rgb888
    case (0xf800, 0x7e0, 0x1f) where bytesPerPixel == 2: return .rgb565
    default: return general(channels, bytesPerPixel: bytesPerPixel)
    }
  }

  /// The same, never one of `all`.
  static func general(_ channels: PixelChannels, bytesPerPixel: Int) -> PixelFormat {
    let packer = ChannelPacker(channels, bytesPerPixel: bytesPerPixel)
    // No characters, but another number for other channels.
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

// As in RGB565.swift, pixels that have fewer levels than what is drawn are shown by 4×4 pixels of
// the nearest two: a level is looked up in sixteenths of a step, a pixel's threshold is added, and
// sixteenths are cut off.

/// Packs components wherever they lie.
struct ChannelPacker: Sendable {
  // For each level of 256 of red, then green, then blue: how many sixteenths of the steps that a
  // component has.
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

  /// The level of 256 that a display shows for fewer bits: them, and below them again.
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
