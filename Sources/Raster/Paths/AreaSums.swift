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
  private var cells = RowBuffer<AreaCell>(capacity: 1024)
  // For each row which groups of cells are not zero.
  private var marks = RowBuffer<UInt64>(capacity: 64)
  // For each row whether areas may overlap in it.
  private var overlaps = RowBuffer<Bool>(capacity: 64)
  // From the first such row to the last one.
  private var overlapStart = Int.max
  private var overlapEnd = 0
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
    // One group more, for what the last column hands on to the next one.
    stride = (area.width + 7) & ~7 + 8
    firstBit = area.left >> 3 & 63
    wordCount = (firstBit * 8 + stride + 511) >> 9
    let step = min(area.height, max(1, Self.cellLimit / stride))
    if cells.count < step * stride { cells.fill(AreaCell(), count: step * stride) }
    if marks.count < step * wordCount { marks.fill(0, count: step * wordCount) }
    if overlaps.count < step { overlaps.fill(false, count: step) }
    top = 0
    while top < area.height {
      rowCount = min(step, area.height - top)
      add(edges)
      if overlapStart < overlapEnd { resolveOverlaps(edges, &sweep, rule: rule) }
      appendRows(
        to: mask, groupCount: (area.width + 7) >> 3, goesOn: edges.isCut,
        isEvenOdd: rule == .evenOdd)
      top += rowCount
    }
  }

  /// Adds those parts of edges that lie in the rows.
  @_optimize(speed)
  private mutating func add(_ edges: borrowing EdgeList) {
    for index in 0..<edges.edges.count {
      let edge = edges.edges[index]
      let (left, right) =
        edge.topX < edge.bottomX ? (edge.topX, edge.bottomX) : (edge.bottomX, edge.topX)
      // Most edges are short, and all of their pieces are added into one group.
      let group = left.cell >> 3
      let bit = group == (right.cell &+ 1) >> 3 ? firstBit &+ group : -1
      let word = bit >> 6
      let mark: UInt64 = bit < 0 ? 0 : 1 &<< UInt64(truncatingIfNeeded: bit)
      forEachRow(of: edge, left, right) { sums, row, piece in
        if mark != 0 { sums.marks[row &* sums.wordCount &+ word] |= mark }
        if sums.add(row, piece, edge, isMarked: mark != 0) {
          sums.overlaps[row] = true
          sums.overlapStart = min(sums.overlapStart, row)
          sums.overlapEnd = max(sums.overlapEnd, row &+ 1)
        }
      }
    }
  }

  /// Calls a function with the pieces that an edge has in the rows.
  ///
  /// - Parameter left, right: the columns that it reaches.
  @inline(__always)
  private mutating func forEachRow(
    of edge: Edge, _ left: Float, _ right: Float, _ body: (inout AreaSums, Int, EdgePiece) -> Void
  ) {
    let first = edge.topY - Float(top)
    let bottom = edge.bottomY - Float(top)
    let end = bottom < Float(rowCount) ? bottom : Float(rowCount)
    if end <= 0 || first >= end { return }
    let slope = (edge.bottomX - edge.topX) / (edge.bottomY - edge.topY)
    // Rounding must not lead beyond the ends.
    @inline(__always) func x(_ y: Float) -> Float {
      let x = edge.topX + (y - first) * slope
      let least = x > left ? x : left
      return least < right ? least : right
    }
    var piece = EdgePiece(
      topX: edge.topX, topY: first, bottomX: 0, bottomY: 0, winding: edge.winding)
    if first < 0 { (piece.topX, piece.topY) = (x(0), 0) }
    var row = piece.topY.cell
    var below = Float(row &+ 1)
    while true {
      piece.bottomY = below < end ? below : end
      piece.bottomX = piece.bottomY == bottom ? edge.bottomX : x(piece.bottomY)
      body(&self, row, piece)
      if below >= end { return }
      (piece.topX, piece.topY) = (piece.bottomX, piece.bottomY)
      below += 1
      row &+= 1
    }
  }

  /// Adds a piece of an edge.
  ///
  /// - Parameter isMarked: whether the row knows of the only group that it is added into.
  /// - Returns: whether it meets a section that is not the one before or after.
  @inline(__always)
  private mutating func add(
    _ row: Int, _ piece: EdgePiece, _ edge: Edge, isMarked: Bool
  ) -> Bool {
    let left = piece.topX < piece.bottomX ? piece.topX : piece.bottomX
    let right = piece.topX > piece.bottomX ? piece.topX : piece.bottomX
    let height = (piece.bottomY - piece.topY) * piece.winding
    let start = left.wholePart
    if right > start + 2 { return spread(row, left, right, height, edge) }
    let cell = left.cell
    let place = row &* stride &+ cell
    if !isMarked {
      mark(row, cell >> 3)
      mark(row, (cell &+ 2) >> 3)
    }
    if right <= start + 1 {
      let part = height * ((left + right) * 0.5 - start)
      cells.add(part, at: place &+ 1)
      let known = cells.add(height - part, of: edge.section, at: place)
      return known != edge.section && edge.isApart(from: known)
    }
    let middle = start + 1
    let first = height * ((middle - left) / (right - left))
    let second = height - first
    let firstPart = first * ((left + middle) * 0.5 - start)
    let secondPart = second * ((right - middle) * 0.5)
    cells.add(secondPart, at: place &+ 2)
    let known = cells.add(first - firstPart, of: edge.section, at: place)
    let next = cells.add(second - secondPart + firstPart, of: edge.section, at: place &+ 1)
    return known != edge.section && edge.isApart(from: known)
      || next != edge.section && edge.isApart(from: next)
  }

  /// Adds a piece that crosses several cells.
  @_optimize(speed) @inline(never)
  private mutating func spread(
    _ row: Int, _ left: Float, _ right: Float, _ height: Float, _ edge: Edge
  ) -> Bool {
    let scale = height / (right - left)
    let last = right.cell
    var cell = left.cell
    var place = row &* stride &+ cell
    for group in cell >> 3...(last &+ 1) >> 3 { mark(row, group) }
    var isMet = false
    var from = left
    var handedOn: Float = 0
    while cell <= last {
      let to = cell < last ? Float(cell &+ 1) : right
      let amount = (to - from) * scale
      let part = amount * ((from + to) * 0.5 - Float(cell))
      let known = cells.add(amount - part + handedOn, of: edge.section, at: place)
      if edge.isApart(from: known) { isMet = true }
      handedOn = part
      from = to
      cell &+= 1
      place &+= 1
    }
    cells.add(handedOn, at: place)
    return isMet
  }

  @inline(__always)
  private mutating func mark(_ row: Int, _ group: Int) {
    let bit = firstBit &+ group
    marks[row &* wordCount &+ bit >> 6] |= 1 &<< UInt64(truncatingIfNeeded: bit)
  }

  // MARK: - Overlaps

  /// Adds up again the rows in which areas may overlap.
  private mutating func resolveOverlaps(
    _ edges: borrowing EdgeList, _ sweep: inout WindingSweep, rule: FillRule
  ) {
    sweep.begin(rowCount: rowCount)
    let (first, end) = (Float(top + overlapStart), Float(top + overlapEnd))
    for index in 0..<edges.edges.count {
      let edge = edges.edges[index]
      if edge.topY >= end || edge.bottomY <= first { continue }
      let (left, right) = (min(edge.topX, edge.bottomX), max(edge.topX, edge.bottomX))
      forEachRow(of: edge, left, right) { sums, row, piece in
        if sums.overlaps[row] {
          var piece = piece
          piece.topY -= Float(row)
          piece.bottomY -= Float(row)
          sweep.insert(piece, row: row)
        }
      }
    }
    for row in overlapStart..<overlapEnd where overlaps[row] {
      overlaps[row] = false
      for group in 0..<(stride >> 3) { _ = cells.takeEight(row * stride + group * 8) }
      sweep.sweep(row, rule: rule) { _ = add(row, $0, .free, isMarked: false) }
    }
    (overlapStart, overlapEnd) = (Int.max, 0)
  }

  // MARK: - Levels

  /// Sums up the rows.
  ///
  /// - Parameter goesOn: whether edges are missing to the right.
  @_optimize(speed)
  private mutating func appendRows(
    to mask: CoverageMask, groupCount: Int, goesOn: Bool, isEvenOdd: Bool
  ) {
    for row in 0..<rowCount {
      let (first, last) = markedGroups(row)
      let end = first > last ? first : goesOn ? groupCount : min(last &+ 1, groupCount)
      mask.beginRow(firstGroup: first, count: end &- first)
      if first > last { continue }
      var carry: Float = 0
      var next = first
      for word in 0..<wordCount {
        var (touched, whole): (UInt64, UInt64) = (0, 0)
        var bits = marks[row &* wordCount &+ word]
        marks[row &* wordCount &+ word] = 0
        // The group of the first bit.
        let base = word &* 64 &- firstBit
        let wordEnd = min(base &+ 64, end)
        while next < wordEnd || bits != 0 {
          let group = bits == 0 ? wordEnd : base &+ bits.trailingZeroBitCount
          if next < group {
            // Between edges there is one level.
            let level = Self.level(carry, isEvenOdd)
            let count = min(group, end) &- next
            if level > 0 && count > 0 {
              mask.fill(level, from: next, count: count)
              let run = (UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- count))
              touched |= run &<< UInt64(truncatingIfNeeded: next &- base)
              if level == 255 { whole |= run &<< UInt64(truncatingIfNeeded: next &- base) }
            }
            next = group
            if bits == 0 { break }
          }
          bits &= bits &- 1
          let differences = cells.takeEight(row &* stride &+ group &* 8)
          if group >= groupCount { continue }
          let sums = SignedArea.simdSums(differences, after: carry)
          carry = sums[7]
          let eight = SignedArea.simdLevels(sums, isEvenOdd: isEvenOdd)
          next = group &+ 1
          let number = Lanes.number(eight)
          if number == 0 { continue }
          mask.set(eight, at: group)
          touched |= 1 &<< UInt64(truncatingIfNeeded: group &- base)
          if number == .max { whole |= 1 &<< UInt64(truncatingIfNeeded: group &- base) }
        }
        if touched != 0 { mask.setBits(word, touched, whole) }
      }
    }
  }

  /// A level, out of line: few are asked for, and the loop around them needs the room.
  @inline(never)
  private static func level(_ sum: Float, _ isEvenOdd: Bool) -> UInt8 {
    SignedArea.scalarLevel(sum, isEvenOdd: isEvenOdd)
  }

  /// The first group of a row into which something was added, and the last one; the first is the greater one if there
  /// are none.
  @inline(__always)
  private func markedGroups(_ row: Int) -> (Int, Int) {
    var (first, last) = (Int.max, -1)
    for word in 0..<wordCount {
      let bits = marks[row &* wordCount &+ word]
      if bits == 0 { continue }
      first = min(first, word &* 64 &+ bits.trailingZeroBitCount &- firstBit)
      last = word &* 64 &+ 63 &- bits.leadingZeroBitCount &- firstBit
    }
    return last < 0 ? (0, -1) : (first, last)
  }
}
