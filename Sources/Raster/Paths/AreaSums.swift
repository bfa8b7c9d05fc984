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

/// Fills masks with what edges enclose.
struct AreaSums: ~Copyable {
  private let kernels = KernelSet()
  private var rows = AreaRows()
  // What is left of a row's edges when overlaps are gone.
  private var freed = RowBuffer<Edge>(capacity: 64)

  /// Some rows have no more cells together, unless one row has.
  private static var cellLimit: Int { 32_768 }

  /// Fills a mask with what edges enclose.
  ///
  /// - Parameter area: what the edges' places are counted from; its left side is a multiple of eight.
  @_optimize(speed)
  mutating func fill(
    _ mask: CoverageMask, with edges: borrowing EdgeList, _ area: PixelRect, rule: FillRule,
    _ sweep: inout WindingSweep
  ) {
    mask.begin(top: area.top, left: area.left, width: area.width)
    // One group more, for what the last column hands on to the next one.
    let stride = (area.width + 7) & ~7 + 8
    let step = min(area.height, max(1, Self.cellLimit / stride))
    let groupCount = (area.width + 7) >> 3
    var top = 0
    while top < area.height {
      rows.begin(
        count: min(step, area.height - top), stride: stride, firstBit: area.left >> 3 & 63)
      kernels.add(edges.edges.lend(), to: &rows, from: 0, top: top)
      if rows.overlapStart < rows.overlapEnd { resolveOverlaps(edges, top, &sweep, rule: rule) }
      for row in 0..<rows.count {
        let (first, last) = rows.markedGroups(row)
        // Without edges that are missing to the right, the last one ends what is covered.
        let end = first > last ? first : edges.isCut ? groupCount : min(last &+ 1, groupCount)
        mask.beginRow(firstGroup: first, count: end &- first)
        if first <= last {
          kernels.sum(
            row, of: &rows, groups: first..<end, into: mask, isEvenOdd: rule == .evenOdd)
        }
      }
      top += rows.count
    }
  }

  /// Adds up again the rows in which areas may overlap.
  private mutating func resolveOverlaps(
    _ edges: borrowing EdgeList, _ top: Int, _ sweep: inout WindingSweep, rule: FillRule
  ) {
    sweep.begin(rowCount: rows.count)
    let (first, end) = (Float(top + rows.overlapStart), Float(top + rows.overlapEnd))
    for index in 0..<edges.edges.count {
      let edge = edges.edges[index]
      if edge.topY >= end || edge.bottomY <= first { continue }
      edge.forEachPiece(top: Float(top), rowCount: Float(rows.count)) { row, piece in
        if rows.mayOverlap(row) {
          var piece = piece
          piece.topY -= Float(row)
          piece.bottomY -= Float(row)
          sweep.insert(piece, row: row)
        }
      }
    }
    for row in rows.overlapStart..<rows.overlapEnd where rows.mayOverlap(row) {
      rows.clear(row)
      freed.removeAll()
      sweep.sweep(row, rule: rule) { piece in
        freed.append(
          Edge(
            topX: piece.topX, topY: piece.topY, bottomX: piece.bottomX, bottomY: piece.bottomY,
            winding: piece.winding, section: 0))
      }
      kernels.add(freed.lend(), to: &rows, from: row, top: 0)
    }
    rows.forgetOverlaps()
  }
}
