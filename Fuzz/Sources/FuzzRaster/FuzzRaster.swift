import FuzzSupport
import Graphics
import Pixels
import Raster

/// The rasterizer: whatever lists say, nothing is written beside the pixels, and a frame drawn by its difference from
/// another one is the frame drawn whole.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var reader = ListReader(unsafe fuzzInput(start, count))
  let format = PixelFormat.all[reader.next(below: PixelFormat.all.count)]
  let sizes = [0, 1, 2, 3, 7, 8, 9, 15, 17, 31, 33, 64, 100, 129]
  let size = PixelSize(
    width: sizes[reader.next(below: sizes.count)], height: sizes[reader.next(below: sizes.count)])
  let padding = reader.next(below: 9)
  let images = [ListReader.picture(1, 1, 1), ListReader.picture(2, 23, 11)]
  let rasterizer = Rasterizer()
  rasterizer.images = images
  let difference = ListDifference(pathMasks: rasterizer.pathMasks)
  let frame = Frame(size, format, padding: padding)
  var shown = reader.list()
  frame.draw { rasterizer.draw(shown, into: &$0) }
  for _ in 0..<3 {
    let next = reader.changed(shown)
    frame.draw { surface in
      difference.find(from: shown, to: next, of: surface.bounds)
      rasterizer.draw(next, into: &surface, where: difference)
    }
    let whole = Frame(size, format, padding: 0)
    let other = Rasterizer()
    other.images = images
    whole.draw { other.draw(next, into: &$0) }
    require(frame.isIntact && whole.isIntact, "a byte beside the pixels was written")
    require(frame.hasSamePixels(as: whole), "drawn by difference is not drawn whole")
    shown = next
  }
  return 0
}

/// Memory of just the bytes that a surface has, so that the sanitizer sees what is beyond; rows have guards between them.
@safe final class Frame {
  private let size: PixelSize
  private let format: PixelFormat
  private let stride: Int
  // SAFETY: owned, valid until deinit.
  private let memory: UnsafeMutableRawBufferPointer

  init(_ size: PixelSize, _ format: PixelFormat, padding: Int) {
    (self.size, self.format) = (size, format)
    stride = size.width * format.bytesPerPixel + padding
    unsafe memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: stride * size.height, alignment: 16)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0xa5)
  }

  deinit { unsafe memory.deallocate() }

  func draw(_ body: (inout PixelSurface) -> Void) {
    guard let base = unsafe memory.baseAddress else { return }
    // SAFETY: the memory has all rows, and lives as long as the call.
    var surface = unsafe PixelSurface(base: base, stride: stride, size: size, format: format)
    body(&surface)
  }

  /// Whether the bytes between the rows are as they were.
  var isIntact: Bool {
    for y in 0..<size.height {
      for place in (y * stride + size.width * format.bytesPerPixel)..<((y + 1) * stride) {
        if unsafe memory[place] != 0xa5 { return false }
      }
    }
    return true
  }

  func hasSamePixels(as other: Frame) -> Bool {
    let hasUnusedByte = format.name.withUTF8Buffer { unsafe $0.first == UInt8(ascii: "X") }
    for y in 0..<size.height {
      for x in 0..<(size.width * format.bytesPerPixel) where !hasUnusedByte || x % 4 != 3 {
        if unsafe memory[y * stride + x] != other.memory[y * other.stride + x] { return false }
      }
    }
    return true
  }
}
