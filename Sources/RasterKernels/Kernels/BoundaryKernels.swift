// This file is compiled twice, as `SpanKernels.swift` is.
#if AVX2
  public import RasterKernels
#endif

/// Column boundaries of shapes and of damage in eight rows.
public enum BoundaryKernels {
  /// Appends the damaged columns of a band, and of another band within it if `hasInner` is set.
  @export(interface) @inline(never) @_optimize(speed)
  public static func append(
    _ band: borrowing BandEdges, around inner: borrowing BandEdges, hasInner: Bool, from row: Int,
    to rows: inout RowBoundaries
  ) {
    rows.reserve()
    // From left to right, so that most rows have their ranges in order.
    let outer = Columns(band, row)
    rows.append(from: outer.start, to: outer.keptStart)
    if hasInner {
      let inner = Columns(inner, row)
      rows.append(from: inner.start, to: inner.keptStart)
      rows.append(from: inner.keptEnd, to: inner.end)
    }
    rows.append(from: outer.keptEnd, to: outer.end)
  }

  /// The columns of a band: `start..<keptStart` and `keptEnd..<end`.
  private struct Columns: BitwiseCopyable {
    let start: SIMD8<Float>
    let keptStart: SIMD8<Float>
    let keptEnd: SIMD8<Float>
    let end: SIMD8<Float>

    @inline(__always)
    init(_ band: borrowing BandEdges, _ row: Int) {
      let touched = touchedColumns(band.rim, from: row)
      let kept = wholeColumns(band.hole, from: row, inset: 0)
      // A row that misses the hole has one range: all of it is the first.
      let isWhole = Lanes.signMask(kept.1 - kept.0)
      (start, end) = touched
      keptStart = Lanes.select(isWhole, touched.1, kept.0)
      keptEnd = Lanes.select(isWhole, touched.1, kept.1)
    }
  }

  /// Appends the columns that a disc covers while it moves, including both end positions.
  ///
  /// - Parameter blocks: the number of blocks of eight rows, at most `RowBoundaries.leastRoom / 2`.
  ///   Each block appends one range.
  @export(interface) @inline(never) @_optimize(speed)
  public static func append(
    _ sweep: borrowing SweepEdges, from row: Int, blocks: Int, to columns: inout RowBoundaries
  ) {
    columns.reserve()
    let (from, to) = (sweep.from, sweep.to)
    for block in 0..<blocks {
      let row = row &+ 8 &* block
      let first = touchedColumns(from, from: row)
      let last = touchedColumns(to, from: row)
      var left = Lanes.min(first.0, last.0)
      var right = Lanes.max(first.1, last.1)
      let rows = Lanes.pixelCenters(from: Float(row))
      // The sides of the swept area: two lines parallel to the line between the centers.
      if !sweep.isLevel {
        @inline(__always) func side(
          _ begin: SIMD2<Float>, unless other: SIMD8<Float>
        ) -> SIMD8<Float> {
          let parts: SIMD8<Float> = (rows - begin.y) * sweep.slope
          let isBeside = Lanes.signMask(Lanes.max(0 - parts, parts - 1))
          return Lanes.select(isBeside, parts * sweep.way.x + begin.x, other)
        }
        left = Lanes.min(left, side(sweep.leftSide, unless: left))
        right = Lanes.max(right, side(sweep.rightSide, unless: right))
      }
      let line: SIMD8<Float> = (rows - sweep.centre.y) * sweep.lineSlope + sweep.centre.x
      left = Lanes.max(left, line - sweep.leftMargin)
      right = Lanes.min(right, line + sweep.rightMargin)
      if sweep.keeps {
        // If no column is kept, `kept` ends before it starts, and neither side meets it.
        let kept = wholeColumns(from, from: row, inset: sweep.inset)
        let isKept = Lanes.signMask(kept.0 - kept.1)
        let meetsLeft = isKept & ~Lanes.signMask(left - kept.0)
        let meetsRight = isKept & ~Lanes.signMask(kept.1 - right)
        left = Lanes.max(left, Lanes.select(meetsLeft, kept.1, left))
        right = Lanes.min(right, Lanes.select(meetsRight, kept.0, right))
      }
      columns.append(from: left, to: right)
    }
  }

