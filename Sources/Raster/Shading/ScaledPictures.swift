import Graphics
import Pixels
import RasterKernels

/// Pictures in the sizes and at the places that they were drawn last.
///
/// One is made once and then drawn as it is, so drawing costs what copying costs. Making one takes
/// a few operations for each pixel of the picture, and happens within the first frame that shows
/// it.
struct ScaledPictures {
  /// A picture in another size.
  final class Picture {
    fileprivate let reference: ImageReference
    fileprivate let rect: Rect
    /// The pixels of the canvas that it is on.
    let area: PixelRect
    fileprivate let pixmap: Pixmap
    private let isOpaque: Bool
    /// Its words as they are packed for a dithered format.
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

  /// A picture in a rectangle, made unless it is known. Who keeps it keeps it as it is.
  ///
  /// - Parameter canvas: more than what lies in it is not made.
  /// - Returns: nil where nothing of it lies in the canvas.
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
  /// The pixels that have a part in it.
  var pixels: PixelRect {
    PixelRect(from: Point(x: x, y: y), to: Point(x: x + width, y: y + height))
  }

  /// Where a picture of a size fills it pixel by pixel; nil where it has to be scaled or moved by a
  /// part of a pixel.
  func wholePlace(of image: ImageReference) -> (x: Int, y: Int)? {
    guard width == Double(image.width), height == Double(image.height), x == Double(x.floor),
      y == Double(y.floor), abs(x) < 100_000, abs(y) < 100_000
    else { return nil }
    return (x.floor, y.floor)
  }
}
