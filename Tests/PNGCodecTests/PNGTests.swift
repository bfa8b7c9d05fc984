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
    let bytes = try PNGEncoder.encode(frame)
    let decoded = try PNGDecoder.decode(bytes.span)
    #expect(decoded.size == frame.size)
    #expect(Canvas.firstDifference(frame, decoded) == nil)
    #expect(decoded[0, 0] >> 24 == 255)
  }

  @Test func part_isEncodedAlone() throws {
    let frame = noise(20, 10, seed: 71)
    let bytes = try PNGEncoder.encode(
      frame, part: PixelRect(left: 5, top: 2, right: 12, bottom: 9))
    let decoded = try PNGDecoder.decode(bytes.span)
    #expect(decoded.size == PixelSize(width: 7, height: 7))
    #expect(decoded[3, 4] & 0xff_ffff == frame[8, 6] & 0xff_ffff)
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
    let whole = try PNGEncoder.encode(noise(30, 20, seed: 73))
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

  @Test func hugeHeader_isRefused() throws {
    var bytes = try PNGEncoder.encode(noise(2, 2, seed: 1))
    for index in 16..<24 { bytes[index] = 0x7f }
    #expect(isRefused(bytes))
  }

  @Test func animation_hasItsFramesAndTheirStay() throws {
    var encoder = APNGEncoder(size: PixelSize(width: 20, height: 10), framesPerSecond: 30)
    try encoder.append(noise(20, 10, seed: 79), damage: DamageRegion())
    try encoder.append(
      noise(20, 10, seed: 80), damage: DamageRegion(PixelRect(left: 2, top: 3, right: 9, bottom: 8))
    )
    try encoder.append(noise(20, 10, seed: 80), damage: DamageRegion())
    encoder.extendLast(by: 4)
    let chunks = Self.chunks(encoder.bytes())
    #expect(
      chunks.map { $0.0 } == ["IHDR", "sRGB", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "IEND"])
    #expect(chunks[2].1.prefix(4).elementsEqual([0, 0, 0, 2]))
    // Sequence 1, 7 by 5 at 2, 3, six thirtieths of a second.
    #expect(
      chunks[5].1.elementsEqual([
        0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0, 5, 0, 0, 0, 2, 0, 0, 0, 3, 0, 6, 0, 30, 0, 0,
      ]))
    #expect(chunks[6].1.prefix(4).elementsEqual([0, 0, 0, 2]))
    // Readers that know no animation show the first frame.
    let file = encoder.bytes()
    let first = try PNGDecoder.decode(file.span)
    let drawn = noise(20, 10, seed: 79)
    #expect(Canvas.firstDifference(first, drawn) == nil)
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
