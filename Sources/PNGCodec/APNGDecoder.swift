public import Base
public import Pixels

/// A decoder of the frames of animated PNG pictures (APNG 1.0, part of PNG's third edition).
///
/// libpng skips the chunks of an animation. So each frame becomes a PNG file of its own for libpng:
/// the header with the frame's size, the chunks that all pixels depend on, and the frame's data as
/// IDAT. `FrameCanvas` composes them.
public enum APNGDecoder {
  /// The facts of an animation.
  public struct Control {
    /// The number of frames, 1 or more.
    public let count: Int
    /// The number of plays; 0 for endless repetition.
    public let plays: Int
  }

  /// The maximum number of frames.
  public static let frameLimit = 1_000
  /// The maximum number of pixels of all frames together.
  public static let pixelLimit = 1 << 24
  /// The shortest delay. Browsers, too, take a shorter one for a mistake of the file's author.
  private static let shortestDelay = Duration.milliseconds(10)

  /// The number of pixels that the frames of a file state, at most `pixelLimit` + 1; 0 unless the
  /// file is animated.
  public static func statedArea(_ bytes: Span<UInt8>) -> Int {
    var (place, area, isAnimated) = (8, 0, false)
    while let chunk = PNGChunk(bytes, at: place) {
      if chunk.name == .acTL { isAnimated = true }
      if chunk.name == .idat, !isAnimated { return 0 }
      if chunk.name == .fcTL, chunk.body.count >= 12 {
        let width = UInt64(PNGChunk.word(bytes, chunk.body.lowerBound + 4))
        let height = UInt64(PNGChunk.word(bytes, chunk.body.lowerBound + 8))
        area += Int(clamping: min(width * height, UInt64(pixelLimit)))
        if area > pixelLimit { return pixelLimit + 1 }
      }
      place = chunk.range.upperBound
    }
    return isAnimated ? max(1, area) : 0
  }

  /// Decodes all frames of a file, one after the other.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - hasRoom: called before memory is allocated; returns whether that many bytes are
  ///     available.
  ///   - begin: called once, before the first frame.
  ///   - frame: called with each frame: its delay, the part of the picture that may differ from
  ///     the frame before (all of it for the first one), and the whole picture: words
  ///     `0xAARRGGBB`, encoded sRGB, premultiplied by alpha. Returns whether to go on.
  public static func decode(
    _ bytes: Span<UInt8>, hasRoom: (Int) -> Bool, begin: (Control) -> Void,
    frame: (Duration, PixelRect, borrowing Pixmap) -> Bool
  ) throws(PNGDecoder.DecodingError) {
    guard let size = PNGDecoder.statedSize(bytes), let header = PNGChunk(bytes, at: 8),
      header.body.count == 13
    else { throw error("its header is not at its start") }
    if !hasRoom(4 * size.width * size.height) { throw PNGDecoder.lacksRoom(size) }
    var reader = FrameReader(size, bytes.extracting(header.body))
    var canvas = FrameCanvas(size)
    var place = header.range.upperBound
    var isLast = false
    while !isLast {
      guard let chunk = PNGChunk(bytes, at: place) else { throw error("the file is cut off") }
      isLast = chunk.name == .iend
      if isLast || chunk.name == .fcTL, let control = reader.frame {
        if reader.data.isEmpty { throw error("a frame has no data") }
        try canvas.begin(control, hasRoom)
        let stream = reader.stream(control)
        try PNGDecoder.decodeRows(stream.span, hasRoom: hasRoom) { canvas.append($0) }
        if !frame(control.delay, canvas.changed, canvas.pixels) { return }
      }
      let known = reader.known
      try reader.read(chunk, bytes, hasRoom)
      if let control = reader.known, known == nil {
        begin(Control(count: control.count, plays: control.plays))
      }
      place = chunk.range.upperBound
    }
    if reader.read != reader.known?.count ?? 0 { throw error("it has another number of frames") }
  }

  @inline(never) static func error(_ reason: StaticBytes) -> PNGDecoder.DecodingError {
    PNGDecoder.DecodingError(reason: ByteString(reason))
  }

  /// The facts of a frame: its fcTL chunk.
  struct FrameControl {
    enum Disposal: UInt8 {
      case keep = 0
      case clear = 1
      case restore = 2
    }

    let rect: PixelRect
    let delay: Duration
    var disposal: Disposal
    /// Whether the frame replaces the pixels behind it; otherwise it is blended over them.
    let replaces: Bool

    /// Reads the body of a chunk; nil if it is wrong.
    init?(_ body: Span<UInt8>, of size: PixelSize) {
      guard body.count == 26, let disposal = Disposal(rawValue: body[24]), body[25] < 2
      else { return nil }
      func number(_ index: Int) -> UInt64 { UInt64(PNGChunk.word(body, 4 * index)) }
      let (width, height, left, top) = (number(1), number(2), number(3), number(4))
      if width == 0 || height == 0 || left + width > UInt64(size.width) { return nil }
      if top + height > UInt64(size.height) { return nil }
      rect = PixelRect(
        left: Int(left), top: Int(top), right: Int(left + width), bottom: Int(top + height))
      let (count, unit) = (number(5) >> 16, number(5) & 0xffff)
      let delay = Duration.nanoseconds(Int64(count * 1_000_000_000 / (unit == 0 ? 100 : unit)))
      self.delay = delay < shortestDelay ? .milliseconds(100) : delay
      (self.disposal, replaces) = (disposal, body[25] == 0)
    }
  }
}

