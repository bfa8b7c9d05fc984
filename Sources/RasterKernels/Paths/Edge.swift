/// A piece of an outline between two rows, in pixels from the top left corner of the area that is
/// drawn: straight, or a parabola that goes from left to right or from right to left.
///
/// `topY < bottomY`; or it is horizontal, then it adds nothing but that its section passes a row.
@frozen public struct Edge: BitwiseCopyable {
  /// Where it begins, from the left.
  public var topX: Float
  /// Where it begins, from above.
  public var topY: Float
  /// Where it ends, from the left.
  public var bottomX: Float
  /// Where it ends, from above.
  public var bottomY: Float
  /// +1 if the outline runs downwards, −1 if upwards.
  public var winding: Float
  /// How far it bulges to the right of the straight line, for each pixel above and below: half of
  /// −x″. 0 if it is straight.
  public var bend: Float
  /// Which section of the outline it belongs to, from 1; 0 for one that runs beside the area.
  public var section: Int32
  /// How many sections before this one is the first of its contour, if this one leads back to where
  /// that begins; otherwise 0.
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

/// An edge in rows.
public struct EdgeRows: BitwiseCopyable {
  /// The first row that it passes.
  public let first: Int
  /// The last one.
  public let last: Int
  private let edge: Edge
  // Where it begins and where it would end, and the part of it that lies in the rows.
  private let top: Float
  private let bottom: Float
  private let start: Float
  private let end: Float
  private let slope: Float
  private let left: Float
  private let right: Float

  /// - Parameters:
  ///   - firstRow: the row that is called 0 here.
  ///   - rowCount: how many there are.
  /// - Returns: nil if it passes none of them.
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
    // Between two rows it passes neither.
    if last < first { return nil }
  }

  /// The oracle: what it has in a row. A parabola has a straight piece there, moved so that its
  /// area is the same.
  public func piece(_ row: Int) -> EdgePiece {
    // In the order in which lanes compute, so that both agree to the bit.
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

/// A straight piece of an edge within a row: ends by column, and by row.
@frozen public struct EdgePiece: BitwiseCopyable {
  /// Its column at the top.
  public var topX: Float
  /// Where in the rows it begins.
  public var topY: Float
  /// Its column at the bottom.
  public var bottomX: Float
  /// Where in the rows it ends.
  public var bottomY: Float
  /// That of the edge.
  public var winding: Float

  /// Creates a piece.
  @inlinable @inline(__always)
  public init(topX: Float, topY: Float, bottomX: Float, bottomY: Float, winding: Float) {
    (self.topX, self.topY, self.bottomX, self.bottomY) = (topX, topY, bottomX, bottomY)
    self.winding = winding
  }
}
