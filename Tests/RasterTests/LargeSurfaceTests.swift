import Foundation
import Graphics
import Pixels
import Raster
import TestSupport
import Testing

/// The largest surfaces: what is far from the first pixel looks as it does near it.
@Suite struct LargeSurfaceTests {
  static let side = 16_384

  /// Something of each kind around a point, on white.
  static func list(around centre: Point) -> DisplayList {
    var list = DisplayList()
    list.fill(
      .rectangle(Rect(x: 0, y: 0, width: Double(side), height: Double(side))),
      with: Color(0xff_ffff))
    list.fill(
      .annulus(Annulus(centre: centre, innerRadius: 9.5, outerRadius: 17)), with: Color(0xc0_2040))
    let hues = list.conicGradient(around: centre, start: 0.1, count: 4) {
      ColorStop(place: Float($0) / 3, color: Color(hue: Double($0) / 3))
    }
    list.layer(alpha: 0.75) {
      $0.fill(
        .annulus(Annulus(centre: centre, innerRadius: 0, outerRadius: 9)), with: hues)
      $0.fill(
        .rectangle(Rect(x: centre.x - 18.5, y: centre.y - 2.25, width: 37, height: 4)),
        with: Color(0x20_c060))
    }
    return list
  }

  @Test(arguments: PixelFormat.all) func corners_lookTheSame(format: PixelFormat) throws {
    let stride = Self.side * format.bytesPerPixel + 64
    let length = stride * Self.side
    // Pages that nobody touches cost nothing.
    let mapping = unsafe mmap(
      nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let base = unsafe mapping else { preconditionFailure("no memory") }
    let isMapped = unsafe base != MAP_FAILED
    try #require(isMapped)
    defer { _ = unsafe munmap(base, length) }
    // SAFETY: the mapping has all rows, and stays for the test.
    var surface = unsafe PixelSurface(
      base: base, stride: stride, size: PixelSize(width: Self.side, height: Self.side),
      format: format)
    var pictures: [[UInt8]] = []
    let far = Self.side - 40
    for (left, top) in [(0, 0), (far, 0), (0, far), (far, far)] {
      let list = Self.list(around: Point(x: Double(left) + 20, y: Double(top) + 20))
      let part = PixelRect(left: left, top: top, right: left + 40, bottom: top + 40)
      Rasterizer().draw(list, into: &surface, where: ListDifference(part, of: surface.bounds))
      var bytes: [UInt8] = []
      for y in part.top..<part.bottom {
        let row = unsafe base + y * stride + left * format.bytesPerPixel
        bytes += unsafe Array(UnsafeRawBufferPointer(start: row, count: 40 * format.bytesPerPixel))
      }
      pictures.append(bytes)
    }
    #expect(Set(pictures[0]).count > 20)
    for picture in pictures { #expect(picture == pictures[0]) }
  }

  @Test(arguments: [(16_384, 1), (1, 16_384), (16_384, 3), (7, 16_384)])
  func longSurfaces_areDrawnWhole(width: Int, height: Int) {
    let size = PixelSize(width: width, height: height)
    let centre = Point(x: Double(width) - 20, y: Double(height) - 20)
    for format in PixelFormat.all {
      let frame = GuardedMemory(size: size, format: format, padding: 5)
      let parts = GuardedMemory(size: size, format: format, padding: 0)
      let list = Self.list(around: centre)
      frame.withSurface { Rasterizer().draw(list, into: &$0) }
      let rasterizer = Rasterizer()
      for start in stride(from: 0, to: max(width, height), by: 1_000) {
        let part =
          width > height
          ? PixelRect(left: start, top: 0, right: start + 1_000, bottom: height)
          : PixelRect(left: 0, top: start, right: width, bottom: start + 1_000)
        parts.withSurface {
          rasterizer.draw(list, into: &$0, where: ListDifference(part, of: $0.bounds))
        }
      }
      #expect(frame.hasSamePixels(as: parts) && frame.isIntact && parts.isIntact)
    }
  }

  /// Frames that no cache has room for are written past these.
  @Test(arguments: [PixelFormat.xrgb8888, .rgb565])
  func pictures_areCopiedAsIntoSmallFrames(format: PixelFormat) {
    let size = PixelSize(width: 2_903, height: 2_801)
    var random = SeededGenerator(seed: 431)
    var picture = Pixmap(size: size)
    for y in 0..<size.height {
      picture.withMutableRow(y, columns: 0..<size.width) { row in
        for x in row.indices { row[x] = UInt32(truncatingIfNeeded: random.next()) | 0xff00_0000 }
      }
    }
    let image = Image(picture, identifier: 3)
    var list = DisplayList()
    list.fill(.rectangle(Rect(x: 0, y: 0, width: 2_903, height: 2_801)), with: Color(0x20_4060))
    list.fill(
      .annulus(
        Annulus(centre: Point(x: 1_451.5, y: 1_400.5), innerRadius: 200, outerRadius: 1_300)),
      with: .image(image.reference, x: 0, y: 0))
    let whole = GuardedMemory(size: size, format: format, padding: 12)
    let rasterizer = Rasterizer()
    rasterizer.images = [image]
    whole.withSurface { rasterizer.draw(list, into: &$0) }
    let parts = GuardedMemory(size: size, format: format, padding: 12)
    parts.withSurface {
      Canvas.drawColumns(list, width: 100, with: rasterizer, into: &$0)
    }
    #expect(whole.bytes == parts.bytes, "seed 431")
  }
}
