/// The edges of a block, clipped to rows and traversed row by row.
@frozen public struct EdgeBlockRows {
  // The next row of each edge, and the end of its rows.
  @usableFromInline var rows: SIMD8<Float>
  @usableFromInline let rowEnds: SIMD8<Float>
  // The top and bottom of each edge, and the part of it within the rows.
  @usableFromInline let top: SIMD8<Float>
  @usableFromInline let bottom: SIMD8<Float>
  @usableFromInline let start: SIMD8<Float>
  @usableFromInline let end: SIMD8<Float>
  @usableFromInline let slope: SIMD8<Float>
  @usableFromInline let bend: SIMD8<Float>
  @usableFromInline let topX: SIMD8<Float>
  @usableFromInline let left: SIMD8<Float>
  @usableFromInline let right: SIMD8<Float>
  @usableFromInline let winding: SIMD8<Float>
  // The start of each edge's part in the next row.
  @usableFromInline var nextY: SIMD8<Float>
  @usableFromInline var nextX: SIMD8<Float>

  /// Clips the edges of a block to rows.
  ///
  /// - Parameters:
  ///   - firstRow: the first row, in the coordinates of the edges; row 0 of the traversal.
  ///   - rowCount: the number of rows.
  @inlinable @inline(__always)
  public init(
    _ edges: UnsafeSlice<EdgeBlock>, _ index: Int, from firstRow: Float, rowCount: Float
  ) {
    let block = edges[index]
    let (topY, bottomY, bottomX) = (block.topY, block.bottomY, block.bottomX)
    (topX, bend, winding) = (block.topX, block.bend, block.winding)
    (top, bottom) = (topY - firstRow, bottomY - firstRow)
    end = Lanes.min(bottom, SIMD8(repeating: rowCount))
    start = Lanes.clampedToZero(top)
    slope = (bottomX - topX) / (bottomY - topY)
    left = Lanes.min(topX, bottomX)
    right = Lanes.max(topX, bottomX)
    // The position of an edge that passes none of the rows is arbitrary.
    let isMissed = Lanes.isNegative(end - start) | Lanes.isNegative(end)
    let starts = Lanes.truncated(Lanes.select(isMissed, SIMD8(repeating: 0), start))
    rows = Lanes.converted(starts)
    let last = Lanes.select(isMissed, SIMD8(repeating: 0), end)
    let whole = Lanes.truncated(last)
    // One row more if the edge ends within a row.
    rowEnds = Lanes.converted(whole &- Lanes.isNegative(Lanes.converted(whole) - last).integers)
    nextY = Lanes.min(start, end)
    nextX = SIMD8(repeating: 0)
    nextX = x(nextY)
  }

  /// A bit for each edge that passes another row.
  @inlinable @inline(__always)
  public var active: UInt32 { Lanes.laneBits(of: rowEnds, above: rows) }

  /// The first cell of each edge's next row, in rows of `stride` cells.
  @inlinable @inline(__always)
  public func rowPlaces(from firstRow: Int, stride: Int) -> SIMD8<Int32> {
    (Lanes.truncated(rows) &+ Int32(truncatingIfNeeded: firstRow))
      &* Int32(truncatingIfNeeded: stride)
  }

  /// Advances each edge by one row.
  ///
  /// - Returns: the columns between which each edge lies in its row, and the height that it passes.
  @inlinable @inline(__always)
  public mutating func next() -> (from: SIMD8<Float>, to: SIMD8<Float>, heights: SIMD8<Float>) {
    rows += 1
    let (topYs, topXs) = (nextY, nextX)
    nextY = Lanes.min(rows, end)
    nextX = x(nextY)
    let heights: SIMD8<Float> = nextY - topYs
    let shifts: SIMD8<Float> = heights * heights * (bend * (1 / 6))
    let tops: SIMD8<Float> = topXs + shifts
    let bottoms: SIMD8<Float> = nextX + shifts
    // Rounding must not exceed the edge's ends.
    return (
      Lanes.max(Lanes.min(tops, bottoms), left),
      Lanes.min(Lanes.max(tops, bottoms), right), heights
    )
  }

  @inlinable @inline(__always)
  func x(_ y: SIMD8<Float>) -> SIMD8<Float> {
    let slopes: SIMD8<Float> = (bottom - y) * bend + slope
    return (y - top) * slopes + topX
  }
}
