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
    for index in 0..<edges.count {
      var passed = EdgeLanes(edges, index, from: top, rowCount: rowCount)
      let (section, wrap) = edges.sections(index)
      var turn: Int32 = 0
      while true {
        let active = Lanes.bits(of: passed.counts, above: turn)
        if active == 0 { break }
        let wide = rows.prepare(passed) & active
        rows.addLanes(active & ~wide, section: section, wrap: wrap, from: firstRow)
        if wide != 0 { rows.addWide(wide, edges, index, Int(turn), from: firstRow, top: top) }
        passed.advance()
        turn &+= 1
      }
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
    // SAFETY: there are as many rows, and as many groups of each; whatever was added was added into these. There is room for
    // as many levels.
    var place = unsafe room.beginRows(groupCount: groupCount)
    for row in 0..<rows.count {
      let (first, last) = unsafe rows.takeGroups(row)
      let cells = unsafe rows.cells(of: row)
      if last >= groupCount { unsafe cells.drop(max(first, groupCount)...last) }
      let end = last < first ? first : isCut ? groupCount : min(last &+ 1, groupCount)
      if first >= end {
        unsafe place.storeBytes(of: 0, as: UInt64.self)
        unsafe place += 8
        room.addEmptyRow()
        continue
      }
      var group = first
      var carry: Float = 0
      // The level behind the group, eight times.
      var level: UInt64 = 0
      for word in 0..<room.wordCount {
        let base = word &* 64 &- room.firstBit
        let wordEnd = min(end, base &+ 64)
        var (touched, whole): (UInt64, UInt64) = (0, 0)
        var bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: group &- base)
        while group < wordEnd {
          let differences = unsafe cells.take(group)
          // Between edges there is one level.
          var eight = level
          if Lanes.hasOther(differences, than: 0) {
            unsafe cells.clear(group)
            let sums = SignedArea.simdSums(differences, after: carry)
            carry = sums[7]
            eight = Lanes.number(SignedArea.simdLevels(sums, isEvenOdd: isEvenOdd))
            level = (eight &>> 56) &* 0x0101_0101_0101_0101
          }
          unsafe place.storeBytes(of: eight, as: UInt64.self)
          unsafe place += 8
          touched |= eight == 0 ? 0 : bit
          whole |= eight == .max ? bit : 0
          bit &<<= 1
          group &+= 1
        }
        room.set(touched, whole, at: word)
      }
      unsafe place.storeBytes(of: 0, as: UInt64.self)
      unsafe place += 8
      room.endRow(first: first, count: end &- first)
    }
  }
}