  /// Appends eight boundaries of an annulus, in ascending order and within the bounds: where its
  /// edge begins, where it is fully covered, where the hole's edge begins, where the hole is empty,
  /// and the same in reverse order on the right side. In rows outside the bounds, all of them lie
  /// right of every column.
  @export(interface) @inline(never) @_optimize(speed)
  public static func append(
    edgesOf rim: borrowing Circle, hole: borrowing Circle, within bounds: SpanBounds,
    from row: Int, to rows: inout RowBoundaries
  ) {
    rows.reserve()
    let touched = touchedColumns(rim, from: row)
    let whole = wholeColumns(rim, from: row, inset: 0)
    let isOutside = bounds.missedRows(from: row)
    let beyond = SIMD8<Float>(repeating: 4e6)
    let right = Lanes.select(isOutside, beyond, SIMD8(repeating: Float(bounds.right)))
    var last = Lanes.select(isOutside, beyond, SIMD8(repeating: Float(bounds.left)))
    @inline(__always) func add(_ place: SIMD8<Float>) {
      last = Lanes.min(Lanes.max(place, last), right)
      rows.append(last)
    }
    // In a row without fully covered pixels, all pixels are partially covered.
    let isThin = Lanes.signMask(whole.1 - whole.0)
    let wholeEnd = Lanes.select(isThin, touched.1, whole.1)
    add(touched.0)
    add(Lanes.select(isThin, touched.1, whole.0))
    if hole.radius > 0 {
      let edge = touchedColumns(hole, from: row)
      let empty = wholeColumns(hole, from: row, inset: 0)
      let isPast = Lanes.signMask(edge.1 - edge.0)
      let isFull = Lanes.signMask(empty.1 - empty.0)
      // In a row without empty pixels in the hole, the hole's edge is one range, which ends where
      // it begins on the other side.
      let emptyStart = Lanes.select(isFull, edge.1, empty.0)
      let emptyEnd = Lanes.select(isFull, edge.1, empty.1)
      add(Lanes.select(isPast, wholeEnd, edge.0))
      add(Lanes.select(isPast, wholeEnd, emptyStart))
      add(Lanes.select(isPast, wholeEnd, emptyEnd))
      add(Lanes.select(isPast, wholeEnd, edge.1))
    } else {
      for _ in 0..<4 { add(wholeEnd) }
    }
    add(wholeEnd)
    add(touched.1)
  }

  /// Appends the boundaries of an arc, so that parts of the annulus outside the arc are empty.
  /// Behind these eight follow a sentinel and the first and last columns of the discs at the start
  /// and at the end.
  ///
  /// - Parameters:
  ///   - reach: the distance in pixels from these discs within which coverage is not that of the
  ///     annulus.
  /// - Returns: a bit for each row in which the boundaries alone do not determine the coverage.
  @export(interface) @inline(never) @_optimize(speed)
  public static func append(
    edgesOf arc: borrowing ArcEdges, reach: Float, within bounds: SpanBounds, from row: Int,
    to rows: inout RowBoundaries
  ) -> UInt32 {
    let first = rows.count
    append(
      edgesOf: arc.annulus.rim, hole: arc.annulus.hole, within: bounds, from: row, to: &rows)
    let start = arc.startCap.columns(within: arc.startCap.radius + reach, from: row)
    let end = arc.endCap.columns(within: arc.endCap.radius + reach, from: row)
    let heights = Lanes.pixelCenters(from: Float(row)) - arc.annulus.rim.centerY
    let beyond = SIMD8<Int32>(repeating: 4_000_000)
    var behind = beyond
    var clear = Mask(repeating: true)
    // Each row has a left and a right part, from where the annulus begins to the hole or to its
    // end. A part belongs to the arc entirely or not at all, unless a cap is near.
    for side in 0..<2 {
      let part = first &+ 4 &- 4 &* side
      let from = Lanes.converted(rows[part])
      let to = Lanes.converted(rows[part &+ 3])
      let gap = Lanes.min(
        Lanes.max(start.0 - to, from - start.1), Lanes.max(end.0 - to, from - end.1))
      let isClear = Lanes.isNegative(1 - gap)
      clear = clear & isClear
      let isBare = (isClear & arc.excludes(from, heights)).integers
      for edge in part..<(part &+ 4) {
        rows[edge] = (behind & isBare) | (rows[edge] & ~isBare)
      }
      behind = rows[part]
    }
    rows.append(beyond)
    let (least, most) = (SIMD8<Float>(repeating: -4e6), SIMD8<Float>(repeating: 4e6))
    @inline(__always) func add(_ place: SIMD8<Float>) {
      rows.append(Lanes.min(Lanes.max(place, least), most))
    }
    add(start.0)
    add(start.1)
    add(end.0)
    add(end.1)
    return (~clear).bits
  }
}

// The AVX2 build inlines these bodies. Other builds do not: with vectors of half the width, or
// without vectors, they take many instructions.

#if AVX2
  @inline(__always)
#else
  @inline(never)
#endif
private func touchedColumns(_ circle: Circle, from row: Int) -> (SIMD8<Float>, SIMD8<Float>) {
  circle.touchedColumns(from: row)
}

#if AVX2
  @inline(__always)
#else
  @inline(never)
#endif
private func wholeColumns(
  _ circle: Circle, from row: Int, inset: Float
) -> (SIMD8<Float>, SIMD8<Float>) { circle.wholeColumns(from: row, inset: inset) }
