import Base
import FuzzSupport
import PNGCodec
import Pixels

/// The PNG decoder: what it takes is whole, premultiplied, and the same each time.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe fuzzInput(start, count)
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
