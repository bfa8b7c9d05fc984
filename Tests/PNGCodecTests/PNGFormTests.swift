import Base
import Foundation
import PNGCodec
import Pixels
import TestSupport
import Testing

/// PNG files of every form, written without libpng.
@Suite struct PNGFormTests {
  private static let forms: [(type: PNGWriter.ColorType, depth: Int, isInterlaced: Bool)] =
    PNGWriter.ColorType.allCases.flatMap { type in
      type.depths.flatMap { depth in [(type, depth, false), (type, depth, true)] }
    }

  /// A sample of one channel, different from pixel to pixel.
  private static func sample(_ x: Int, _ y: Int, _ channel: Int, _ depth: Int) -> Int {
    let value = x * 37 + y * 61 + channel * 83 + x * y * 5
    return depth == 16 ? (value & 255) * 257 : value & ((1 << depth) - 1)
  }

  /// A word as the decoder gives it: colours times alpha, rounded.
  private static func word(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int = 255) -> UInt32 {
    func scaled(_ value: Int) -> UInt32 { UInt32((Double(value * alpha) / 255).rounded()) }
    return UInt32(alpha) << 24 | scaled(red) << 16 | scaled(green) << 8 | scaled(blue)
  }

  private static let palette = (0..<256).map { [$0 * 7 & 255, 255 - $0, $0 * 3 & 255] }

  @Test(arguments: forms) func everyForm_isDecodedRight(
    type: PNGWriter.ColorType, depth: Int, isInterlaced: Bool
  ) throws {
    for (width, height) in [(1, 1), (3, 2), (13, 11), (32, 8)] {
      var writer = PNGWriter(width: width, height: height, type: type, depth: depth)
      writer.isInterlaced = isInterlaced
      if type == .palette {
        let colors = Self.palette.prefix(1 << depth)
        writer.extra = [
          ("PLTE", colors.flatMap { $0.map { UInt8($0) } }),
          // The first ones alone are not opaque.
          ("tRNS", [0, 128]),
        ]
      }
      let file = writer.file { x, y in
        (0..<type.channels).map { Self.sample(x, y, $0, depth) }
      }
      let picture = try PNGDecoder.decode(file.span)
      #expect(picture.size == PixelSize(width: width, height: height))
      var wrong = 0
      for y in 0..<height {
        for x in 0..<width {
          let samples = (0..<type.channels).map { Self.sample(x, y, $0, depth) }
          let isRight = picture[x, y] == Self.expected(samples, type, depth)
          wrong += isRight ? 0 : 1
        }
      }
      #expect(wrong == 0, "\(width)x\(height)")
    }
  }

  private static func expected(
    _ samples: [Int], _ type: PNGWriter.ColorType, _ depth: Int
  ) -> UInt32 {
    let top = depth == 16 ? 65_535 : (1 << depth) - 1
    let bytes = samples.map { $0 * 255 / top }
    switch type {
    case .grey: return word(bytes[0], bytes[0], bytes[0])
    case .greyAlpha: return word(bytes[0], bytes[0], bytes[0], bytes[1])
    case .color: return word(bytes[0], bytes[1], bytes[2])
    case .colorAlpha: return word(bytes[0], bytes[1], bytes[2], bytes[3])
    case .palette:
      let color = palette[samples[0]]
      return word(color[0], color[1], color[2], samples[0] == 0 ? 0 : samples[0] == 1 ? 128 : 255)
    }
  }

  @Test func transparentColor_isTransparent() throws {
    var writer = PNGWriter(width: 2, height: 1, type: .color, depth: 8)
    writer.extra = [("tRNS", [0, 9, 0, 8, 0, 7])]
    let file = writer.file { x, _ in x == 0 ? [9, 8, 7] : [9, 8, 6] }
    let picture = try PNGDecoder.decode(file.span)
    let (first, second) = (picture[0, 0], picture[1, 0])
    #expect(first == 0)
    #expect(second == 0xff09_0806)
  }

  // MARK: - Gamma and profiles

  private func ramp(
    _ extra: [(name: String, body: [UInt8])], depth: Int = 8, isInterlaced: Bool = false
  ) throws -> [Int] {
    var writer = PNGWriter(width: 256, height: 1, type: .grey, depth: depth)
    writer.extra = extra
    writer.isInterlaced = isInterlaced
    let file = writer.file { x, _ in [depth == 16 ? x * 257 : x] }
    let picture = try PNGDecoder.decode(file.span)
    var values: [Int] = []
    for x in 0..<256 { values.append(Int(picture[x, 0] & 255)) }
    return values
  }

  @Test(arguments: [8, 16], [false, true])
  func gamma_isApplied(depth: Int, isInterlaced: Bool) throws {
    func ramp(_ name: String, _ body: [UInt8]) throws -> [Int] {
      try self.ramp([(name, body)], depth: depth, isInterlaced: isInterlaced)
    }
    #expect(try ramp("sRGB", [0]) == Array(0..<256))
    #expect(try ramp("gAMA", PNGPieces.word(45_455)) == Array(0..<256))
    // Linear light, and that of old Macintoshes; sRGB is a power of 2.2 to libpng.
    for gamma in [100_000, 55_556] {
      let values = try ramp("gAMA", PNGPieces.word(gamma))
      for (value, encoded) in values.enumerated() {
        let exact = pow(Double(value) / 255, 45_455 / Double(gamma)) * 255
        #expect(abs(Double(encoded) - exact) <= 1.5, "\(value)")
      }
    }
  }

