/// Writes animated PNG files from a table of frames, without libpng: nothing is compressed.
public struct APNGWriter {
  /// A frame: a part of the picture, and what it does.
  public struct Frame {
    /// The column of the part.
    public var x: Int
    /// The row of the part.
    public var y: Int
    /// The columns of the part.
    public var width: Int
    /// The rows of the part.
    public var height: Int
    /// The delay as a fraction of a second.
    public var delay: (Int, Int)
    /// 0 keeps the frame, 1 clears its part, 2 restores it.
    public var disposal: Int
    /// 0 replaces, 1 lays over.
    public var blending: Int
    /// Red, green, blue and alpha of a pixel of the part.
    public var color: (_ x: Int, _ y: Int) -> [UInt8]

    /// Creates a frame.
    public init(
      _ x: Int, _ y: Int, _ width: Int, _ height: Int, delay: (Int, Int) = (1, 10),
      disposal: Int = 0, blending: Int = 0, color: @escaping (_ x: Int, _ y: Int) -> [UInt8]
    ) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
      (self.delay, self.disposal, self.blending, self.color) = (delay, disposal, blending, color)
    }
  }

  /// The columns of the picture.
  public var width: Int
  /// The rows of the picture.
  public var height: Int
  /// How often the frames are played; 0 for ever.
  public var plays = 0
  /// The frames, in order.
  public var frames: [Frame] = []
  /// The picture that decoders of plain PNG show, if it is no frame.
  public var still: ((_ x: Int, _ y: Int) -> [UInt8])?
  /// The number of frames that the file states; nil for theirs.
  public var statedCount: Int?

  /// Creates an animation without frames.
  public init(width: Int, height: Int, plays: Int = 0) {
    (self.width, self.height, self.plays) = (width, height, plays)
  }

  /// The chunks of the file, by name and body.
  public var chunks: [(name: String, body: [UInt8])] {
    var chunks: [(name: String, body: [UInt8])] = [
      ("IHDR", PNGPieces.word(width) + PNGPieces.word(height) + [8, 6, 0, 0, 0]),
      ("acTL", PNGPieces.word(statedCount ?? frames.count) + PNGPieces.word(plays)),
    ]
    if let still { chunks.append(("IDAT", Self.data(width, height, still))) }
    var sequence = 0
    func next() -> [UInt8] {
      sequence += 1
      return PNGPieces.word(sequence - 1)
    }
    for (index, frame) in frames.enumerated() {
      let place =
        PNGPieces.word(frame.width) + PNGPieces.word(frame.height) + PNGPieces.word(frame.x)
      let delay = PNGPieces.word(frame.delay.0 << 16 | frame.delay.1)
      let operators = [UInt8(frame.disposal), UInt8(frame.blending)]
      chunks.append(("fcTL", next() + place + PNGPieces.word(frame.y) + delay + operators))
      let data = Self.data(frame.width, frame.height, frame.color)
      if index == 0, still == nil {
        chunks.append(("IDAT", data))
      } else {
        // In two pieces.
        chunks.append(("fdAT", next() + data.prefix(data.count / 2)))
        chunks.append(("fdAT", next() + data.dropFirst(data.count / 2)))
      }
    }
    return chunks + [("IEND", [])]
  }

  /// The file.
  public var file: [UInt8] { Self.file(chunks) }

  /// The file of chunks.
  public static func file(_ chunks: [(name: String, body: [UInt8])]) -> [UInt8] {
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
      + chunks.flatMap { PNGPieces.chunk($0.name, $0.body) }
  }

  private static func data(
    _ width: Int, _ height: Int, _ color: (_ x: Int, _ y: Int) -> [UInt8]
  ) -> [UInt8] {
    PNGPieces.stored((0..<height).flatMap { y in [0] + (0..<width).flatMap { color($0, y) } })
  }
}
