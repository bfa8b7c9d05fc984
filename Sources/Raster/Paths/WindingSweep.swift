import Graphics
import RasterKernels

// Goal: the edges of the area that a path covers in one row, without edges inside that area, and
// each edge once.
//
// Idea: between two heights at which no edge begins, ends or crosses another, edges have one order
// from left to right. Counting windings in that order tells which edges separate inside from
// outside. Those are kept, downwards where the area begins and upwards where it ends. So the row is
// cut into bands at ends and crossings.
//
// Most of a row needs no cut. If a gap separates edges from those to the right, and they add the
// same number of windings at all heights, both sides are swept separately, so that the ends of one
// do not cut the other. Edges without overlaps stay as they are, such as one side of a stroke.
//
// Limits: bands are at least 1/512 of a pixel high. With more than some hundred edges side by side,
// this height grows with the square of their number. In a band in which edges still cross or end,
// their order at its middle counts. That bounds the work, and is as exact as strips of that height.

/// The pieces of edges by row, and the removal of overlaps from a row.
struct WindingSweep: ~Copyable {
  private struct Entry: BitwiseCopyable {
    var piece: EdgePiece
    // The least column.
    var left: Float
    // The index of the previous entry of the same row; −1 for none.
    var before: Int32
  }

  /// An edge in a band: its columns at the top and at the bottom.
  private struct Crossing: BitwiseCopyable {
    var top: Float
    var bottom: Float
    var winding: Float
  }

  private var entries = ReusableBuffer<Entry>(capacity: 64)
  // The index of the last entry of each row.
  private var lasts = ReusableBuffer<Int32>(capacity: 64)
  // The pieces of the current row, from left to right.
  private var pieces = ReusableBuffer<Entry>(capacity: 64)
  private var heights = ReusableBuffer<Float>(capacity: 64)
  private var crossings = ReusableBuffer<Crossing>(capacity: 64)

  // The least height of a band, except for the last band of a row.
  private var leastHeight: Float = 0
  // Edges whose order changes by less than this count as ordered, pixels.
  private static var slack: Float { 1e-4 }

  /// Removes all pieces.
  @_optimize(speed)
  mutating func begin(rowCount: Int) {
    entries.removeAll()
    lasts.fill(-1, count: rowCount)
  }

  /// Adds a piece to a row.
  mutating func insert(_ piece: EdgePiece, row: Int) {
    if piece.topY >= piece.bottomY { return }
    let left = piece.topX < piece.bottomX ? piece.topX : piece.bottomX
    entries.append(Entry(piece: piece, left: left, before: lasts[row]))
    lasts[row] = Int32(truncatingIfNeeded: entries.count - 1)
  }

  /// Finds the edges of a row that separate inside from outside.
  ///
  /// - Parameters:
  ///   - overlaps: a bit for each 64th part of the row in which areas may overlap.
  ///   - width: the number of cells in such a part.
  ///   - emit: gets each of these edges.
  mutating func sweep(
    _ row: Int, _ overlaps: UInt64, _ width: Int, _ emit: (EdgePiece) -> Void
  ) {
    collect(row)
    var (first, number) = (0, Float(0))
    while first < pieces.count {
      let group = group(from: first)
      let after = number + group.windings
      let parts = (UInt64(group.left.cell / width), UInt64(group.right.cell / width))
      let isClean = group.isChain || (overlaps &>> parts.0) &<< (parts.0 &+ 63 &- parts.1) == 0
      if isClean && abs(number) <= 1 && abs(after) <= 1 {
        // The accumulation expects a winding number of 1 inside.
        let sign = number + after < 0 ? Float(-1) : 1
        for index in first..<group.end {
          var piece = pieces[index].piece
          piece.winding *= sign
          emit(piece)
        }
      } else {
        sweep(first..<group.end, from: number, emit)
      }
      (first, number) = (group.end, after)
    }
  }

  /// Sweeps the pieces between two gaps.
  ///
  /// - Parameter number: the winding number left of the pieces.
  private mutating func sweep(
    _ group: Range<Int>, from number: Float, _ emit: (EdgePiece) -> Void
  ) {
    heights.removeAll()
    for index in group {
      heights.append(pieces[index].piece.topY)
      heights.append(pieces[index].piece.bottomY)
    }
    heights.sort { $0 < $1 }
    crossings.removeAll()
    var next = 0
    var top: Float = 0
    while top < 1 {
      // Inserting an edge into its place costs some sixteen times as much as looking at a piece.
      let load = Float(group.count + 16 * crossings.count) / 2_048
      leastHeight = max(1, load * load) / 512
      while next < heights.count && heights[next] < top + leastHeight { next += 1 }
      var bottom = next < heights.count ? heights[next] : 1
      order(group, from: top, to: bottom)
      bottom = cutAtCrossing(from: top, to: bottom)
      emitEdges(height: bottom - top, from: number, emit)
      top = bottom
    }
  }

