import Base
import LinuxSystem
import Pixels
import Raster
import Scenes

/// The frames of an animated picture, scaled for its place. Each is stored as its difference from
/// the previous one.
final class PictureFrames {
  /// Why a frame was not taken; empty if all were.
  private(set) var reason = ByteString()
  private let scaling: PictureScaling
  // The newest frame, and the first one.
  private var newest = Pixmap(size: PixelSize(width: 0, height: 0))
  private var first: [UInt32] = []
  private var steps: [FrameStep] = []
  private var delays: [Duration] = []
  private var count = 0
  // The lowest alpha of a pixel, in the high byte.
  private var opacity = UInt32.max

  /// The most pixels that are kept, beside two frames.
  static var pixelLimit: Int { 8 << 20 }

  init(_ scaling: PictureScaling) { self.scaling = scaling }

  /// Appends the next frame.
  ///
  /// - Parameters:
  ///   - delay: how long it shows.
  ///   - part: the part of the picture that may differ from the frame before.
  ///   - picture: the whole picture.
  /// - Returns: whether there was room for it.
  func append(_ delay: Duration, _ part: PixelRect, _ picture: borrowing Pixmap) -> Bool {
    if delays.isEmpty {
      let area = scaling.bounds.area
      if !hasRoom(2 * area) { return false }
      newest = scaling.scaled(picture, scaling.bounds)
      first = words(newest, scaling.bounds)
      for word in first { opacity &= word }
      // The first frame's difference from the last one is known at the end.
      steps.append(FrameStep(PixelRect(left: 0, top: 0, right: 0, bottom: 0), []))
      delays.append(delay)
      return true
    }
    let area = scaling.pixels(of: part)
    let patch = scaling.scaled(picture, area)
    var change = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
    for y in area.top..<area.bottom {
      for x in area.left..<area.right
      where newest[x, y] != patch[x - area.left, y - area.top] {
        change = change.union(PixelRect(left: x, top: y, right: x + 1, bottom: y + 1))
      }
    }
    if change.isEmpty {
      delays[delays.count - 1] = delays[delays.count - 1] + delay
      return true
    }
    if !hasRoom(change.area) { return false }
    let inside = PixelRect(
      left: change.left - area.left, top: change.top - area.top,
      right: change.right - area.left, bottom: change.bottom - area.top)
    append(words(patch, inside), change, delay)
    return true
  }

  private func append(_ words: [UInt32], _ change: PixelRect, _ delay: Duration) {
    var place = 0
    for y in change.top..<change.bottom {
      newest.withMutableRow(y, columns: change.left..<change.right) { row in
        for x in row.indices {
          row[x] = words[place + x]
          opacity &= words[place + x]
        }
      }
      place += change.width
    }
    steps.append(FrameStep(change, words))
    delays.append(delay)
  }

  private func words(_ picture: borrowing Pixmap, _ part: PixelRect) -> [UInt32] {
    var words: [UInt32] = []
    words.reserveCapacity(part.area)
    for y in part.top..<part.bottom {
      picture.withRow(y, columns: part.left..<part.right) { row in
        for x in row.indices { words.append(row[x]) }
      }
    }
    return words
  }

  private func hasRoom(_ area: Int) -> Bool {
    count += area
    if count > Self.pixelLimit + 2 * scaling.bounds.area {
      reason = "its frames need more than 32 MB"
    } else if !SystemMemory.hasRoom(for: 4 * area) {
      reason = "its frames need more memory than is free"
    }
    return reason.isEmpty
  }

  /// The picture of all frames and their times; nil if no frame was taken. Ends this.
  func finish(plays: Int, identifier: Int) -> (Image, FrameTimes)? {
    if delays.isEmpty { return nil }
    var change = PixelRect(left: 0, top: 0, right: 0, bottom: 0)
    let size = newest.size
    for y in 0..<size.height {
      for x in 0..<size.width where newest[x, y] != first[y * size.width + x] {
        change = change.union(PixelRect(left: x, top: y, right: x + 1, bottom: y + 1))
      }
    }
    var back: [UInt32] = []
    for y in change.top..<change.bottom {
      let row = y * size.width
      back += first[(row + change.left)..<(row + change.right)]
    }
    steps[0] = FrameStep(change, back)
    let last = consume(&newest)
    let image = Image(
      lastFrame: last, steps: steps, isOpaque: opacity >> 24 == 255, identifier: identifier)
    return (image, FrameTimes(delays, plays: plays))
  }

  private func consume(_ picture: inout Pixmap) -> Pixmap {
    var last = Pixmap(size: PixelSize(width: 0, height: 0))
    swap(&last, &picture)
    return last
  }
}
