import Graphics
import Pixels
import RasterKernels

// A rectangle made ready for its rows: what it covers of each pixel is the exact area.

extension RectangleEdges {
  /// - Parameter rect: its numbers are bounded.
  init(_ rect: Rect) {
    self.init(
      left: Float(rect.x), top: Float(rect.y), right: Float(rect.x + rect.width),
      bottom: Float(rect.y + rect.height))
  }

  /// Whether it covers every pixel of another one whole.
  func covers(_ area: PixelRect) -> Bool {
    left <= Float(area.left) && Float(area.right) <= right && top <= Float(area.top)
      && Float(area.bottom) <= bottom
  }

  /// The columns that it has a part in.
  var touchedColumns: ColumnRange {
    ColumnRange(start: Double(left).floor, end: Double(right).ceiling)
  }

  /// The columns that lie within it, if it has any.
  var wholeColumns: ColumnRange {
    ColumnRange(start: Double(left).ceiling, end: Double(right).floor)
  }
}
