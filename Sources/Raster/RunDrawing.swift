import Graphics
import Pixels
import RasterKernels

// Wide ranges are drawn in runs: pixels that one item covers alone are copied or filled, and only
// the others are computed as spans. Ranges up to one span are always computed. Pixels that a span
// computes beyond its run are left out of the next run.

/// An item with pixels in some of eight rows.
struct SolvedItem: BitwiseCopyable {
  /// Its index in the prepared items.
  let index: Int
  /// Where its boundaries do not suffice.
  let refinement: PreparedItem.Refinement
  /// The number of its boundaries left of the current run.
  var cursor = 0
}

extension Rasterizer {
  /// Finds the boundaries of all items in eight rows, unless they are known.
  @inline(__always)
  private func solveEdges(_ firstRow: Int) { if solvedRow != firstRow { findEdges(firstRow) } }

  @inline(never)
  private func findEdges(_ firstRow: Int) {
    solvedRow = firstRow
    edges.removeAll()
    solvedItems.removeAll()
    let isAlone = items.count == 1
    for index in 0..<items.count {
      items.modify(index) {
        // Most items, such as words of a text, are in other rows.
        if !isAlone, $0.bottom <= firstRow || $0.top >= firstRow &+ 8 { return }
        edges.append(&$0, from: firstRow)
        solvedItems.append(SolvedItem(index: index, refinement: $0.refinement))
      }
    }
  }

  /// Draws a rectangle, if one item hides all others in it.
  ///
  /// - Returns: whether such an item exists.
  func storeWhole(
    _ pixels: PixelRect, of list: DisplayList, into frame: inout PixelSurface
  ) -> Bool {
    // `modify`, although the item is only read: `with` would copy it.
    if items.count != 1 || !items.modify(0, { $0.hides(pixels) }) { return false }
    let shown = items.with(0) { $0.run }
    if case .mixed = shown { return false }
    storeRows(
      shown, 0, pixels.left..<pixels.right, pixels.top..<pixels.bottom, of: list, into: &frame)
    return true
  }

  /// Draws up to eight rows in which one item is visible over the base.
  ///
  /// - Parameters:
  ///   - ranges: the damaged columns, eight rows of one boundary after the other.
  ///   - limit: ranges up to this width are computed as spans.
  @_optimize(speed) @inline(never)
  func drawRowsOfOne(
    _ firstRow: Int, _ rowCount: Int, _ ranges: UnsafeSlice<Int32>, limit: Int,
    of list: DisplayList,
    into frame: inout PixelSurface
  ) {
    // Not the item itself, which is large and would be copied.
    let shown = items.with(0) { $0.run }
    let isCopied = shown.isCopied
    var (isWord, word): (Bool, UInt32) = (false, 0)
    if case .word(let one) = shown { (isWord, word) = (true, one) }
    let lastPlace = lastPlace
    var (places, unsettled, isSolved): (UnsafeSlice<Int32>, UInt32, Bool) = (ranges, 0, false)
    for row in 0..<rowCount {
      let y = firstRow &+ row
      // The end of the spans so far, and the item's first boundary that is not yet passed.
      var (done, part) = (0, row)
      @inline(__always) func addMore(_ columns: ColumnRange) {
        done = max(done, columns.start)
        while done < columns.end {
          if batch.count == SpanBatch.capacity { flush(list, into: &frame) }
          let place = min(done, lastPlace)
          batch.append(column: place, row: y)
          done = place &+ 8
        }
      }
      var index = row
      while index < ranges.count {
        var x = Int(ranges[index])
        let columnEnd = Int(ranges[index &+ 8])
        index &+= 16
        if columnEnd &- x <= limit {
          if x < columnEnd { addMore(ColumnRange(start: x, end: columnEnd)) }
          continue
        }
        if !isSolved {
          solveEdges(firstRow)
          (places, unsettled, isSolved) = (edges.lend(), edges.openRows, true)
        }
        if unsettled &>> UInt32(row) & 1 != 0 {
          drawRuns(ColumnRange(start: x, end: columnEnd), firstRow, row, of: list, into: &frame)
          continue
        }
        // The item's two parts follow one another; behind them is a sentinel right of all columns.
        while x < columnEnd {
          let start = Int(places[part])
          if start > x {
            append(base, from: x, to: min(start, columnEnd), y)
            x = start
            if start >= columnEnd { break }
          }
          let end = min(columnEnd, Int(places[part &+ 24]))
          if end > x {
            let wholeStart = min(end, Int(places[part &+ 8]))
            if wholeStart > x {
              addMore(ColumnRange(start: x, end: wholeStart))
              x = max(wholeStart, done)
            }
            let wholeEnd = min(end, Int(places[part &+ 16]))
            if wholeEnd > x {
              if isWord {
                append(word, from: x, to: wholeEnd, y)
              } else if isCopied {
                copies.append(ColumnRun(from: x, to: wholeEnd, y))
              } else {
                let whole = ColumnRange(start: x, end: wholeEnd)
                storeRun(shown, 0, whole, y, of: list, into: &frame)
              }
              x = wholeEnd
            }
            if end > x {
              addMore(ColumnRange(start: x, end: end))
              x = max(end, done)
            }
          }
          if end < columnEnd { part &+= 32 }
        }
      }
    }
    storeRuns(from: Self.maximumRunCount, into: &frame)
    if copies.count == 0 { return }
    switch shown {
    case .rows(let rows, let x, let y):
      frame.store(copies.lend(), of: rows, x: x, y: y, mirror: mirror)
    case .strip(let rows, let x):
      frame.store(copies.lend(), of: rows, x: x, y: nil, mirror: mirror)
    case .packed:
      items.modify(0) { $0.storePacked(copies.lend(), mirror: mirror, into: &frame) }
    case .word, .mixed, .column: break
    }
    copies.removeAll()
  }

