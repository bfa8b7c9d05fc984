/// The edges of a block in rows.
@frozen public struct EdgeLanes {
  /// How many rows each edge passes; below 1 for none.
  public let counts: SIMD8<Int32>
  // The next row of each.
  @usableFromInline var rows: SIMD8<Float>
  // Where each begins and where it would end, and the part of it that lies in the rows.
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

  /// - Parameters:
  ///   - firstRow: the row that is called 0 here.
  ///   - rowCount: how many there are.
  @inlinable @inline(__always)
  public init(
    _ edges: LentRow<EdgeBlock>, _ index: Int, from firstRow: Float, rowCount: Float
  ) {
    // SAFETY: only read here, from a block that is there.
    let block = unsafe edges.place(index)
    let (topY, bottomY) = unsafe (block.pointee.topY, block.pointee.bottomY)
    let bottomX = unsafe block.pointee.bottomX
    unsafe (topX, bend, winding) = (
      block.pointee.topX, block.pointee.bend, block.pointee.winding
    )
    (top, bottom) = (topY - firstRow, bottomY - firstRow)
    end = Lanes.lesser(bottom, SIMD8(repeating: rowCount))
    start = Lanes.positive(top)
    slope = (bottomX - topX) / (bottomY - topY)
    left = Lanes.lesser(topX, bottomX)
    right = Lanes.greater(topX, bottomX)
    // One that passes none of the rows may be anywhere.
    let isMissed = Lanes.negative(end - start) | Lanes.negative(end)
    let starts = Lanes.cells(Lanes.select(isMissed, SIMD8(repeating: 0), start))
    rows = Lanes.numbers(starts)
    let last = Lanes.select(isMissed, SIMD8(repeating: 0), end)
    let whole = Lanes.cells(last)
    // One more where it ends within a row.
    counts = whole &- starts &+ Lanes.integers(Lanes.negative(Lanes.numbers(whole) - last) & 1)
  }

  /// What each has in its next row: from which column to which, and how high it is there.
  @inlinable @inline(__always)
  public func pieces() -> (from: SIMD8<Float>, to: SIMD8<Float>, heights: SIMD8<Float>) {
    let topYs = Lanes.lesser(Lanes.greater(rows, start), end)
    let bottomYs = Lanes.lesser(rows + 1, end)
    let heights: SIMD8<Float> = bottomYs - topYs
    let shifts: SIMD8<Float> = heights * heights * (bend * (1 / 6))
    let tops: SIMD8<Float> = x(topYs) + shifts
    let bottoms: SIMD8<Float> = x(bottomYs) + shifts
    // Rounding must not lead beyond the ends.
    return (
      Lanes.greater(Lanes.lesser(tops, bottoms), left),
      Lanes.lesser(Lanes.greater(tops, bottoms), right), heights
    )
  }

  @inlinable @inline(__always)
  func x(_ y: SIMD8<Float>) -> SIMD8<Float> {
    let slopes: SIMD8<Float> = (bottom - y) * bend + slope
    return (y - top) * slopes + topX
  }

  /// Goes on by a row.
  @inlinable @inline(__always)
  public mutating func advance() { rows += 1 }
}

/// What edges add in one row of each. It is read a lane at a time, by its offsets: 0, 128, 160 and 192.
@frozen public struct PieceLanes: BitwiseCopyable {
  // To a cell and the three behind it: four edges, and four more.
  @usableFromInline var first = SIMD16<Float>()
  @usableFromInline var last = SIMD16<Float>()
  // The cell of its row.
  @usableFromInline var cells = SIMD8<Int32>()
  // How far it reaches beyond that.
  @usableFromInline var beyond = SIMD8<Float>()
  // Its row.
  @usableFromInline var rows = SIMD8<Int32>()

  @inlinable
  init() {}
}
