// This file is compiled twice, as `GroupKernels.swift` is.
#if AVX2
  public import RasterKernels
#endif

/// Adding areas to rows of cells, and summing them up.
public enum AreaKernels {
  /// Adds those parts of edges that lie in some rows.
  ///
  /// Eight edges at a time take their next rows.
  ///
  /// - Parameters:
  ///   - firstRow: into which row of cells the first of these goes.
  ///   - top: which one that is, as edges count them.
  @export(interface) @inline(never) @_optimize(speed)
  public static func add(
    _ edges: LentRow<EdgeBlock>, to rows: inout AreaRows, from firstRow: Int, top: Float
  ) {
    let rowCount = Float(rows.count &- firstRow)
    let stride = rows.stride
    for index in 0..<edges.count {
      var passed = EdgeLanes(edges, index, from: top, rowCount: rowCount)
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

  /// Sums up the cells of all rows, takes them out, and leaves how much is covered.
  ///
  /// - Parameters:
  ///   - groupCount: levels end before this one.
  ///   - isCut: whether edges are missing to the right. Otherwise the last one of a row ends what is covered.
  @export(interface) @inline(never) @_optimize(speed)
  public static func sum(
    _ rows: inout AreaRows, into room: inout MaskRoom, groupCount: Int, isCut: Bool,
    isEvenOdd: Bool
  ) {
    // One more than those that get levels: what the last one hands on.
    rows.check(groupCount: groupCount &+ 1)
    room.check(rowCount: rows.count, groupCount: groupCount)
    // A copy, which no memory that is written can be: so it stays in registers.
    var filled = room
    for row in 0..<rows.count {
      // SAFETY: there are as many rows, and as many groups of each; whatever was added was added into these. There is room for
      // as many levels.
      let cells = unsafe rows.cells(of: row)
      var levels = unsafe filled.nextRow()
      // An edge at the very end has nothing there, but is where what is covered ends.
      let endsThere = unsafe cells.isMarked(groupCount)
      if endsThere { unsafe cells.drop(groupCount) }
      // Two loops, neither of which asks each time.
      var groups =
        isEvenOdd
        ? unsafe sum(cells, groupCount, into: &levels, isEvenOdd: true)
        : unsafe sum(cells, groupCount, into: &levels, isEvenOdd: false)
      if (isCut || endsThere) && groups.end > 0 && groups.end < groupCount {
        unsafe levels.goOn(from: groups.end, to: groupCount)
        groups.end = groupCount
      }
      unsafe filled.end(levels, groups)
    }
    // SAFETY: all of its rows are written.
    unsafe filled.noteGroups()
    room = filled
    rows.forgetMarks()
  }

  /// Sums up the cells of a row.
  ///
  /// - Returns: the first group that has levels, and the one behind the last one; 0 and 0 if there is none.
  @unsafe @inline(__always)
  private static func sum(
    _ cells: CellRow, _ groupCount: Int, into levels: inout RowLevels, isEvenOdd: Bool
  ) -> (first: Int, end: Int) {
    var first = -1
    var end = 0
    var carry = SIMD8<Float>(repeating: 0)
    var base = 0
    while base < groupCount {
      var marks = unsafe cells.marked(from: base, before: groupCount)
      if marks != 0 && first < 0 {
        first = base &+ marks.trailingZeroBitCount
        end = first
        unsafe levels.begin(at: first)
      }
      while marks != 0 {
        let group = base &+ marks.trailingZeroBitCount
        marks &= marks &- 1
        // One level goes on up to there.
        if group &- end > 4 { unsafe levels.goOn(from: end, to: group) }
        let sums = SignedArea.simdSums(unsafe cells.take(group), after: carry)
        carry = Lanes.last(sums)
        unsafe levels.set(SignedArea.simdLevels(sums, isEvenOdd: isEvenOdd), at: group)
        end = group &+ 1
      }
      base &+= 64
    }
    if first >= 0 { return (first, end) }
    unsafe levels.begin(at: 0)
    return (0, 0)
  }
}
