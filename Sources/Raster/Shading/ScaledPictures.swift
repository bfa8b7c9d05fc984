import Graphics
import Pixels
import RasterKernels

/// A cache of recently drawn scaled pictures.
///
/// A picture is scaled once and then copied. Scaling takes a few operations per pixel, during the
/// first frame that shows the picture.
struct ScaledPictures {
  /// A picture, scaled and placed on the canvas.
  final class Picture {
    fileprivate let reference: ImageReference
    fileprivate let rect: Rect
    /// The pixels of the canvas that it covers.
    let area: PixelRect
    fileprivate let pixmap: Pixmap
    private let isOpaque: Bool
    /// The words in packed form, for dithered formats.
    let packed = PackedRows()

    /// The words.
    var rows: PixelRows { pixmap.rows(isOpaque: isOpaque) }

    fileprivate init(_ image: Image, _ rect: Rect, _ area: PixelRect) {
      (reference, self.rect, self.area) = (image.reference, rect, area)
      let size = image.pixmap.size
      pixmap = AxisFilter.scale(
        image.pixmap,
        columns: AxisFilter(
          count: size.width, origin: rect.x, length: rect.width, range: area.left..<area.right),
        rows: AxisFilter(
          count: size.height, origin: rect.y, length: rect.height, range: area.top..<area.bottom))
      isOpaque = image.isOpaque && pixmap.isOpaque
    }
  }

  private static let capacity = 4
  private var pictures: [Picture] = []
  private var oldest = 0

  /// A picture scaled to a rectangle, computed unless it is cached. A picture that the caller
  /// retains is not overwritten.
  ///
  /// - Parameter canvas: the area to which the picture is clipped.
  /// - Returns: nil if the picture is outside the canvas.
  mutating func picture(
    _ image: Image, in rect: Rect, within canvas: PixelRect
  ) -> Picture? {
    let area = rect.pixels.intersection(canvas)
    guard !area.isEmpty, rect.width > 0, rect.height > 0, image.pixmap.size.width > 0,
      image.pixmap.size.height > 0
    else { return nil }
    for picture in pictures
    where picture.reference == image.reference && picture.rect == rect && picture.area == area {
      return picture
    }
    let picture = Picture(image, rect, area)
    if pictures.count < Self.capacity {
      pictures.append(picture)
    } else {
      pictures[oldest] = picture
      oldest = (oldest + 1) % Self.capacity
    }
    return picture
  }
}

extension Rect {
  /// The pixels that the rectangle touches.
  var pixels: PixelRect {
    PixelRect(from: Point(x: x, y: y), to: Point(x: x + width, y: y + height))
  }

  /// The position of an unscaled picture that fills the rectangle exactly; nil if the picture has
  /// to be scaled or moved by a fraction of a pixel.
  func wholePlace(of image: ImageReference) -> (x: Int, y: Int)? {
    guard width == Double(image.width), height == Double(image.height), x == Double(x.floor),
      y == Double(y.floor), abs(x) < 100_000, abs(y) < 100_000
    else { return nil }
    return (x.floor, y.floor)
  }
}
