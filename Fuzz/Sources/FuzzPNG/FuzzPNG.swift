import Base
import FuzzSupport
import PNGCodec
import Pixels

/// The PNG decoder: what it takes is whole, premultiplied, and the same each time. So are the
/// frames of an animation, and each pixel that differs from the frame before is in the part told.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzInput(start, count)
  checkFrames(bytes)
  do {
    let picture = try PNGDecoder.decode(bytes.span)
    let size = picture.size
    require(
      size.width > 0 && size.height > 0 && size.width * size.height <= PNGDecoder.pixelLimit,
      "a picture of \(size)")
    if size.width * size.height > 1 << 16 { return 0 }
    let again = try PNGDecoder.decode(bytes.span)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let pixel = picture[x, y]
        let alpha = pixel >> 24
        for shift in [0, 8, 16] as [UInt32] {
          require(pixel >> shift & 0xff <= alpha, "a pixel that is not premultiplied")
        }
        require(again[x, y] == pixel, "decoded twice it is another")
      }
    }
  } catch {
    require(!error.reason.isEmpty, "an error without words")
  }
  return 0
}

/// Decodes the frames of a file; what is checked takes long for each pixel, so there are few.
private func checkFrames(_ bytes: [UInt8]) {
  guard APNGDecoder.statedArea(bytes.span) > 0, let size = PNGDecoder.statedSize(bytes.span),
    size.width * size.height <= 1 << 12
  else { return }
  var (known, last, count) = (0, [UInt32](), 0)
  do {
    try APNGDecoder.decode(bytes.span, hasRoom: { _ in true }) {
      known = $0.count
    } frame: {
      delay, part, picture in
      count += 1
      require(count <= known && known <= APNGDecoder.frameLimit, "more frames than it has")
      require(delay > .zero && PixelRect(size).contains(part), "a frame beyond the picture")
      var words: [UInt32] = []
      for y in 0..<size.height {
        for x in 0..<size.width {
          let pixel = picture[x, y]
          for shift in [0, 8, 16] as [UInt32] {
            require(pixel >> shift & 0xff <= pixel >> 24, "a pixel that is not premultiplied")
          }
          let place = PixelRect(left: x, top: y, right: x + 1, bottom: y + 1)
          let isTold = part.contains(place) || !last.isEmpty && last[words.count] == pixel
          require(isTold, "a pixel that differs elsewhere")
          words.append(pixel)
        }
      }
      last = words
      return count < 64
    }
    require(count == known || count == 64, "fewer frames than it has")
  } catch {
    require(!error.reason.isEmpty, "an error without words")
  }
}
