import Graphics
import Kernels
import Pixels

// Goal: what a path covers of each pixel, exact but for rounding.
//
// Idea: edges add signed areas to a few rows of cells at a time (`SignedArea`), and sums along the rows are
// winding numbers averaged over pixels. An average tells the covered area only where the winding number takes no
// more than two values, one above the other. That is so in every pixel that the outline passes through once. Cells
// know which section of the outline passed first (`EdgeList`); where another one comes, the row is marked, and is
// added up again from edges that `WindingSweep` has freed of all overlaps.
//
// Rows know in which groups of eight cells something was added; the others are one level, and cost nothing.

/// Cells of some rows of an area, into which edges are added.
struct AreaSums: ~Copyable {
  private var cells = RowBuffer<Float>(capacity: 1024)
  // The section that first passed a cell; below `sectionBase` if none did.
  private var sections = RowBuffer<Int32>(capacity: 1024)
  // For each row which groups of cells are not zero.
  private var marks = RowBuffer<UInt64>(capacity: 64)
  // For each row whether areas may overlap in it.
  private var overlaps = RowBuffer<Bool>(capacity: 64)
  private var sectionBase: Int32 = 0
  private var stride = 0
  private var wordCount = 0
  private var firstBit = 0
  private var top = 0
  private var rowCount = 0

  /// Some rows have no more cells together, unless one row has.
  private static var cellLimit: Int { 32_768 }

  /// Fills a mask with what edges enclose.
  ///
  /// - Parameter area: what the edges' places are counted from; its left side is a multiple of eight.
  mutating func fill(
    _ mask: CoverageMask, with edges: borrowing EdgeList, _ area: PixelRect, rule: FillRule,
    _ sweep: inout WindingSweep
  ) {
    mask.begin(top: area.top, left: area.left, width: area.width)
    begin(area)
    let step = max(1, Self.cellLimit / stride)
    top = 0
    while top < area.height {
      rowCount = min(step, area.height - top)
      if add(edges) { resolveOverlaps(edges, &sweep, rule: rule) }
      sectionBase &+= edges.sectionEnd &+ 2
      appendRows(to: mask, groupCount: (area.width + 7) >> 3, rule: rule)
      top += rowCount
    }
  }

  private mutating func begin(_ area: PixelRect) {
    // One group more, for what the last column hands on to the next one.
    stride = (area.width + 7) & ~7 + 8
    firstBit = area.left >> 3 & 63
    wordCount = (firstBit * 8 + stride + 511) >> 9
    let count = max(Self.cellLimit, stride)
    if cells.count < count { cells.fill(0, count: count) }
    if sections.count < count || sectionBase > 1 << 30 {
      sections.fill(-1, count: count)
      sectionBase = 0
    }
    let rows = min(area.height, max(1, Self.cellLimit / stride))
    if marks.count < rows * wordCount { marks.fill(0, count: rows * wordCount) }
    if overlaps.count < rows { overlaps.fill(false, count: rows) }
  }

  /// Adds those parts of edges that lie in the rows.
  ///
  /// - Returns: whether areas may overlap in some row.
  @_optimize(speed)
  private mutating func add(_ edges: borrowing EdgeList) -> Bool {
    var hasOverlaps = false
    for index in 0..<edges.edges.count {
      let edge = edges.edges[index]
      forEachRow(of: edge) { sums, row, piece in
        let height = (piece.bottomY - piece.topY) * piece.winding
        if sums.add(row, piece.topX, piece.bottomX, height, section: edge.section) {
          sums.overlaps[row] = true
          hasOverlaps = true
        }
      }
    }
    return hasOverlaps
  }

  /// Calls a function with the pieces that an edge has in the rows.
  @inline(__always)
  private mutating func forEachRow(
    of edge: Edge, _ body: (inout AreaSums, Int, EdgePiece) -> Void
  ) {
    let bottom = edge.bottomY - Float(top)
    let end = min(bottom, Float(rowCount))
    var y = edge.topY - Float(top)
    if end <= 0 || y >= end { return }
    let slope = (edge.bottomX - edge.topX) / (edge.bottomY - edge.topY)
    let offset = edge.topX - y * slope
    var x = edge.topX
    if y < 0 { (x, y) = (edge.clamp(offset), 0) }
    var row = y.cell
    while true {
      let start = Float(row)
      let next = min(start + 1, end)
      let nextX = next == bottom ? edge.bottomX : edge.clamp(offset + next * slope)
      body(
        &self, row,
        EdgePiece(
          topX: x, topY: y - start, bottomX: nextX, bottomY: next - start, winding: edge.winding))
      if next == end { return }
      (x, y) = (nextX, next)
      row &+= 1
    }
  }