/// Parses the chunks of a file, and makes files of its frames.
private struct FrameReader {
  /// The facts of the animation; nil before its chunk.
  private(set) var known: APNGDecoder.Control?
  /// The facts of the frame whose data follows; nil before the first one.
  private(set) var frame: APNGDecoder.FrameControl?
  /// The frame's data, as IDAT chunks.
  private(set) var data: [UInt8] = []
  /// The number of frames that have begun.
  private(set) var read = 0
  private let size: PixelSize
  private let header: [UInt8]
  // The chunks that the pixels of all frames depend on.
  private var common: [UInt8] = []
  private var sequence: UInt32 = 0
  private var area = 0
  private var hasData = false

  init(_ size: PixelSize, _ header: Span<UInt8>) {
    var bytes: [UInt8] = []
    PNGChunk.append(&bytes, header)
    (self.size, self.header) = (size, bytes)
  }

  mutating func read(
    _ chunk: PNGChunk, _ bytes: Span<UInt8>, _ hasRoom: (Int) -> Bool
  ) throws(PNGDecoder.DecodingError) {
    let body = bytes.extracting(chunk.body)
    switch chunk.name {
    case .plte, .tRNS, .gAMA, .sRGB:
      if hasData || chunk.range.count > 1 << 12 { return }
      PNGChunk.append(&common, bytes.extracting(chunk.range))
    case .acTL:
      try check(chunk, bytes, isValid: body.count == 8 && known == nil && !hasData)
      let count = PNGChunk.word(body, 0)
      if count == 0 || count > UInt32(APNGDecoder.frameLimit) {
        throw APNGDecoder.error("it has no frame, or more than 1000")
      }
      known = APNGDecoder.Control(count: Int(count), plays: Int(clamping: PNGChunk.word(body, 4)))
    case .fcTL:
      frame = APNGDecoder.FrameControl(body, of: size)
      try check(chunk, bytes, isValid: frame != nil && known != nil)
      try checkSequence(body)
      guard var begun = frame else { return }
      area += begun.rect.area
      if area > APNGDecoder.pixelLimit {
        throw APNGDecoder.error("its frames have more than 16 million pixels")
      }
      // The data of the first frame may be the usual picture's.
      if !hasData, begun.rect != PixelRect(size) {
        throw APNGDecoder.error("its first frame has another size")
      }
      // The canvas is empty before the first frame.
      if read == 0, begun.disposal == .restore { begun.disposal = .clear }
      frame = begun
      read += 1
      data = []
    case .idat:
      hasData = true
      if frame == nil { return }
      if read > 1 { throw APNGDecoder.error("its chunks are in the wrong order") }
      try reserve(chunk, hasRoom)
      PNGChunk.append(&data, bytes.extracting(chunk.range))
    case .fdAT:
      try check(chunk, bytes, isValid: body.count >= 4 && frame != nil && hasData)
      try checkSequence(body)
      try reserve(chunk, hasRoom)
      PNGChunk.append(&data, .idat, body.extracting(4...))
    default: break
    }
  }

  private func check(
    _ chunk: PNGChunk, _ bytes: Span<UInt8>, isValid: Bool
  ) throws(PNGDecoder.DecodingError) {
    if !isValid || !chunk.isWhole(bytes) {
      throw APNGDecoder.error("a chunk of its animation is wrong")
    }
  }

  private mutating func checkSequence(_ body: Span<UInt8>) throws(PNGDecoder.DecodingError) {
    if PNGChunk.word(body, 0) != sequence {
      throw APNGDecoder.error("its chunks are in the wrong order")
    }
    sequence += 1
  }

  /// Checks for room for a chunk's bytes: the array may double, and its file is another copy.
  private func reserve(
    _ chunk: PNGChunk, _ hasRoom: (Int) -> Bool
  ) throws(PNGDecoder.DecodingError) {
    if !hasRoom(4 * (data.count + chunk.range.count)) { throw PNGDecoder.lacksRoom(size) }
  }

  /// The file of the frame that was read.
  func stream(_ frame: APNGDecoder.FrameControl) -> [UInt8] {
    var file = PNGChunk.signature
    var header = header
    let sides = PNGChunk.bytes(of: [UInt32(frame.rect.width), UInt32(frame.rect.height)])
    for index in sides.indices { header[index] = sides[index] }
    file.reserveCapacity(file.count + common.count + data.count + 64)
    PNGChunk.append(&file, .ihdr, header)
    file += common
    file += data
    PNGChunk.append(&file, .iend, [])
    return file
  }
}
