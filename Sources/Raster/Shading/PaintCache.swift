import Graphics
import Pixels
import RasterKernels

/// Prepares paints: pictures, and strips and tables that were computed for earlier frames.
struct PaintCache {
  /// The pictures that lists may refer to.
  var images: [Image] = []
  private var gradients = GradientRows()

  // The number of lists drawn so far.
  private var drawing = 0

  /// Begins to draw a list.
  mutating func begin() { drawing &+= 1 }

  /// Prepares the paint of a list's item, mostly a color.
  ///
  /// - Returns: whether the paint can be drawn.
  @inline(__always)
  mutating func prepare(
    _ index: Int, of list: DisplayList, for frame: inout PixelSurface,
    _ item: inout PreparedItem
  ) -> Bool {
    guard case .color(let color) = list[index].paint else {
      return prepare(list[index].paint, of: list, for: &frame, &item)
    }
    item.word = color.word
    item.isOpaque = item.word >> 24 == 255
    return true
  }

  private mutating func prepare(
    _ paint: Paint, of list: DisplayList, for frame: inout PixelSurface,
    _ item: inout PreparedItem
  ) -> Bool {
    switch paint {
    case .color: return false
    case .gradient(let gradient):
      if gradient.stops.isEmpty { return false }
      if gradient.start.y == gradient.end.y {
        let strip = gradients.strip(gradient, stops: list[gradient.stops], width: frame.size.width)
        (item.source, item.rows, item.originX) = (.strip, strip.strip.rows, -strip.first)
        item.owner = strip.strip
        (item.isOpaque, item.isSourceOpaque) = (strip.strip.isOpaque, strip.strip.isOpaque)
        item.keepPacked(strip.strip.packed, for: frame.format, drawing: drawing)
        return true
      }
      if gradient.start.x == gradient.end.x {
        item.source = .column
        item.isOpaque = list[gradient.stops].allSatisfy { $0.color.alpha >= 1 }
      } else {
        prepare(GradientField(gradient), list[gradient.stops], &item)
      }
    case .conic(let gradient):
      if gradient.stops.isEmpty { return false }
      prepare(GradientField(gradient), list[gradient.stops], &item)
    case .image(let reference, let x, let y):
      guard let image = image(reference) else { return false }
      (item.source, item.rows, item.originX, item.originY) = (.image, image.rows, x, y)
      item.isOpaque = image.isOpaque
      // Outside the picture, source pixels are transparent.
      item.isSourceOpaque =
        image.isOpaque && x <= 0 && x + reference.width >= frame.size.width
      item.keepPacked(image.packed, for: frame.format, drawing: drawing)
    }
    return true
  }

  /// The picture of a reference, advanced to the reference's frame; nil if it is unknown.
  private func image(_ reference: ImageReference) -> Image? {
    for image in images where image.reference.identifier == reference.identifier {
      image.show(reference.frame)
      return image
    }
    return nil
  }

  private mutating func prepare(
    _ field: GradientField, _ stops: ArraySlice<ColorStop>, _ item: inout PreparedItem
  ) {
    (item.source, item.field) = (.gradient, field)
    item.isOpaque = stops.allSatisfy { $0.color.alpha >= 1 }
    item.isSourceOpaque = item.isOpaque
    let table = gradients.table(stops)
    (item.owner, item.rows) = (table, table?.rows)
  }
}
