import Pixels

/// The picture that the frames of an animation are composed on.
struct FrameCanvas: ~Copyable {
  /// Words `0xAARRGGBB`, premultiplied by alpha; transparent at first.
  private(set) var pixels: Pixmap
  /// The part that may differ from the frame before.
  private(set) var changed: PixelRect
  private var frame: APNGDecoder.FrameControl?
  // The pixels behind the frame, if its disposal restores them; otherwise empty.
  private var behind: [UInt32] = []
  private var y = 0

  init(_ size: PixelSize) {
    pixels = Pixmap(size: size)
    changed = PixelRect(size)
  }

  /// Disposes of the previous frame, and prepares for the rows of the next one.
  mutating func begin(
    _ next: APNGDecoder.FrameControl, _ hasRoom: (Int) -> Bool
  ) throws(PNGDecoder.DecodingError) {
    if let last = frame {
      changed = next.rect
      if last.disposal != .keep {
        restore(last)
        changed = changed.union(last.rect)
      }
    }
    (frame, y, behind) = (next, next.rect.top, [])
    if next.disposal != .restore { return }
    let size = PixelSize(width: next.rect.width, height: next.rect.height)
    if !hasRoom(4 * next.rect.area) { throw PNGDecoder.lacksRoom(size) }
    behind.reserveCapacity(next.rect.area)
    for y in next.rect.top..<next.rect.bottom {
      pixels.withRow(y, columns: next.rect.left..<next.rect.right) { row in
        for x in row.indices { behind.append(row[x]) }
      }
    }
  }

  private mutating func restore(_ last: APNGDecoder.FrameControl) {
    let rect = last.rect
    var place = 0
    for y in rect.top..<rect.bottom {
      pixels.withMutableRow(y, columns: rect.left..<rect.right) { row in
        for x in row.indices { row[x] = behind.isEmpty ? 0 : behind[place + x] }
      }
      place += rect.width
    }
  }

  /// Lays the next row of the frame on the picture.
  ///
  /// - Parameter bytes: blue, green, red, alpha, premultiplied.
  @_optimize(speed)
  mutating func append(_ bytes: Span<UInt8>) {
    guard let frame, y < frame.rect.bottom, bytes.count == 4 * frame.rect.width else { return }
    pixels.withMutableRow(y, columns: frame.rect.left..<frame.rect.right) { row in
      for x in row.indices {
        let alpha = UInt32(bytes[4 * x + 3])
        let hides = frame.replaces || alpha == 255
        if !hides, alpha == 0 { continue }
        var word: UInt32 = 0
        for index in 0..<4 {
          let shift = UInt32(8 * index)
          let product = (row[x] >> shift & 255) * (255 - alpha) + 128
          let under = hides ? 0 : (product + product >> 8) >> 8
          word |= min(255, UInt32(bytes[4 * x + index]) + under) << shift
        }
        row[x] = word
      }
    }
    y += 1
  }
}
