public import Graphics
public import Pixels
public import Raster

/// A small frame to draw lists on and to look at as text.
public enum Canvas {
  /// A frame with all of a list drawn on it.
  public static func draw(
    _ list: DisplayList, size: PixelSize, images: [Image] = []
  ) -> Pixmap {
    var frame = Pixmap(size: size)
    let rasterizer = Rasterizer()
    rasterizer.images = images
    frame.withSurface { rasterizer.draw(list, into: &$0) }
    return frame
  }

  /// Draws all of a list in parts, one behind the other, each as high as the frame and so many columns wide.
  public static func drawColumns(
    _ list: DisplayList, width: Int, with rasterizer: Rasterizer, into surface: inout PixelSurface
  ) {
    let size = surface.size
    for left in stride(from: 0, to: size.width, by: width) {
      let part = PixelRect(
        left: left, top: 0, right: min(left + width, size.width), bottom: size.height)
      rasterizer.draw(list, into: &surface, where: ListDifference(part, of: surface.bounds))
    }
  }

  /// The frame's rows as text, the blue component of each pixel from " " for 0 to "#" for 255.
  public static func pattern(_ frame: borrowing Pixmap) -> [String] {
    let shades = Array(" .:-=+*%@#")
    return (0..<frame.size.height).map { y in
      String((0..<frame.size.width).map { x in shades[Int(frame[x, y] & 0xff) * 9 / 255] })
    }
  }

  /// Whether two frames are the same but for the words' unused byte; otherwise the first pixel that differs.
  public static func firstDifference(
    _ one: borrowing Pixmap, _ other: borrowing Pixmap
  ) -> (x: Int, y: Int)? {
    for y in 0..<one.size.height {
      for x in 0..<one.size.width where (one[x, y] ^ other[x, y]) & 0xff_ffff != 0 { return (x, y) }
    }
    return nil
  }
}
