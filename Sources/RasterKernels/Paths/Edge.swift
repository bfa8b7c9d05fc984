/// A piece of an outline, in pixels from the top left corner of the drawn area: straight, or a
/// parabola that is monotonic in both directions.
///
/// `topY < bottomY`. A horizontal edge adds no area, but marks that its section passes a row.
@frozen public struct Edge: BitwiseCopyable {
  /// The column at which the edge begins.
  public var topX: Float
  /// The row at which the edge begins.
  public var topY: Float
  /// The column at which the edge ends.
  public var bottomX: Float
  /// The row at which the edge ends.
  public var bottomY: Float
  /// +1 if the outline runs downwards, −1 if upwards.
  public var winding: Float
  /// The curvature, −x″/2: the offset to the right of the chord is `bend` times the distances to
  /// the top and to the bottom. 0 for a straight edge.
  public var bend: Float
  /// The section of the outline, from 1; 0 for an edge beside the area.
  public var section: Int32
  /// The number of sections back to the first section of the contour, if this section closes the
  /// contour; otherwise 0.
  public var wrap: Int32 = 0

  /// Creates an edge.
  @inlinable @inline(__always)
  public init(
    topX: Float, topY: Float, bottomX: Float, bottomY: Float, winding: Float, bend: Float = 0,
    section: Int32
  ) {
    (self.topX, self.topY, self.bottomX, self.bottomY) = (topX, topY, bottomX, bottomY)
    (self.winding, self.bend, self.section) = (winding, bend, section)
  }
}

/// An edge, clipped to rows.
public struct EdgeRows: BitwiseCopyable {
  /// The first row that it passes.
  public let first: Int
  /// The last row that it passes.
  public let last: Int
  private let edge: Edge
  // The top and bottom of the edge, and the part of it within the rows.
  private let top: Float
  private let bottom: Float
  private let start: Float
  private let end: Float
  private let slope: Float
  private let left: Float
  private let right: Float

  /// Clips an edge to rows.
  ///
  /// - Parameters:
  ///   - firstRow: the first row, in the coordinates of the edge; row 0 of the result.
  ///   - rowCount: the number of rows.
  /// - Returns: nil if it passes none of the rows.
  public init?(_ edge: Edge, from firstRow: Float, rowCount: Float) {
    (top, bottom) = (edge.topY - firstRow, edge.bottomY - firstRow)
    end = bottom < rowCount ? bottom : rowCount
    if end <= 0 || top > end { return nil }
    start = top > 0 ? top : 0
    self.edge = edge
    slope = (edge.bottomX - edge.topX) / (edge.bottomY - edge.topY)
    left = edge.topX < edge.bottomX ? edge.topX : edge.bottomX
    right = edge.topX < edge.bottomX ? edge.bottomX : edge.topX
    first = start.cell
    let whole = end.cell
    last = Float(whole) < end ? whole : whole &- 1
    // An edge between two rows passes neither.
    if last < first { return nil }
  }

  /// The straight piece of the edge in a row, the reference for the vector code. A parabola's chord
  /// is moved so that its area is the same.
  public func piece(_ row: Int) -> EdgePiece {
    // In the same order of operations as in lanes, so that both agree to the bit.
    func x(_ y: Float) -> Float {
      edge.topX + (y - top) * (slope + edge.bend * (bottom - y))
    }
    let row = Float(row)
    let later = row > start ? row : start
    let topY = later < end ? later : end
    let bottomY = row + 1 < end ? row + 1 : end
    let height = bottomY - topY
    let shift = height * height * (edge.bend * (1 / 6))
    let (topX, bottomX) = (x(topY) + shift, x(bottomY) + shift)
    let goesRight = topX < bottomX
    let (least, most) = goesRight ? (topX, bottomX) : (bottomX, topX)
    let (from, to) = (least > left ? least : left, most < right ? most : right)
    return EdgePiece(
      topX: goesRight ? from : to, topY: topY, bottomX: goesRight ? to : from, bottomY: bottomY,
      winding: edge.winding)
  }
}

/// A straight piece of an edge within one row. X and Y are relative to the rows' top left corner.
@frozen public struct EdgePiece: BitwiseCopyable {
  /// The column at the top.
  public var topX: Float
  /// The top.
  public var topY: Float
  /// The column at the bottom.
  public var bottomX: Float
  /// The bottom.
  public var bottomY: Float
  /// The winding of the edge.
  public var winding: Float

  /// Creates a piece.
  @inlinable @inline(__always)
  public init(topX: Float, topY: Float, bottomX: Float, bottomY: Float, winding: Float) {
    (self.topX, self.topY, self.bottomX, self.bottomY) = (topX, topY, bottomX, bottomY)
    self.winding = winding
  }
}
