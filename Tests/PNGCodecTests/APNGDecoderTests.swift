import Base
import PNGCodec
import Pixels
import TestSupport
import Testing

/// The frames of animated PNG files.
@Suite struct APNGDecoderTests {
  /// A decoded frame: words of the whole picture.
  private struct Decoded: Equatable {
    var delay: Duration
    var part: PixelRect
    var words: [UInt32]
  }

  private static func decode(_ file: [UInt8]) throws -> (frames: [Decoded], plays: Int, count: Int)
  {
    var (frames, plays, count) = ([Decoded](), -1, -1)
    try APNGDecoder.decode(file.span, hasRoom: { _ in true }) {
      (plays, count) = ($0.plays, $0.count)
    } frame: { delay, part, picture in
      let size = picture.size
      var words: [UInt32] = []
      for y in 0..<size.height { for x in 0..<size.width { words.append(picture[x, y]) } }
      frames.append(Decoded(delay: delay, part: part, words: words))
      return true
    }
    return (frames, plays, count)
  }

  /// Composes frames as the specification says, in real numbers.
  private static func composed(_ writer: APNGWriter) -> [[SIMD4<Double>]] {
    var canvas = [SIMD4<Double>](repeating: .zero, count: writer.width * writer.height)
    var results: [[SIMD4<Double>]] = []
    for (index, frame) in writer.frames.enumerated() {
      let before = canvas
      for y in 0..<frame.height {
        for x in 0..<frame.width {
          let color = frame.color(x, y).map { Double($0) / 255 }
          let over = SIMD4(color[0] * color[3], color[1] * color[3], color[2] * color[3], color[3])
          let place = (frame.y + y) * writer.width + frame.x + x
          canvas[place] = frame.blending == 0 ? over : over + canvas[place] * (1 - color[3])
        }
      }
      results.append(canvas)
      for y in 0..<frame.height where frame.disposal > 0 {
        for x in 0..<frame.width {
          let place = (frame.y + y) * writer.width + frame.x + x
          canvas[place] = frame.disposal == 1 || index == 0 ? .zero : before[place]
        }
      }
    }
    return results
  }