  private mutating func collect(_ row: Int) {
    pieces.removeAll()
    var index = Int(lasts[row])
    while index >= 0 {
      pieces.append(entries[index])
      index = Int(entries[index].before)
    }
    pieces.sort { $0.left < $1.left }
  }

  /// Finds the pieces up to the next gap such that they add the same number of windings at all
  /// heights.
  ///
  /// Instead of counting at each height, it adds a hash for each height. If the sum is that of the
  /// row's top and bottom, all counts are equal, except with a probability of 2⁻⁶⁴.
  ///
  /// - Returns: the end of the pieces, their windings, and whether they form a chain in one
  ///   direction; and their least and greatest columns.
  private func group(
    from first: Int
  ) -> (end: Int, windings: Float, isChain: Bool, left: Float, right: Float) {
    let whole = Self.number(0) &- Self.number(1)
    let left = pieces[first].left
    var (sum, right, runs) = (UInt64(0), left, Float(0))
    var index = first
    while true {
      if index == pieces.count || pieces[index].left > right {
        let windings: Float? = sum == 0 ? 0 : sum == whole ? 1 : sum == 0 &- whole ? -1 : nil
        if let windings, index > first {
          return (index, windings, windings * runs == Float(index - first), left, right)
        }
        if index == pieces.count { return (index, .infinity, false, left, right) }
      }
      let piece = pieces[index].piece
      let part = Self.number(piece.topY) &- Self.number(piece.bottomY)
      sum = piece.winding > 0 ? sum &+ part : sum &- part
      runs += piece.winding
      right = max(right, max(piece.topX, piece.bottomX))
      index += 1
    }
  }

  /// The hash of a height.
  private static func number(_ height: Float) -> UInt64 {
    // Adding 0 makes −0 and 0 the same height.
    var bits = UInt64((height + 0).bitPattern) &+ 0x9e37_79b9_7f4a_7c15
    bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
    return bits ^ bits >> 31
  }

  /// Collects the pieces in a band, in their order at its top.
  private mutating func order(_ group: Range<Int>, from top: Float, to bottom: Float) {
    crossings.removeAll()
    let middle = (top + bottom) / 2
    for index in group {
      let piece = pieces[index].piece
      if piece.topY <= middle && middle < piece.bottomY {
        crossings.append(
          Crossing(top: piece.x(top), bottom: piece.x(bottom), winding: piece.winding))
      }
    }
    crossings.sort { $0.top < $1.top || $0.top == $1.top && $0.bottom < $1.bottom }
  }

  /// Ends a band at the first crossing of two edges, which are adjacent there.
  private mutating func cutAtCrossing(from top: Float, to bottom: Float) -> Float {
    var part: Float = 1
    for index in 0..<max(0, crossings.count - 1) {
      let apart = crossings[index + 1].top - crossings[index].top
      let after = crossings[index + 1].bottom - crossings[index].bottom
      if after < -Self.slack { part = min(part, apart / (apart - after)) }
    }
    if part == 1 { return bottom }
    let cut = top + max(part * (bottom - top), leastHeight)
    if cut >= bottom { return bottom }
    part = (cut - top) / (bottom - top)
    for index in 0..<crossings.count {
      let crossing = crossings[index]
      crossings[index].bottom = crossing.top + (crossing.bottom - crossing.top) * part
    }
    return cut
  }

  private func emitEdges(
    height: Float, from number: Float, _ emit: (EdgePiece) -> Void
  ) {
    var number = number
    var isInside = number != 0
    for index in 0..<crossings.count {
      let crossing = crossings[index]
      number += crossing.winding
      let wasInside = isInside
      isInside = number != 0
      if wasInside != isInside {
        emit(
          EdgePiece(
            topX: crossing.top, topY: 0, bottomX: crossing.bottom, bottomY: height,
            winding: isInside ? 1 : -1))
      }
    }
  }
}

extension EdgePiece {
  /// The column at a height, clamped to the piece's ends.
  fileprivate func x(_ y: Float) -> Float {
    let x = topX + (y - topY) * ((bottomX - topX) / (bottomY - topY))
    return max(min(topX, bottomX), min(max(topX, bottomX), x))
  }
}
