import Graphics
import RasterKernels

// Goal: the edges of the area that a path covers in one row, without those that lie within it, and
// each only once.
//
// Idea: between two heights at which no edge begins or ends, and none cross, edges have one order
// from left to right. Counting windings along it tells which of them part inside from outside;
// those are kept, as running downwards where the area begins and upwards where it ends. So the row
// is cut at ends and crossings.
//
// Most of a row needs no cut. Where a gap parts edges from those to the right, and the edges add
// the same number of windings at all heights, both sides are swept by themselves, so that none is
// cut at the ends of the others'. And edges that overlap nowhere stay as they are, such as one
// side of a stroke.
//
// Limits: bands are not made lower than 1/512 of a pixel. Where more than some hundred edges lie
// side by side, that grows by the square of how many times as many they are. In a band in which
// edges still cross or end, they are taken as they are in its middle. That bounds the work, and is
// as exact as so many strips.

/// Pieces of edges by row, and what is left of a row's when overlaps are gone.
struct WindingSweep: ~Copyable {
  private struct Entry: BitwiseCopyable {
    var piece: EdgePiece
    // Its least column.
    var left: Float
    // The entry of the same row before; −1 for none.
    var before: Int32
  }

  /// An edge in a band: where it is at the top and at the bottom.
  private struct Crossing: BitwiseCopyable {
    var top: Float
    var bottom: Float
    var winding: Float
  }

  private var entries = ReusableBuffer<Entry>(capacity: 64)
  // The last entry of each row.
  private var lasts = ReusableBuffer<Int32>(capacity: 64)
  // Those of the row in hand, from left to right.
  private var pieces = ReusableBuffer<Entry>(capacity: 64)
  private var heights = ReusableBuffer<Float>(capacity: 64)
  private var crossings = ReusableBuffer<Crossing>(capacity: 64)

  // No band is lower, unless it is the last one of a row.
  private var leastHeight: Float = 0
  // Edges that change places by less, pixels, count as being in order.
  private static var slack: Float { 1e-4 }

  /// Forgets all pieces.
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

  /// Finds a row's edges between inside and outside.
  ///
  /// - Parameters:
  ///   - overlaps: a bit for each of 64 parts of the row, whether areas may overlap there.
  ///   - width: how many cells a part has.
  ///   - emit: is called with each.
  mutating func sweep(
    _ row: Int, _ overlaps: UInt64, _ width: Int, rule: FillRule, _ emit: (EdgePiece) -> Void
  ) {
    collect(row)
    var (first, number) = (0, Float(0))
    while first < pieces.count {
      let group = group(from: first)
      let after = number + group.windings
      let parts = (UInt64(group.left.cell / width), UInt64(group.right.cell / width))
      let isClean = group.isChain || (overlaps &>> parts.0) &<< (parts.0 &+ 63 &- parts.1) == 0
      if isClean && abs(number) <= 1 && abs(after) <= 1 {
        // Inside is 1 for what comes behind.
        let sign = number + after < 0 ? Float(-1) : 1
        for index in first..<group.end {
          var piece = pieces[index].piece
          piece.winding *= sign
          emit(piece)
        }
      } else {
        sweep(first..<group.end, from: number, rule, emit)
      }
      (first, number) = (group.end, after)
    }
  }

  /// Sweeps pieces between two gaps.
  ///
  /// - Parameter number: the winding number to the left of them.
  private mutating func sweep(
    _ group: Range<Int>, from number: Float, _ rule: FillRule, _ emit: (EdgePiece) -> Void
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
      // To look at a piece costs little, to put an edge in its place some sixteen times as much.
      let load = Float(group.count + 16 * crossings.count) / 2_048
      leastHeight = max(1, load * load) / 512
      while next < heights.count && heights[next] < top + leastHeight { next += 1 }
      var bottom = next < heights.count ? heights[next] : 1
      order(group, from: top, to: bottom)
      bottom = cutAtCrossing(from: top, to: bottom)
      emitEdges(height: bottom - top, from: number, rule, emit)
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

  /// The pieces up to a gap, to the left of which they add one number of windings at all heights.
  ///
  /// Instead of counting for each height, numbers are added that heights have at random: where
  /// their sum is that of the row's top and bottom, so are all counts, but for one case in 2^64.
  ///
  /// - Returns: `isChain` tells that the pieces run in one direction, one below the other.
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

  /// The random number of a height.
  private static func number(_ height: Float) -> UInt64 {
    // Both zeros are one height.
    var bits = UInt64((height + 0).bitPattern) &+ 0x9e37_79b9_7f4a_7c15
    bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
    return bits ^ bits >> 31
  }

  /// Finds the pieces in a band, in their order at its top.
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

  /// Ends a band where first two edges cross, which then are neighbours.
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
    height: Float, from number: Float, _ rule: FillRule, _ emit: (EdgePiece) -> Void
  ) {
    var number = number
    var isInside = rule.contains(number)
    for index in 0..<crossings.count {
      let crossing = crossings[index]
      number += crossing.winding
      let wasInside = isInside
      isInside = rule.contains(number)
      if wasInside != isInside {
        emit(
          EdgePiece(
            topX: crossing.top, topY: 0, bottomX: crossing.bottom, bottomY: height,
            winding: isInside ? 1 : -1))
      }
    }
  }
}

extension FillRule {
  /// Whether a winding number, whole, is inside.
  fileprivate func contains(_ number: Float) -> Bool {
    self == .evenOdd ? Int32(number) & 1 == 1 : number != 0
  }
}

extension EdgePiece {
  /// The column at a height, which may lie a little beyond its ends.
  fileprivate func x(_ y: Float) -> Float {
    let x = topX + (y - topY) * ((bottomX - topX) / (bottomY - topY))
    return max(min(topX, bottomX), min(max(topX, bottomX), x))
  }
}
