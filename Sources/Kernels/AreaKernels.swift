// This file is compiled twice, as `GroupKernels.swift` is.
#if AVX2
  public import Kernels
#endif

/// Adding areas to rows of cells, and summing them up.
public enum AreaKernels {
  /// Adds those parts of edges that lie in some rows.
  ///
  /// - Parameters:
  ///   - firstRow: into which row of cells the first of these goes.
  ///   - top: which one that is, as edges count them.
  @export(interface) @inline(never) @_optimize(speed)
  public static func add(
    _ edges: LentRow<Edge>, to rows: inout AreaRows, from firstRow: Int, top: Float
  ) {
    let rowCount = Float(rows.count &- firstRow)
    let (stride, wordCount) = (rows.stride, rows.wordCount)
    for index in 0..<edges.count {
      let edge = edges[index]
      // Most edges are short, and all of their pieces are added into one group.
      let (one, other) = (edge.topX.cell, edge.bottomX.cell)
      let (leftmost, rightmost) = (one < other ? one : other, one < other ? other : one)
      let isShort = leftmost >> 3 == (rightmost &+ 2) >> 3
      let bit = rows.firstBit &+ leftmost >> 3
      let mark: UInt64 = isShort ? 1 &<< UInt64(truncatingIfNeeded: bit) : 0
      edge.forEachPiece(top: top, rowCount: rowCount) { index, piece in
        let row = firstRow &+ index
        let left = piece.topX < piece.bottomX ? piece.topX : piece.bottomX
        let right = piece.topX > piece.bottomX ? piece.topX : piece.bottomX
        let height = (piece.bottomY - piece.topY) * piece.winding
        let cell = left.cell
        let start = Float(cell)
        if right > start + 2 { return spread(left, right, height, edge, to: &rows, row) }
        let place = row &* stride &+ cell
        // SAFETY: what is added lies in this cell and the two behind it.
        rows.check(place)
        if isShort {
          rows.mark(row &* wordCount &+ bit >> 6, mark)
        } else {
          rows.mark(row, group: cell >> 3)
          rows.mark(row, group: (cell &+ 2) >> 3)
        }
        var isMet: Bool
        if right <= start + 1 {
          let part = height * ((left + right) * 0.5 - start)
          unsafe rows.add(part, at: place &+ 1)
          isMet = unsafe rows.add(height - part, of: edge, at: place)
        } else {
          let middle = start + 1
          let first = height * ((middle - left) / (right - left))
          let second = height - first
          let firstPart = first * ((left + middle) * 0.5 - start)
          let secondPart = second * ((right - middle) * 0.5)
          unsafe rows.add(secondPart, at: place &+ 2)
          isMet = unsafe rows.add(first - firstPart, of: edge, at: place)
          if unsafe rows.add(second - secondPart + firstPart, of: edge, at: place &+ 1) {
            isMet = true
          }
        }
        if isMet { rows.noteOverlap(row) }
      }
    }
  }

  /// Adds a piece that crosses several cells.
  @inline(never) @_optimize(speed)
  private static func spread(
    _ left: Float, _ right: Float, _ height: Float, _ edge: Edge, to rows: inout AreaRows,
    _ row: Int
  ) {
    let scale = height / (right - left)
    var cell = left.cell
    let last = right.cell
    for group in cell >> 3...(last &+ 1) >> 3 { rows.mark(row, group: group) }
    var isMet = false
    var from = left
    var handedOn: Float = 0
    var place = row &* rows.stride &+ cell
    while cell <= last {
      let to = cell < last ? Float(cell &+ 1) : right
      let amount = (to - from) * scale
      let part = amount * ((from + to) * 0.5 - Float(cell))
      // SAFETY: checked first.
      rows.check(place)
      if unsafe rows.add(amount - part + handedOn, of: edge, at: place) { isMet = true }
      handedOn = part
      from = to
      cell &+= 1
      place &+= 1
    }
    rows.check(place)
    unsafe rows.add(handedOn, at: place)
    if isMet { rows.noteOverlap(row) }
  }

  /// Sums up the cells of a row, takes them out, and leaves how much is covered.
  ///
  /// - Parameters:
  ///   - groups: which ones get levels, from the first one marked on.
  ///   - levels: room for theirs; it is zero.
  ///   - bits: room for words, two for each, which are zero: which groups are touched, then which are whole.
  @export(interface) @inline(never) @_optimize(speed)
  public static func sum(
    _ row: Int, of rows: inout AreaRows, groups: Range<Int>,
    levels: LentRoom<SIMD8<UInt8>>, bits: LentRoom<UInt64>,
    isEvenOdd: Bool
  ) {
    let (first, end) = (groups.lowerBound, groups.upperBound)
    // SAFETY: a group is looked for in the row's own cells alone.
    let cells = unsafe rows.start(of: row)
    let limit = UInt(bitPattern: rows.stride) >> 3
    var carry: Float = 0
    var next = first
    for word in 0..<rows.wordCount {
      var (touched, whole): (UInt64, UInt64) = (0, 0)
      var rest = rows.takeMarks(row, word)
      // The group of the first bit.
      let base = word &* 64 &- rows.firstBit
      // Between edges there is one level.
      @inline(never) func fill(upTo other: Int) {
        let level = SignedArea.scalarLevel(carry, isEvenOdd: isEvenOdd)
        let count = min(other, end) &- next
        if level == 0 || count <= 0 { return }
        let eight = SIMD8<UInt8>(repeating: level)
        for index in 0..<count { levels.set(eight, at: next &- first &+ index) }
        let run = UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- count)
        touched |= run &<< UInt64(truncatingIfNeeded: next &- base)
        if level == 255 { whole |= run &<< UInt64(truncatingIfNeeded: next &- base) }
      }
      while rest != 0 {
        let bit = rest.trailingZeroBitCount
        let group = base &+ bit
        rest &= rest &- 1
        // Less than a thousandth is none.
        if next < group && abs(carry) > 0.001 { fill(upTo: group) }
        next = group &+ 1
        precondition(UInt(bitPattern: group) < limit, "a cell outside the row")
        let place = unsafe cells + group &* 64
        // Eight cells are sixteen lanes.
        let differences = unsafe Lanes.even(place.loadUnaligned(as: SIMD16<Float>.self))
        unsafe place.storeBytes(of: SIMD16<Float>(repeating: 0), as: SIMD16<Float>.self)
        if group >= end { continue }
        let sums = SignedArea.simdSums(differences, after: carry)
        carry = sums[7]
        let eight = SignedArea.simdLevels(sums, isEvenOdd: isEvenOdd)
        levels.set(eight, at: group &- first)
        let number = Lanes.number(eight)
        touched |= (number == 0 ? 0 : 1) &<< UInt64(truncatingIfNeeded: bit)
        whole |= (number == .max ? 1 : 0) &<< UInt64(truncatingIfNeeded: bit)
      }
      let wordEnd = min(base &+ 64, end)
      if next < wordEnd {
        if abs(carry) > 0.001 { fill(upTo: wordEnd) }
        next = wordEnd
      }
      // The last word may be that of a group without levels.
      if touched != 0 {
        bits.set(touched, at: 2 &* word)
        bits.set(whole, at: 2 &* word &+ 1)
      }
    }
  }
}