  /// Draws columns of a row run by run. Runs of one word are collected for `storeRuns`.
  @_optimize(speed) @inline(never)
  func drawRuns(
    _ columns: ColumnRange, _ firstRow: Int, _ row: Int, of list: DisplayList,
    into frame: inout PixelSurface
  ) {
    if columns.end &- columns.start > Self.span { solveEdges(firstRow) }
    let y = firstRow &+ row
    let (count, edges) = (solvedItems.count, self.edges.lend())
    for place in 0..<count { solvedItems.modify(place) { $0.cursor = 0 } }
    var x = columns.start
    while columns.end &- x > Self.span {
      var end = columns.end
      var coverage = RunCoverage.none
      // The frontmost item that covers the run determines its end.
      var front = count &- 1
      while front >= 0 {
        let first = 8 &* front &* ItemBoundaries.stride &+ row
        let item = solvedItems[front]
        var cursor = item.cursor
        while edges[first &+ 8 &* cursor] <= x { cursor &+= 1 }
        solvedItems.modify(front) { $0.cursor = cursor }
        coverage = RunCoverage(behind: cursor)
        let limit = end
        end = min(end, Int(edges[first &+ 8 &* cursor]))
        if item.refinement == .everywhere || item.refinement == .whereCovered && coverage != .none {
          // In place: `with` would copy the item.
          items.modify(item.index) {
            $0.refine(&coverage, from: x, to: &end, limit: limit, y: y, edges, first)
          }
        }
        if coverage != .none { break }
        front &-= 1
      }
      let run = ColumnRange(start: x, end: end)
      x = end
      switch coverage {
      case .none: append(base, from: run.start, to: run.end, y)
      case .whole:
        let index = solvedItems[front].index
        let shown = items.with(index) { $0.run }
        if case .word(let word) = shown {
          append(word, from: run.start, to: run.end, y)
        } else {
          storeRun(shown, index, run, y, of: list, into: &frame)
        }
      case .part:
        addSpans(run, y, of: list, into: &frame)
        x = max(end, lastEnd)
      }
    }
    addSpans(ColumnRange(start: x, end: columns.end), y, of: list, into: &frame)
  }

  /// Collects a run of one word.
  @inline(__always)
  private func append(_ word: UInt32, from start: Int, to end: Int, _ y: Int) {
    runs.append(WordRun(from: start, to: end, y, word))
  }

  /// Writes the collected runs if there are at least `least`.
  @inline(__always)
  func storeRuns(from least: Int = 1, into frame: inout PixelSurface) {
    if runs.count < least { return }
    frame.fill(runs.lend(), mirror: mirror)
    runs.removeAll()
  }

  /// Writes columns that an item covers entirely, hiding all items behind it, in a row and in its
  /// mirrored row.
  @_optimize(speed) @inline(never)
  private func storeRun(
    _ shown: PreparedItem.Run, _ index: Int, _ columns: ColumnRange, _ y: Int,
    of list: DisplayList, into frame: inout PixelSurface
  ) {
    if case .mixed = shown { return addSpans(columns, y, of: list, into: &frame) }
    let range = columns.start..<columns.end
    storeRows(shown, index, range, y..<(y &+ 1), of: list, into: &frame)
    if mirror < 0 { return }
    let other = mirror &- y
    storeRows(shown, index, range, other..<(other &+ 1), of: list, into: &frame)
  }

  /// Writes columns of rows that an item covers entirely, hiding all items behind it.
  @_optimize(speed) @inline(never)
  private func storeRows(
    _ shown: PreparedItem.Run, _ index: Int, _ columns: Range<Int>, _ rows: Range<Int>,
    of list: DisplayList, into frame: inout PixelSurface
  ) {
    switch shown {
    case .word(let word):
      for y in rows { frame.fillRow(word, columns: columns, y: y) }
    case .rows(let words, let x, let top):
      for y in rows {
        frame.store(words, columns.lowerBound &- x, y &- top, columns: columns, y: y)
      }
    case .strip(let words, let x):
      for y in rows { frame.store(words, columns.lowerBound &- x, 0, columns: columns, y: y) }
    case .packed:
      for y in rows { items.modify(index) { $0.storePacked(into: &frame, columns, y) } }
    case .column:
      let item = items.with(index) { $0.index }
      for y in rows {
        frame.fillRow(list.word(ofGradient: item, y), columns: columns, y: y)
      }
    case .mixed: break
    }
  }
}