  private static func color(_ random: inout SeededGenerator) -> (Int, Int) -> [UInt8] {
    let alphas: [UInt8] = [0, 255, 128, 1, 254, 77]
    let colors = (0..<64).map { _ in
      (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) }
        + [alphas.randomElement(using: &random) ?? 0]
    }
    return { colors[($0 + 7 * $1) % 64] }
  }

  /// Frames of every kind and place: each is what the specification says, and every pixel that
  /// differs from the frame before is in the part that is told.
  @Test func frames_areComposedAsSpecified() throws {
    var random = SeededGenerator(seed: 41)
    for turn in 0..<60 {
      let (width, height) = (
        Int.random(in: 1...12, using: &random), Int.random(in: 1...9, using: &random)
      )
      var writer = APNGWriter(width: width, height: height, plays: turn)
      if turn % 3 == 0 { writer.still = { _, _ in [1, 2, 3, 4] } }
      for index in 0..<Int.random(in: 1...7, using: &random) {
        let isWhole = index == 0 && writer.still == nil
        let (left, top) = (
          isWhole ? 0 : Int.random(in: 0..<width, using: &random),
          isWhole ? 0 : Int.random(in: 0..<height, using: &random)
        )
        writer.frames.append(
          APNGWriter.Frame(
            left, top, isWhole ? width : Int.random(in: 1...(width - left), using: &random),
            isWhole ? height : Int.random(in: 1...(height - top), using: &random),
            delay: (Int.random(in: 1...9, using: &random), 20),
            disposal: Int.random(in: 0...2, using: &random),
            blending: Int.random(in: 0...1, using: &random), color: Self.color(&random)))
      }
      let (frames, plays, count) = try Self.decode(writer.file)
      let right = Self.composed(writer)
      #expect(plays == turn && count == writer.frames.count)
      try #require(frames.count == right.count, "seed 41, turn \(turn)")
      for (index, frame) in frames.enumerated() {
        #expect(frame.delay == .milliseconds(50 * writer.frames[index].delay.0))
        var (wrong, untold) = (0, 0)
        for place in frame.words.indices {
          let word = frame.words[place]
          let parts = [word >> 16, word >> 8, word, word >> 24].map { Double($0 & 255) / 255 }
          // Each frame laid over others is rounded once more.
          for part in 0..<4 where abs(parts[part] - right[index][place][part]) > 4.0 / 255 {
            wrong += 1
          }
          let (x, y) = (place % width, place / width)
          let pixel = PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)
          let differs = index > 0 && word != frames[index - 1].words[place]
          untold += differs && !frame.part.contains(pixel) ? 1 : 0
        }
        #expect(wrong == 0 && untold == 0, "seed 41, turn \(turn), frame \(index)")
      }
    }
  }

  @Test func delays_areThoseOfBrowsers() throws {
    var writer = APNGWriter(width: 1, height: 1)
    let delays = [(3, 100), (0, 0), (5, 0), (9, 1_000), (10, 1_000), (65_535, 1)]
    for delay in delays {
      writer.frames.append(.init(0, 0, 1, 1, delay: delay) { _, _ in [0, 0, 0, 255] })
    }
    let found = try Self.decode(writer.file).frames.map { $0.delay.nanoseconds / 1_000_000 }
    #expect(found == [30, 100, 50, 100, 10, 65_535_000])
  }

  @Test func ownAnimations_areRead() throws {
    var encoder = APNGEncoder(size: PixelSize(width: 3, height: 2), framesPerSecond: 10)
    let bounds = PixelRect(left: 0, top: 0, right: 3, bottom: 2)
    for word in [0xff00_0000, 0xff12_3456, 0xffff_ffff] as [UInt32] {
      var damage = DamageRegion()
      damage.insert(bounds)
      encoder.append(
        Pixmap(size: PixelSize(width: 3, height: 2), filledWith: word), damage: damage)
    }
    let (frames, plays, _) = try Self.decode(encoder.bytes())
    #expect(plays == 0)
    #expect(frames.map { $0.words[0] } == [0xff00_0000, 0xff12_3456, 0xffff_ffff])
    #expect(APNGDecoder.statedArea(encoder.bytes().span) == 18)
  }

  // MARK: - Broken files

  private static var writer: APNGWriter {
    var writer = APNGWriter(width: 4, height: 4)
    for place in 0..<3 {
      let size = place == 0 ? 4 : 2
      writer.frames.append(
        .init(place, place, size, size) { x, y in [UInt8(x * 60), UInt8(y * 60), 0, 255] })
    }
    writer.frames[0].x = 0
    return writer
  }

  private static func reason(_ file: [UInt8]) -> ByteString? {
    do {
      _ = try decode(file)
      return nil
    } catch let error as PNGDecoder.DecodingError {
      return error.reason
    } catch {
      return "another error"
    }
  }

  /// A change of the chunks, and the reason that it has.
  private static let mistakes:
    [(String, @Sendable (inout [(name: String, body: [UInt8])]) -> Void)] = [
      ("it has another number of frames", { $0[1].body[3] = 4 }),
      ("it has no frame, or more than 1000", { $0[1].body[3] = 0 }),
      ("it has no frame, or more than 1000", { $0[1].body[0] = 1 }),
      ("a chunk of its animation is wrong", { $0[1].body.append(0) }),
      ("a chunk of its animation is wrong", { $0.remove(at: 1) }),
      ("a chunk of its animation is wrong", { $0.insert($0[1], at: 1) }),
      ("a chunk of its animation is wrong", { $0[2].body[24] = 3 }),
      ("a chunk of its animation is wrong", { $0[2].body[25] = 2 }),
      // A part outside of the picture, or without pixels.
      ("a chunk of its animation is wrong", { $0[4].body[15] = 3 }),
      ("a chunk of its animation is wrong", { $0[4].body[4] = 255 }),
      ("a chunk of its animation is wrong", { $0[4].body[7] = 0 }),
      ("its first frame has another size", { $0[2].body[7] = 3 }),
      ("its chunks are in the wrong order", { $0[4].body[3] = 7 }),
      ("its chunks are in the wrong order", { $0.swapAt(5, 6) }),
      ("a chunk of its animation is wrong", { $0[5].body = [0, 0] }),
      ("a frame has no data", { $0.removeSubrange(5...6) }),
      ("the file is cut off", { $0.removeLast() }),
    ]

  @Test(arguments: mistakes.indices) func mistake_isTold(index: Int) throws {
    let (expected, change) = Self.mistakes[index]
    var chunks = Self.writer.chunks
    #expect(Self.reason(APNGWriter.file(chunks)) == nil)
    change(&chunks)
    #expect(Self.reason(APNGWriter.file(chunks)) == ByteString(expected))
  }

  @Test func checksums_areCompared() {
    let writer = Self.writer
    var file = writer.file
    // The last bytes of the file are IEND and, before it, a checksum of fdAT.
    file[file.count - 13] ^= 1
    #expect(Self.reason(file) == "a chunk of its animation is wrong")
  }

  @Test func tooManyPixels_areRefused() {
    var writer = APNGWriter(width: 1_024, height: 1_024)
    // Not one of them is decoded.
    for _ in 0..<17 { writer.frames.append(.init(0, 0, 1, 1) { _, _ in [0, 0, 0, 255] }) }
    var chunks = writer.chunks
    for index in chunks.indices where chunks[index].name == "fcTL" {
      chunks[index].body.replaceSubrange(
        4..<12, with: PNGPieces.word(1_024) + PNGPieces.word(1_024))
    }
    let file = APNGWriter.file(chunks)
    #expect(APNGDecoder.statedArea(file.span) == APNGDecoder.pixelLimit + 1)
    #expect(Self.reason(file) != nil)
  }

  @Test func plainFiles_haveNoFrames() throws {
    let file = PNGEncoder.encode(Pixmap(size: PixelSize(width: 2, height: 2)))
    #expect(APNGDecoder.statedArea(file.span) == 0)
    #expect(APNGDecoder.statedArea([UInt8]().span) == 0)
    #expect(try Self.decode(file).frames.isEmpty)
  }

  @Test func endOfMemory_isTold() throws {
    var asked = 0
    let file = Self.writer.file
    for limit in 0..<4 {
      asked = 0
      do {
        try APNGDecoder.decode(
          file.span,
          hasRoom: { _ in
            asked += 1
            return asked <= limit
          }, begin: { _ in }, frame: { _, _, _ in true })
        #expect(Bool(false), "limit \(limit)")
      } catch {
        #expect(error.reason.hasSuffix("needs more memory than is free"))
      }
    }
  }
}
