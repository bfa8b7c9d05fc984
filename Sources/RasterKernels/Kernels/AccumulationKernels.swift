// This file is compiled twice, as `SpanKernels.swift` is.
#if AVX2
  public import RasterKernels
#endif

/// Adds edges to an accumulation buffer, and sums its cells up to coverage.
public enum AccumulationKernels {
  /// Adds the parts of edges that lie in the buffer's rows.
  ///
  /// Eight edges at a time advance by one row.
  ///
  /// - Parameters:
  ///   - firstRow: the row of the buffer that corresponds to `top`.
  ///   - top: the first row, in the coordinates of the edges.
  @export(interface) @inline(never) @_optimize(speed)
  public static func add(
    _ edges: UnsafeSlice<EdgeBlock>, to rows: inout AccumulationBuffer, from firstRow: Int,
    top: Float
  ) {
    let rowCount = Float(rows.count &- firstRow)
    let stride = rows.stride
    for index in 0..<edges.count {
      var passed = EdgeBlockRows(edges, index, from: top, rowCount: rowCount)
      var active = passed.active
      if active == 0 { continue }
      var rowPlaces = passed.rowPlaces(from: firstRow, stride: stride)
      let (section, wrap) = edges.sections(index)
      var turn = 0
      repeat {
        let wide = rows.add(&passed, active, rowPlaces, section: section, wrap: wrap)
        if wide != 0 { rows.addWide(wide, edges, index, turn, from: firstRow, top: top) }
        rowPlaces &+= Int32(truncatingIfNeeded: stride)
        turn &+= 1
        active = passed.active
      } while active != 0
    }
  }

  /// Sums up the cells of all rows, clears them, and writes the coverage levels.
  ///
  /// - Parameters:
  ///   - groupCount: groups of eight levels in each row.
  ///   - isCut: whether edges right of the area are missing, so that coverage continues to the
  ///     row's end. Otherwise the last edge of a row ends the coverage.
  @export(interface) @inline(never) @_optimize(speed)
  public static func sum(
    _ rows: inout AccumulationBuffer, into room: inout MaskWriter, groupCount: Int, isCut: Bool
  ) {
    room.check(rowCount: rows.count, groupCount: groupCount)
    // A local copy, which no store can alias, so it stays in registers.
    var writer = room
    for row in 0..<rows.count {
      // One group more than the levels: an edge at the right border adds no level, but ends the
      // coverage.
      let cells = rows.cells(of: row, groupCount: groupCount &+ 1)
      let endsThere = cells.isMarked(groupCount)
      if endsThere { _ = cells.loadAndClear(groupCount) }
      var groups = sum(cells, groupCount, into: &writer)
      if (isCut || endsThere) && groups.end > 0 && groups.end < groupCount {
        writer.fillGap(from: groups.end, to: groupCount)
        groups.end = groupCount
      }
      writer.endRow(groups)
    }
    writer.computeGroupFlags()
    room = writer
    rows.forgetMarks()
  }

  /// Sums up the cells of a row.
  ///
  /// - Returns: the first group that has levels, and the one behind the last one; 0 and 0 if there
  ///   is none.
  @inline(__always)
  private static func sum(
    _ cells: AccumulationRow, _ groupCount: Int, into writer: inout MaskWriter
  ) -> (first: Int, end: Int) {
    var first = -1
    var end = 0
    var carry = SIMD8<Float>(repeating: 0)
    var base = 0
    while base < groupCount {
      var marks = cells.marked(from: base, before: groupCount)
      if marks != 0 && first < 0 {
        first = base &+ marks.trailingZeroBitCount
        end = first
        writer.beginRow(at: first)
      }
      while marks != 0 {
        let group = base &+ marks.trailingZeroBitCount
        marks &= marks &- 1
        // The level does not change up to the next marked group.
        if group &- end > 4 { writer.fillGap(from: end, to: group) }
        let sums = SignedArea.simdSums(cells.loadAndClear(group), after: carry)
        carry = Lanes.lastRepeated(sums)
        writer.set(SignedArea.simdLevels(sums), at: group)
        end = group &+ 1
      }
      base &+= 64
    }
    if first >= 0 { return (first, end) }
    writer.beginRow(at: 0)
    return (0, 0)
  }
}
