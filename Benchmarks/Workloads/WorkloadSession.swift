import Graphics
import Pixels
import Raster

/// One workload on one frame: its lists, drawn one after the other.
///
/// It is not copied, so that its lists are lent where they are.
struct WorkloadSession: ~Copyable {
  private let workload: Workload
  private let canvas: Size
  private let rasterizer = Rasterizer()
  private let picture: Image
  private let difference: ListDifference
  // The list that is shown and the next one, in turns.
  private var lists = InlineArray<2, DisplayList>(repeating: DisplayList())
  private var next = 0
  private var shownFrame = -1
  private var surface: PixelSurface

  /// - Parameter surface: lent for as long as the session lives.
  init(_ workload: Workload, on surface: consuming PixelSurface) {
    self.workload = workload
    let size = surface.size
    canvas = Size(width: Double(size.width), height: Double(size.height))
    picture = Image(Self.makePicture(size), identifier: 1)
    rasterizer.images = [picture]
    difference = ListDifference(pathMasks: rasterizer.pathMasks)
    self.surface = surface
  }

  /// Draws a frame: all of it, or what differs from the frame drawn before.
  @_optimize(speed)
  mutating func draw(_ frame: Int) {
    let shown = next
    next = 1 - next
    lists[next].removeAll()
    workload.draw(frame, on: canvas, picture: picture.reference, into: &lists[next])
    if workload.isStep && shownFrame >= 0 && !(frame == 0 && workload.beginsWhole) {
      difference.find(from: lists[shown], to: lists[next], of: surface.bounds)
      rasterizer.draw(lists[next], into: &surface, where: difference)
    } else {
      rasterizer.draw(lists[next], into: &surface)
    }
    shownFrame = frame
  }

  /// A smooth picture with five bits of noise.
  private static func makePicture(_ size: PixelSize) -> Pixmap {
    var pixmap = Pixmap(size: size)
    var random: UInt32 = 12_345
    for y in 0..<size.height {
      pixmap.withMutableRow(y, columns: 0..<size.width) { row in
        for x in row.indices {
          random = random &* 1_664_525 &+ 1_013_904_223
          let noise = random >> 27
          let red = UInt32(x * 223 / size.width) + noise
          let green = UInt32(y * 223 / size.height) + noise
          let blue = UInt32((x + y) * 223 / (size.width + size.height)) + noise
          row[x] = 0xff00_0000 | red << 16 | green << 8 | blue
        }
      }
    }
    return pixmap
  }
}

nonisolated(unsafe) private var session: WorkloadSession?

/// The name of a workload by number; nil for none. A C string that stays.
@c(workload_name)
public func workloadName(_ number: Int32) -> UnsafePointer<UInt8>? {
  guard let workload = Workload(rawValue: Int(number)) else { return nil }
  return unsafe workload.name.utf8Start
}

/// How many frames a workload has, negative if each is drawn by its difference from the one before.
@c(workload_frames)
public func workloadFrames(_ number: Int32) -> Int32 {
  guard let workload = Workload(rawValue: Int(number)) else { return 0 }
  return Int32(workload.isStep ? -workload.frameCount : workload.frameCount)
}

/// Makes a workload ready for a frame whose memory stays.
///
/// - Parameter format: its number among the formats that the comparison knows: 0 XRGB8888, 1
///   RGB565.
/// - Returns: the bytes of one pixel, 0 for an unknown workload or format.
@c(workload_open)
public func openWorkload(
  _ number: Int32, _ width: Int32, _ height: Int32, _ format: Int32,
  _ memory: UnsafeMutableRawPointer
) -> Int32 {
  unsafe session = nil
  guard let workload = Workload(rawValue: Int(number)), let format = pixelFormat(format) else {
    return 0
  }
  unsafe session = WorkloadSession(
    workload,
    on: PixelSurface(
      base: memory, stride: Int(width) * format.bytesPerPixel,
      size: PixelSize(width: Int(width), height: Int(height)), format: format))
  return Int32(format.bytesPerPixel)
}

/// Draws a frame of the workload that is open.
@c(workload_draw)
public func drawWorkload(_ frame: Int32) { unsafe session?.draw(Int(frame)) }

private func pixelFormat(_ number: Int32) -> PixelFormat? {
  // XR24 and RG16 in drm_fourcc.h.
  PixelFormat.all.first { $0.fourCC == (number == 0 ? 0x3432_5258 : 0x3631_4752) }
}