  /// A chunk of another length, or with a wrong checksum, is ignored, as libpng does.
  @Test func damagedGamma_isIgnored() throws {
    #expect(try ramp([("gAMA", [0, 1, 0x86])]) == Array(0..<256))
    var writer = PNGWriter(width: 1, height: 1, type: .grey, depth: 8)
    writer.extra = [("gAMA", PNGPieces.word(100_000))]
    var file = writer.file { _, _ in [100] }
    let linear = try PNGDecoder.decode(file.span)[0, 0] & 255
    // The checksum follows the header, the chunk's length and name, and its data.
    file[8 + 25 + 12] ^= 1
    let damaged = try PNGDecoder.decode(file.span)[0, 0] & 255
    #expect(linear > 160 && damaged == 100, "\(linear), \(damaged)")
  }

  /// A profile without any tag, of a display in RGB.
  private static let profile: [UInt8] = {
    var bytes = [UInt8](repeating: 0, count: 132)
    func put(_ values: [UInt8], at place: Int) {
      bytes.replaceSubrange(place..<(place + values.count), with: values)
    }
    put(PNGPieces.word(132), at: 0)
    put([4, 0, 0, 0], at: 8)
    put(Array("mntrRGB XYZ ".utf8), at: 12)
    put(Array("acsp".utf8), at: 36)
    put([0, 0, 0xf6, 0xd6, 0, 1, 0, 0, 0, 0, 0xd3, 0x2d], at: 68)
    return bytes
  }()

  @Test func profile_isIgnored_andFound() throws {
    let chunk: (name: String, body: [UInt8]) = (
      "iCCP", Array("mine".utf8) + [0, 0] + PNGPieces.stored(Self.profile)
    )
    let broken: (name: String, body: [UInt8]) = ("iCCP", [0x61, 0, 0, 1, 2, 3])
    for profile in [chunk, broken] {
      var writer = PNGWriter(width: 5, height: 5, type: .color, depth: 8)
      func samples(_ x: Int, _ y: Int) -> [Int] { [x * 50, y * 50, 128] }
      let without = writer.file(samples)
      writer.extra = [profile]
      let with = writer.file(samples)
      let plain = try PNGDecoder.decode(without.span)
      let profiled = try PNGDecoder.decode(with.span)
      for y in 0..<5 {
        for x in 0..<5 {
          let isSame = plain[x, y] == profiled[x, y]
          #expect(isSame)
        }
      }
      let isFound = PNGDecoder.hasProfile(with.span)
      let isFoundInNone = PNGDecoder.hasProfile(without.span)
      #expect(isFound && !isFoundInNone)
    }
    for count in 0..<60 {
      // Cut anywhere.
      var writer = PNGWriter(width: 1, height: 1, type: .grey, depth: 8)
      writer.extra = [chunk]
      let cut = Array(writer.file { _, _ in [0] }.prefix(count))
      let isFound = PNGDecoder.hasProfile(cut.span)
      #expect(isFound == (count >= 41))
    }
  }

  // MARK: - Limits

  @Test func roomIsAskedFor_beforeItIsTaken() {
    let file = PNGWriter(width: 30, height: 20, type: .grey, depth: 8).file { _, _ in [7] }
    var asked: [Int] = []
    do {
      let picture = try PNGDecoder.decode(file.span) {
        asked.append($0)
        return false
      }
      Issue.record("a picture of \(picture.size)")
    } catch {
      #expect(error.reason.hasPrefix("30x20 needs more memory"))
    }
    #expect(asked == [2_400])
  }

  @Test(arguments: [(4_096, 4_097), (16_777_217, 1), (1, 1_000_000), (1 << 31 - 1, 1 << 31 - 1)])
  func tooManyPixels_areRefusedBeforeMemoryIsTaken(width: Int, height: Int) {
    var header = PNGPieces.word(width) + PNGPieces.word(height)
    header += [8, 6, 0, 0, 0]
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    file += PNGPieces.chunk("IHDR", header) + PNGPieces.chunk("IDAT", PNGPieces.stored([0]))
    file += PNGPieces.chunk("IEND", [])
    do {
      let picture = try PNGDecoder.decode(file.span)
      Issue.record("a picture of \(picture.size)")
    } catch {
      #expect(!error.reason.isEmpty)
    }
  }

  /// A large profile or text is skipped. It is no error, as it affects no pixel.
  @Test(arguments: ["iCCP", "iTXt", "zTXt", "eXIf", "xxXx"])
  func largeChunk_isSkipped(name: String) throws {
    var writer = PNGWriter(width: 3, height: 1, type: .grey, depth: 8)
    writer.extra = [(name, Array("x".utf8) + [UInt8](repeating: 0, count: 300_000))]
    let picture = try PNGDecoder.decode(writer.file { x, _ in [x * 9] }.span)
    let last = picture[2, 0]
    #expect(last == 0xff12_1212)
  }

  /// libpng would decompress all data behind the last row.
  @Test(arguments: [(1_000, true), (400_000, false)])
  func dataBehindTheLastRow_isLimited(count: Int, isAccepted: Bool) {
    var header = PNGPieces.word(2) + PNGPieces.word(1)
    header += [8, 0, 0, 0, 0]
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    let data = PNGPieces.stored([0, 7, 8] + [UInt8](repeating: 0, count: count))
    file += PNGPieces.chunk("IHDR", header) + PNGPieces.chunk("IDAT", data)
    file += PNGPieces.chunk("IEND", [])
    let isDecoded = (try? PNGDecoder.decode(file.span)) != nil
    #expect(isDecoded == isAccepted)
  }
}
