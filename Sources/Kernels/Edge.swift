/// A straight piece of an outline between two rows, in pixels from the top left corner of the area that is drawn.
///
/// `topY < bottomY`; horizontal pieces make no edge.
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
  /// Which section of the outline it belongs to, from 1; 0 for one that runs beside the area.
  public var section: Int32
  /// How many sections before this one is the first of its contour, if this one leads back to where that begins;
  /// otherwise 0.
  public var wrap: Int32 = 0

  /// Creates an edge.
  @inlinable @inline(__always)
  public init(
    topX: Float, topY: Float, bottomX: Float, bottomY: Float, winding: Float, section: Int32
  ) {
    (self.topX, self.topY, self.bottomX, self.bottomY) = (topX, topY, bottomX, bottomY)
    (self.winding, self.section) = (winding, section)
  }

  /// Whether it may overlap with a section that passed the same pixel.
  @inlinable @inline(__always)
  func isApart(from known: Int32) -> Bool {
    let distance = section &- known
    return distance > 1 && distance != wrap
  }

  /// Calls a function with the pieces that it has in rows.
  ///
  /// - Parameters:
  ///   - top: the first row, which is called 0 there.
  ///   - rowCount: how many there are.
  @inlinable @inline(__always)
  public func forEachPiece(
    top: Float, rowCount: Float, _ body: (_ row: Int, _ piece: EdgePiece) -> Void
  ) {
    let first = topY - top
    let bottom = bottomY - top
    let end = bottom < rowCount ? bottom : rowCount
    if end <= 0 || first >= end { return }
    let slope = (bottomX - topX) / (bottomY - topY)
    let left = topX < bottomX ? topX : bottomX
    let right = topX < bottomX ? bottomX : topX
    // Rounding must not lead beyond the ends.
    @inline(__always) func x(_ y: Float) -> Float {
      let x = topX + (y - first) * slope
      let least = x > left ? x : left
      return least < right ? least : right
    }
    var piece = EdgePiece(topX: topX, topY: first, bottomX: 0, bottomY: 0, winding: winding)
    if first < 0 { (piece.topX, piece.topY) = (x(0), 0) }
    var row = piece.topY.cell
    var below = Float(row &+ 1)
    while true {
      let isLast = below >= end
      piece.bottomY = isLast ? end : below
      piece.bottomX = isLast && end == bottom ? bottomX : x(piece.bottomY)
      body(row, piece)
      if isLast { return }
      (piece.topX, piece.topY) = (piece.bottomX, below)
      below += 1
      row &+= 1
    }
  }
}

/// A piece of an edge within a row: ends by column, and by row.
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
