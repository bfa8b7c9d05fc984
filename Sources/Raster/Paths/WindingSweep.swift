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
// Letters of a word lie side by side. Where a gap parts edges that close all of their contours from
// those to the right, both sides are swept by themselves, so that none is cut at the ends of the
// others'.
//
// Limits: bands are not made lower than 1/512 of a pixel. Where more than some hundred edges lie
// side by side, that grows by the square of how many times as many they are. In a band in which
// edges still cross or end, they are taken as they are in its middle. That bounds the work, and is
// as exact as so many strips.

/// Pieces of edges by row, and what is left of a row's when overlaps are gone.
struct WindingSweep: ~Copyable {
  private struct Entry: BitwiseCopyable {
    var piece: EdgePiece
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
  private var pieces = ReusableBuffer<EdgePiece>(capacity: 64)
  private var heights = ReusableBuffer<Float>(capacity: 64)
  private var crossings = ReusableBuffer<Crossing>(capacity: 64)

  // No band is lower, unless it is the last one of a row.
  private var leastHeight: Float = 0
  // Edges that change places by less, pixels, count as being in order.
  private static var slack: Float { 1e-4 }

  // Whether gaps are looked for.
  private var findsGaps = false

  /// Forgets all pieces.
  ///
  /// - Parameter findsGaps: whether the pieces are those of several shapes, like the letters of a
  ///   word.
  @_optimize(speed)
  mutating func begin(rowCount: Int, findsGaps: Bool = false) {
    self.findsGaps = findsGaps
    entries.removeAll()
    lasts.fill(-1, count: rowCount)
  }

  /// Adds a piece to a row.
  mutating func insert(_ piece: EdgePiece, row: Int) {
    if piece.topY >= piece.bottomY { return }
    entries.append(Entry(piece: piece, before: lasts[row]))
    lasts[row] = Int32(truncatingIfNeeded: entries.count - 1)
  }

  /// Finds a row's edges between inside and outside.
  ///
  /// - Parameter emit: is called with each.
  mutating func sweep(_ row: Int, rule: FillRule, _ emit: (EdgePiece) -> Void) {
    collect(row)
    var first = 0
    while first < pieces.count {
      let end = endOfGroup(from: first)
      sweep(first..<end, rule, emit)
      first = end
    }
  }

  /// Sweeps pieces between two gaps.
  private mutating func sweep(_ group: Range<Int>, _ rule: FillRule, _ emit: (EdgePiece) -> Void) {
    heights.removeAll()
    for index in group {
      heights.append(pieces[index].topY)
      heights.append(pieces[index].bottomY)
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
      emitEdges(height: bottom - top, rule, emit)
      top = bottom
    }
  }

  private mutating func collect(_ row: Int) {
    pieces.removeAll()
    var index = Int(lasts[row])
    while index >= 0 {
      pieces.append(entries[index].piece)
      index = Int(entries[index].before)
    }
    pieces.sort { min($0.topX, $0.bottomX) < min($1.topX, $1.bottomX) }
  }

  /// The first piece behind a gap to the left of which all contours are closed.
  ///
  /// They are where at each height as many pieces end as begin, counted with their windings.
  /// Instead of counting for each height, numbers are added that heights have at random: where
  /// their sum is zero, so are all counts, but for one case in 2^64.
  private func endOfGroup(from first: Int) -> Int {
    if !findsGaps { return pieces.count }
    var (sum, right, index) = (UInt64(0), -Float.infinity, first)
    while index < pieces.count {
      let piece = pieces[index]
      if sum == 0, index > first, min(piece.topX, piece.bottomX) > right { return index }
      let part = Self.number(piece.topY) &- Self.number(piece.bottomY)
      sum = piece.winding > 0 ? sum &+ part : sum &- part
      right = max(right, max(piece.topX, piece.bottomX))
      index += 1
    }
    return index
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
      let piece = pieces[index]
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
    height: Float, _ rule: FillRule, _ emit: (EdgePiece) -> Void
  ) {
    var number: Float = 0
    var isInside = false
    for index in 0..<crossings.count {
      let crossing = crossings[index]
      number += crossing.winding
      let wasInside = isInside
      isInside = rule == .evenOdd ? !wasInside : number != 0
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
  /// The column at a height, which may lie a little beyond its ends.
  fileprivate func x(_ y: Float) -> Float {
    let x = topX + (y - topY) * ((bottomX - topX) / (bottomY - topY))
    return max(min(topX, bottomX), min(max(topX, bottomX), x))
  }
}
