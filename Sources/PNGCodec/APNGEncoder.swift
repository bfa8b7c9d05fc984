import Base
package import Pixels

/// An encoder of frames into one animated PNG (APNG 1.0, now part of the third edition of PNG).
///
/// Each frame is encoded as a picture of the part that changed. Pixels of it that did not change
/// are transparent, and compress to almost nothing. The first frame's data is IDAT, that of the
/// others fdAT with a leading sequence number. A frame without changes extends the previous one.
package struct APNGEncoder {
  /// The changed part of a frame, and its duration in frames.
  private struct Frame {
    let part: PixelRect
    var delay: UInt32
    let data: [UInt8]
  }

  private let size: PixelSize
  private let framesPerSecond: UInt32
  private var frames: [Frame] = []
  // The colors of the last frame, 0xRRGGBB.
  private var shown: [UInt32]

  /// Begins an animation.
  ///
  /// - Parameters:
  ///   - size: of all frames, pixels.
  ///   - framesPerSecond: in `1...1000`.
  package init(size: PixelSize, framesPerSecond: Int) {
    precondition((1...1_000).contains(framesPerSecond), "frames a second out of range")
    (self.size, self.framesPerSecond) = (size, UInt32(framesPerSecond))
    shown = [UInt32](repeating: 0, count: size.width * size.height)
  }

  /// Appends a frame.
  ///
  /// - Parameter damage: the part that may differ from the previous frame; ignored for the first.
  package mutating func append(_ frame: borrowing Pixmap, damage: DamageRegion) {
    let part =
      frames.isEmpty
      ? frame.bounds : changes(frame, in: damage.bounds.intersection(frame.bounds))
    if part.isEmpty {
      frames[frames.count - 1].delay += 1
      return
    }
    var samples: [UInt8] = []
    samples.reserveCapacity(part.area * 4)
    for y in part.top..<part.bottom {
      frame.withRow(y, columns: part.left..<part.right) { row in
        for x in row.indices {
          let place = y * size.width + part.left + x
          let color = row[x] & 0xff_ffff
          // Red, green, blue and alpha, from the high byte down.
          let word = !frames.isEmpty && color == shown[place] ? 0 : color << 8 | 0xff
          shown[place] = color
          for shift: UInt32 in [24, 16, 8, 0] {
            samples.append(UInt8(truncatingIfNeeded: word >> shift))
          }
        }
      }
    }
    let data = PNGEncoder.data(samples, width: part.width, .rgba)
    frames.append(Frame(part: part, delay: 1, data: data))
  }

  /// Returns the bounds of all changes since the previous frame within a part.
  private func changes(_ frame: borrowing Pixmap, in part: PixelRect) -> PixelRect {
    var bounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
    for y in part.top..<part.bottom {
      var (first, end) = (part.right, part.left)
      frame.withRow(y, columns: part.left..<part.right) { row in
        for x in row.indices where row[x] & 0xff_ffff != shown[y * size.width + part.left + x] {
          first = min(first, part.left + x)
          end = part.left + x + 1
        }
      }
      if first < end {
        bounds = bounds.union(PixelRect(left: first, top: y, right: end, bottom: y + 1))
      }
    }
    return bounds
  }

  /// Extends the last frame by a number of frame durations. Without a frame it does nothing.
  package mutating func extendLast(by count: Int) {
    if count > 0, !frames.isEmpty { frames[frames.count - 1].delay += UInt32(clamping: count) }
  }

  /// Returns the file of all frames so far, which repeats forever; empty without a frame.
  package func bytes() -> [UInt8] {
    if frames.isEmpty { return [] }
    var file = PNGEncoder.start(size, .rgba)
    PNGChunk.append(&file, .acTL, PNGChunk.bytes(of: [UInt32(frames.count), 0]))
    var sequence: UInt32 = 0
    for (index, frame) in frames.enumerated() {
      PNGChunk.append(&file, .fcTL, control(frame, sequence: sequence))
      sequence += 1
      if index == 0 {
        PNGChunk.append(&file, .idat, frame.data)
      } else {
        PNGChunk.append(&file, .fdAT, PNGChunk.bytes(of: [sequence]) + frame.data)
        sequence += 1
      }
    }
    PNGChunk.append(&file, .iend, [])
    return file
  }

  /// Returns the body of a frame's fcTL chunk.
  private func control(_ frame: Frame, sequence: UInt32) -> [UInt8] {
    let part = frame.part
    return PNGChunk.bytes(of: [
      sequence, UInt32(part.width), UInt32(part.height), UInt32(part.left), UInt32(part.top),
      // The delay is a fraction of two 16-bit numbers. Longer delays are clamped.
      min(frame.delay, 0xffff) << 16 | framesPerSecond,
    ]) + [0, 1]  // APNG_DISPOSE_OP_NONE: keep it for the next frame. APNG_BLEND_OP_OVER.
  }
}
