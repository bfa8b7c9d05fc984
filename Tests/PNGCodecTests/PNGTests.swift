import PNGCodec
import Pixels
import TestSupport
import Testing

@Suite struct PNGTests {
  private func noise(_ width: Int, _ height: Int, seed: UInt64) -> Pixmap {
    var random = SeededGenerator(seed: seed)
    var pixmap = Pixmap(size: PixelSize(width: width, height: height))
    for y in 0..<height {
      pixmap.withMutableRow(y, columns: 0..<width) { row in
        for x in row.indices { row[x] = UInt32.random(in: 0...UInt32.max, using: &random) }
      }
    }
    return pixmap
  }

  @Test(arguments: [(1, 1), (7, 3), (300, 200)]) func encodedFrame_isDecodedTheSame(
    width: Int, height: Int
  ) throws {
    let frame = noise(width, height, seed: 67)
    let bytes = PNGEncoder.encode(frame)
    let decoded = try PNGDecoder.decode(bytes.span)
    #expect(decoded.size == frame.size)
    #expect(Canvas.firstDifference(frame, decoded) == nil)
    #expect(decoded[0, 0] >> 24 == 255)
  }

  private func isRefused(_ bytes: [UInt8]) -> Bool {
    do {
      let picture = try PNGDecoder.decode(bytes.span)
      return picture.size.width < 0
    } catch {
      return true
    }
  }

  @Test func damagedFile_isAnError_neverATrap() throws {
    let whole = PNGEncoder.encode(noise(30, 20, seed: 73))
    var random = SeededGenerator(seed: 73)
    for count in stride(from: 0, to: whole.count, by: 7) {
      _ = isRefused(Array(whole.prefix(count)))
    }
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      _ = isRefused(bytes)
    }
    #expect(isRefused(Array("not a picture".utf8)))
  }

  /// libpng skips an unknown chunk before the header, and the size that a file states is not there.
  @Test(arguments: [[1, 0, 0, 0, 0, 0, 0, 16], [0, 0, 0, 9, 0, 0, 0, 7], []] as [[UInt8]])
  func chunkBeforeTheHeader_isRefused(body: [UInt8]) throws {
    var bytes = PNGEncoder.encode(noise(2, 2, seed: 1))
    bytes.insert(contentsOf: PNGPieces.chunk("nnnn", body), at: 8)
    #expect(isRefused(bytes))
    #expect(PNGDecoder.statedSize(bytes.span) == nil)
  }

  @Test func hugeHeader_isRefused() throws {
    var bytes = PNGEncoder.encode(noise(2, 2, seed: 1))
    for index in 16..<24 { bytes[index] = 0x7f }
    #expect(isRefused(bytes))
  }

  @Test func animation_hasItsFramesAndTheirStay() throws {
    var encoder = APNGEncoder(size: PixelSize(width: 20, height: 10), framesPerSecond: 30)
    encoder.append(noise(20, 10, seed: 79), damage: DamageRegion())
    encoder.append(
      noise(20, 10, seed: 80), damage: DamageRegion(PixelRect(left: 2, top: 3, right: 9, bottom: 8))
    )
    encoder.append(noise(20, 10, seed: 80), damage: DamageRegion())
    encoder.extendLast(by: 4)
    let chunks = Self.chunks(encoder.bytes())
    #expect(
      chunks.map { $0.0 } == ["IHDR", "sRGB", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "IEND"])
    #expect(chunks[2].1.prefix(4).elementsEqual([0, 0, 0, 2]))
    // Sequence 1, 7 by 5 at 2, 3, six thirtieths of a second.
    #expect(
      chunks[5].1.elementsEqual([
        0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0, 5, 0, 0, 0, 2, 0, 0, 0, 3, 0, 6, 0, 30, 0, 1,
      ]))
    #expect(chunks[6].1.prefix(4).elementsEqual([0, 0, 0, 2]))
    // Readers that know no animation show the first frame.
    let file = encoder.bytes()
    let first = try PNGDecoder.decode(file.span)
    let drawn = noise(20, 10, seed: 79)
    #expect(Canvas.firstDifference(first, drawn) == nil)
  }

  /// What a viewer shows: each frame laid over the one before, as the control chunks say, is what was encoded.
  @Test(arguments: [1, 2, 3] as [UInt64]) func animation_isTheFrames(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let size = PixelSize(width: 40, height: 30)
    var frame = noise(40, 30, seed: seed)
    var encoder = APNGEncoder(size: size, framesPerSecond: 30)
    encoder.append(frame, damage: DamageRegion())
    var frames = [words(frame)]
    for _ in 0..<20 {
      let (left, top) = (
        Int.random(in: 0..<38, using: &random), Int.random(in: 0..<28, using: &random)
      )
      let damage = PixelRect(left: left, top: top, right: left + 2, bottom: top + 2)
      // Some of them as they were.
      for y in top..<(top + 2) where Bool.random(using: &random) {
        frame.withMutableRow(y, columns: left..<(left + 2)) {
          $0[1] = UInt32.random(in: .min ... .max, using: &random)
        }
      }
      // Damage may be larger than what differs.
      encoder.append(
        frame, damage: DamageRegion(damage.union(PixelRect(left: 3, top: 3, right: 5, bottom: 9))))
      if words(frame) != frames.last { frames.append(words(frame)) }
    }
    var canvas = [UInt32](repeating: 0, count: 1_200)
    var shown: [[UInt32]] = []
    var header = ArraySlice<UInt8>()
    var control = ArraySlice<UInt8>()
    for (type, body) in Self.chunks(encoder.bytes()) {
      func number(_ place: Int) -> Int {
        control.dropFirst(4 * place).prefix(4).reduce(0) { $0 << 8 | Int($1) }
      }
      switch type {
      case "IHDR": header = body
      case "fcTL": control = body
      case "IDAT", "fdAT":
        let (width, height) = (number(1), number(2))
        var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        Self.append(
          "IHDR", Array(control[(control.startIndex + 4)...].prefix(8)) + header.dropFirst(8),
          to: &file)
        Self.append("IDAT", Array(type == "IDAT" ? body : body.dropFirst(4)), to: &file)
        Self.append("IEND", [], to: &file)
        let part = try PNGDecoder.decode(file.span)
        for y in 0..<height {
          for x in 0..<width where part[x, y] >> 24 == 255 {
            canvas[(number(4) + y) * 40 + number(3) + x] = part[x, y] & 0xff_ffff
          }
        }
        shown.append(canvas)
      default: break
      }
    }
    #expect(shown == frames)
  }

  private func words(_ frame: borrowing Pixmap) -> [UInt32] {
    var words: [UInt32] = []
    for y in 0..<frame.size.height {
      for x in 0..<frame.size.width { words.append(frame[x, y] & 0xff_ffff) }
    }
    return words
  }

  private static func append(_ type: String, _ body: [UInt8], to file: inout [UInt8]) {
    func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xff) } }
    let typed = Array(type.utf8) + body
    var sum = UInt32.max
    for byte in typed {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
    }
    file += word(UInt32(body.count)) + typed + word(~sum)
  }

  private static func chunks(_ file: [UInt8]) -> [(String, ArraySlice<UInt8>)] {
    var chunks: [(String, ArraySlice<UInt8>)] = []
    var position = 8
    while position < file.count {
      let count = file[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
      chunks.append(
        (
          String(decoding: file[(position + 4)..<(position + 8)], as: UTF8.self),
          file[(position + 8)..<(position + 8 + count)]
        ))
      position += 12 + count
    }
    return chunks
  }
}
