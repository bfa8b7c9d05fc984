// This file is compiled twice, as `GroupKernels.swift` is.
#if AVX2
  public import Kernels
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
        let wide = rows.prepare(&passed, active, rowPlaces, section: section, wrap: wrap)
        if wide != 0 || rows.isFull { addQueue(of: &rows) }
        if wide != 0 { rows.addWide(wide, edges, index, turn, from: firstRow, top: top) }
        rowPlaces &+= Int32(truncatingIfNeeded: stride)
        turn &+= 1
        active = passed.active
      } while active != 0
    }
    addQueue(of: &rows)
  }

  @inline(never) @_optimize(speed)
  private static func addQueue(of rows: inout AreaRows) { rows.addQueue() }

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
    // SAFETY: there are as many rows, and as many groups of each; whatever was added was added into these. There is room for
    // as many levels and bits.
    var place = unsafe room.beginRows(groupCount: groupCount)
    for row in 0..<rows.count {
      let cells = unsafe rows.cells(of: row)
      // An edge at the very end has nothing there, but is where what is covered ends.
      let endsThere = unsafe cells.isMarked(groupCount)
      if endsThere { unsafe cells.drop(groupCount) }
      let start = unsafe place
      // Two loops, neither of which asks each time.
      var (first, group) =
        isEvenOdd
        ? unsafe sum(cells, groupCount, into: room, &place, isEvenOdd: true)
        : unsafe sum(cells, groupCount, into: room, &place, isEvenOdd: false)
      if (isCut || endsThere) && first >= 0 && group < groupCount {
        unsafe room.goOn(&place, groupCount &- group)
        group = groupCount
      }
      unsafe room.endRow(&place, from: start, first: first, end: group)
    }
  }

  /// Sums up the cells of a row.
  ///
  /// - Returns: the first group that has levels, negative if there is none, and the one behind the last one.
  @unsafe @inline(__always)
  private static func sum(
    _ cells: CellRow, _ groupCount: Int, into room: MaskRoom,
    _ place: inout UnsafeMutableRawPointer, isEvenOdd: Bool
  ) -> (first: Int, end: Int) {
    var first = -1
    // The group behind the last one that has levels.
    var group = -1
    var carry = SIMD8<Float>(repeating: 0)
    var base = 0
    while base < groupCount {
      var marks = unsafe cells.marked(from: base, before: groupCount)
      while marks != 0 {
        let next = base &+ marks.trailingZeroBitCount
        marks &= marks &- 1
        if next != group {
          if first < 0 {
            first = next
            unsafe room.beginRow(&place, at: first)
          } else {
            unsafe room.goOn(&place, next &- group)
          }
        }
        let sums = SignedArea.simdSums(unsafe cells.take(next), after: carry)
        carry = Lanes.last(sums)
        unsafe place.storeBytes(
          of: SignedArea.simdLevels(sums, isEvenOdd: isEvenOdd), as: SIMD8<UInt8>.self)
        unsafe place += 8
        group = next &+ 1
      }
      base &+= 64
    }
    return (first, group)
  }
}
