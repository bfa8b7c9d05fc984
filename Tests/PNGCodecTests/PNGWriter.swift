import TestSupport

/// Writes PNG files of every form that there is, without libpng: nothing is compressed.
struct PNGWriter {
  /// What samples mean: the format's own numbers.
  enum ColorType: Int, CaseIterable {
    case grey = 0
    case color = 2
    case palette = 3
    case greyAlpha = 4
    case colorAlpha = 6

    var channels: Int {
      switch self {
      case .grey, .palette: 1
      case .greyAlpha: 2
      case .color: 3
      case .colorAlpha: 4
      }
    }

    /// How many bits samples may have.
    var depths: [Int] {
      switch self {
      case .grey: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      default: [8, 16]
      }
    }
  }

  var width: Int
  var height: Int
  var type: ColorType
  var depth: Int
  var isInterlaced = false
  /// Chunks before the picture.
  var extra: [(name: String, body: [UInt8])] = []

  /// The file whose samples a function gives: the channels of a pixel.
  func file(_ samples: (_ x: Int, _ y: Int) -> [Int]) -> [UInt8] {
    var rows: [UInt8] = []
    for pass in isInterlaced ? Self.passes : [(0, 0, 1, 1)] {
      let columns = Array(stride(from: pass.x, to: width, by: pass.across))
      if columns.isEmpty { continue }
      var above: [UInt8] = []
      for (number, y) in stride(from: pass.y, to: height, by: pass.down).enumerated() {
        let row = packed(columns.flatMap { samples($0, y) })
        if above.isEmpty { above = [UInt8](repeating: 0, count: row.count) }
        // Each way to filter in turn.
        rows.append(UInt8(number % 5))
        rows += filtered(row, above, by: number % 5)
        above = row
      }
    }
    var header = PNGPieces.word(width) + PNGPieces.word(height)
    header += [UInt8(depth), UInt8(type.rawValue), 0, 0, isInterlaced ? 1 : 0]
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    file += PNGPieces.chunk("IHDR", header)
    for chunk in extra { file += PNGPieces.chunk(chunk.name, chunk.body) }
    return file + PNGPieces.chunk("IDAT", PNGPieces.stored(rows)) + PNGPieces.chunk("IEND", [])
  }

  /// Where the seven passes of an interlaced picture begin, and their steps.
  private static let passes: [(x: Int, y: Int, across: Int, down: Int)] = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
    (0, 1, 1, 2),
  ]

  private func packed(_ samples: [Int]) -> [UInt8] {
    if depth == 16 { return samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }
    var (bytes, bits) = ([UInt8](), 0)
    for sample in samples {
      if bits % 8 == 0 { bytes.append(0) }
      bytes[bytes.count - 1] |= UInt8(sample << (8 - depth - bits % 8))
      bits += depth
    }
    return bytes
  }

  private func filtered(_ row: [UInt8], _ above: [UInt8], by filter: Int) -> [UInt8] {
    let step = max(1, depth * type.channels / 8)
    return row.indices.map { index in
      let left = index >= step ? Int(row[index - step]) : 0
      let up = Int(above[index])
      let corner = index >= step ? Int(above[index - step]) : 0
      let guess: Int
      switch filter {
      case 1: guess = left
      case 2: guess = up
      case 3: guess = (left + up) / 2
      case 4:
        let all = left + up - corner
        let (toLeft, toUp, toCorner) = (abs(all - left), abs(all - up), abs(all - corner))
        guess = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner
      default: guess = 0
      }
      return UInt8(truncatingIfNeeded: Int(row[index]) - guess)
    }
  }
}
