import Graphics
import Pixels
import RasterKernels

// Conversion of rectangles; a pixel's coverage is the exact area.

extension RectangleEdges {
  /// - Parameter rect: a rectangle whose coordinates are bounded.
  init(_ rect: Rect) {
    self.init(
      left: Float(rect.x), top: Float(rect.y), right: Float(rect.x + rect.width),
      bottom: Float(rect.y + rect.height))
  }

  /// Whether the rectangle covers every pixel of an area entirely.
  func covers(_ area: PixelRect) -> Bool {
    left <= Float(area.left) && Float(area.right) <= right && top <= Float(area.top)
      && Float(area.bottom) <= bottom
  }

  /// The columns that the rectangle touches.
  var touchedColumns: ColumnRange {
    ColumnRange(start: Double(left).floor, end: Double(right).ceiling)
  }

  /// The columns that the rectangle covers entirely; the range may be inverted if there are none.
  var wholeColumns: ColumnRange {
    ColumnRange(start: Double(left).ceiling, end: Double(right).floor)
  }
}