  /// Adds a piece of an edge within one row.
  ///
  /// - Parameters:
  ///   - from, to: the columns of both ends.
  ///   - height: with the sign of the winding.
  ///   - section: of the edge, or negative.
  /// - Returns: whether it meets a section that is not the one before.
  @inline(__always)
  private mutating func add(
    _ row: Int, _ from: Float, _ to: Float, _ height: Float, section: Int32
  ) -> Bool {
    let (left, right) = from < to ? (from, to) : (to, from)
    let (first, last) = (left.cell, right.cell)
    if first != last { return spread(row, left, right, height, section) }
    let place = row &* stride &+ first
    let part = height * ((left + right) * 0.5 - Float(first))
    cells[place] += height - part
    cells[place &+ 1] += part
    mark(row, first)
    if first & 7 == 7 { mark(row, first &+ 1) }
    return section >= 0 && isMet(place, section)
  }

  /// Adds a piece that crosses several cells.
  @_optimize(speed) @inline(never)
  private mutating func spread(
    _ row: Int, _ left: Float, _ right: Float, _ height: Float, _ section: Int32
  ) -> Bool {
    let scale = height / (right - left)
    let last = right.cell
    var cell = left.cell
    var place = row &* stride &+ cell
    for group in cell >> 3...(last &+ 1) >> 3 { mark(row, group &* 8) }
    var isMet = false
    var from = left
    var handedOn: Float = 0
    while cell <= last {
      let to = cell < last ? Float(cell &+ 1) : right
      let amount = (to - from) * scale
      let part = amount * ((from + to) * 0.5 - Float(cell))
      cells[place] += amount - part + handedOn
      if section >= 0 && self.isMet(place, section) { isMet = true }
      handedOn = part
      from = to
      cell &+= 1
      place &+= 1
    }
    cells[place] += handedOn
    return isMet
  }

  @inline(__always)
  private mutating func mark(_ row: Int, _ cell: Int) {
    let bit = firstBit &+ cell >> 3
    marks[row &* wordCount &+ bit >> 6] |= 1 << UInt64(truncatingIfNeeded: bit & 63)
  }

  /// Notes that a section passes a cell.
  @inline(__always)
  private mutating func isMet(_ place: Int, _ section: Int32) -> Bool {
    let number = sectionBase &+ section
    let known = sections[place]
    if known < sectionBase {
      sections[place] = number
      return false
    }
    return number &- known > 1
  }

  // MARK: - Overlaps

  /// Adds up again the rows in which areas may overlap.
  private mutating func resolveOverlaps(
    _ edges: borrowing EdgeList, _ sweep: inout WindingSweep, rule: FillRule
  ) {
    sweep.begin(rowCount: rowCount)
    for index in 0..<edges.edges.count {
      forEachRow(of: edges.edges[index]) { sums, row, piece in
        if sums.overlaps[row] { sweep.insert(piece, row: row) }
      }
    }
    for row in 0..<rowCount where overlaps[row] {
      overlaps[row] = false
      for group in 0..<(stride >> 3) { _ = cells.takeEight(row * stride + group * 8) }
      sweep.sweep(row, rule: rule) { left, right, height in
        _ = add(row, left, right, height, section: -1)
      }
    }
  }

  // MARK: - Levels

  @_optimize(speed)
  private mutating func appendRows(to mask: CoverageMask, groupCount: Int, rule: FillRule) {
    let isEvenOdd = rule == .evenOdd
    for row in 0..<rowCount {
      mask.beginRow()
      var carry: Float = 0
      var next = -1
      for word in 0..<wordCount {
        var bits = marks[row &* wordCount &+ word]
        marks[row &* wordCount &+ word] = 0
        while bits != 0 {
          let group = word &* 64 &+ bits.trailingZeroBitCount &- firstBit
          bits &= bits &- 1
          let differences = cells.takeEight(row &* stride &+ group &* 8)
          if group >= groupCount { continue }
          if next >= 0 && group > next {
            mask.append(SignedArea.scalarLevel(carry, isEvenOdd: isEvenOdd), groups: next..<group)
          }
          let sums = SignedArea.simdSums(differences, after: carry)
          carry = sums[7]
          mask.append(SignedArea.simdLevels(sums, isEvenOdd: isEvenOdd), group: group)
          next = group &+ 1
        }
      }
      // What is cut off at the right side goes on up to there.
      if next >= 0 && next < groupCount {
        let level = SignedArea.scalarLevel(carry, isEvenOdd: isEvenOdd)
        if level > 0 { mask.append(level, groups: next..<groupCount) }
      }
      mask.endRow()
    }
  }
}
