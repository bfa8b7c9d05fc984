import Graphics
import Pixels

/// A rectangle made ready for its rows: what it covers of each pixel is the exact area.
struct RectangleEdges: ~Copyable {
  private let top: Float
  private let bottom: Float
  private let left: Float
  private let right: Float
  // The columns that have a part in it, and those that lie within it.
  private let touched: ColumnRange
  private let whole: ColumnRange

  /// - Parameter rect: its numbers are bounded.
  init(_ rect: Rect) {
    (top, bottom) = (Float(rect.y), Float(rect.y + rect.height))
    (left, right) = (Float(rect.x), Float(rect.x + rect.width))
    let (first, last) = (Double(left), Double(right))
    touched = ColumnRange(start: first.floor, end: last.ceiling)
    whole = ColumnRange(start: first.ceiling, end: last.floor)
  }

  /// Whether it covers every pixel of another one whole.
  func covers(_ area: PixelRect) -> Bool {
    whole.start <= area.left && area.right <= whole.end && top <= Float(area.top)
      && Float(area.bottom) <= bottom
  }

  /// Adds a row.
  func append(to row: inout CoverageRow, y: Int) {
    if Float(y) >= bottom || Float(y + 1) <= top { return }
    if Float(y) < top || Float(y + 1) > bottom || whole.start >= whole.end {
      return row.appendPart(touched.start, touched.end)
    }
    row.appendPart(touched.start, whole.start)
    row.appendWhole(whole.start, whole.end)
    row.appendPart(whole.end, touched.end)
  }

  /// The coverage of eight pixels of a row from a column on.
  @_optimize(speed) @inline(never)
  func coverage(_ x: Int, _ y: Int) -> SIMD8<Float> {
    let rows = max(0, min(Float(y) + 1, bottom) - max(Float(y), top))
    let lefts: SIMD8<Float> = SIMD8(0, 1, 2, 3, 4, 5, 6, 7) + Float(x)
    let ends = Lanes.lesser(lefts + 1, SIMD8(repeating: right))
    let starts = Lanes.greater(lefts, SIMD8(repeating: left))
    return Lanes.positive(ends - starts) * rows
  }
}
