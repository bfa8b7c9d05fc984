// This file is compiled twice, as `SpanKernels.swift` is.
#if AVX2
  public import RasterKernels
#endif

/// Adding areas to rows of cells, and summing them up.
public enum AccumulationKernels {
  /// Adds those parts of edges that lie in some rows.
  ///
  /// Eight edges at a time take their next rows.
  ///
  /// - Parameters:
  ///   - firstRow: into which row of cells the first of these goes.
  ///   - top: which one that is, as edges count them.
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

  /// Sums up the cells of all rows, clears them, and writes how much is covered.
  ///
  /// - Parameters:
  ///   - groupCount: levels end before this one.
  ///   - isCut: whether edges are missing to the right. Otherwise the last one of a row ends what
  ///     is covered.
  @export(interface) @inline(never) @_optimize(speed)
  public static func sum(
    _ rows: inout AccumulationBuffer, into room: inout MaskWriter, groupCount: Int, isCut: Bool,
    isEvenOdd: Bool
  ) {
    room.check(rowCount: rows.count, groupCount: groupCount)
    // A copy, which no memory that is written can be: so it stays in registers.
    var writer = room
    for row in 0..<rows.count {
      // One more than those that get levels: an edge at the very end has nothing there, but is
      // where what is covered ends.
      let cells = rows.cells(of: row, groupCount: groupCount &+ 1)
      let endsThere = cells.isMarked(groupCount)
      if endsThere { _ = cells.loadAndClear(groupCount) }
      // Two loops, neither of which asks each time.
      var groups =
        isEvenOdd
        ? sum(cells, groupCount, into: &writer, isEvenOdd: true)
        : sum(cells, groupCount, into: &writer, isEvenOdd: false)
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
    _ cells: AccumulationRow, _ groupCount: Int, into writer: inout MaskWriter, isEvenOdd: Bool
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
        // One level goes on up to there.
        if group &- end > 4 { writer.fillGap(from: end, to: group) }
        let sums = SignedArea.simdSums(cells.loadAndClear(group), after: carry)
        carry = Lanes.lastRepeated(sums)
        writer.set(SignedArea.simdLevels(sums, isEvenOdd: isEvenOdd), at: group)
        end = group &+ 1
      }
      base &+= 64
    }
    if first >= 0 { return (first, end) }
    writer.beginRow(at: 0)
    return (0, 0)
  }
}
