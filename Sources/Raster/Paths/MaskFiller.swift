import Graphics
import Pixels
import RasterKernels

// Goal: what a path covers of each pixel, exact but for rounding.
//
// Idea: edges add signed areas to a few rows of cells at a time (`SignedArea`), and sums along the
// rows are winding numbers averaged over pixels. An average tells the covered area only where the
// winding number takes no more than two values, one above the other. That is so in every pixel that
// the outline passes through once. Cells know which section of the outline passed first
// (`EdgeList`); where another one comes, that part of the row is marked. The row is added up again
// from edges, of which `WindingSweep` has freed those that meet a marked part of overlaps.
//
// Rows know in which groups of eight cells something was added; the others are one level, and cost
// nothing.

/// Fills masks with what edges enclose.
struct MaskFiller: ~Copyable {
  private var rows = AccumulationBuffer()
  // What is left of a row's edges when overlaps are gone.
  private var freed = EdgeBlocks()

  /// Some rows have no more cells together, unless one row has.
  private static var cellLimit: Int { 32_768 }

  /// Fills a mask with what edges enclose.
  ///
  /// - Parameters:
  ///   - area: what the edges' places are counted from; its left side is a multiple of 64.
  mutating func fill(
    _ mask: CoverageMask, with edges: borrowing EdgeList, _ area: PixelRect, rule: FillRule,
    _ sweep: inout WindingSweep
  ) {
    mask.begin(top: area.top, left: area.left, width: area.width)
    let stride = AccumulationBuffer.stride(width: area.width)
    let step = min(area.height, max(1, Self.cellLimit / stride))
    let groupCount = (area.width + 7) >> 3
    var top = 0
    while top < area.height {
      rows.begin(count: min(step, area.height - top), stride: stride)
      KernelSet.add(edges.edges.lend(), to: &rows, from: 0, top: top)
      if edges.isSimple {
        rows.forgetOverlaps()
      } else if rows.overlapStart < rows.overlapEnd {
        sweep.begin(rowCount: rows.count)
        resolveOverlaps(edges, top, &sweep, rule: rule)
      }
      mask.add(rowCount: rows.count, groupCount: groupCount) { room in
        KernelSet.sum(
          &rows, into: &room, groupCount: groupCount, isCut: edges.isCut,
          isEvenOdd: rule == .evenOdd)
      }
      top += rows.count
    }
  }

  /// Adds up again the rows in which areas may overlap.
  @inline(never)
  private mutating func resolveOverlaps(
    _ edges: borrowing EdgeList, _ top: Int, _ sweep: inout WindingSweep, rule: FillRule
  ) {
    let (first, end) = (Float(top + rows.overlapStart), Float(top + rows.overlapEnd))
    let blocks = edges.edges.lend()
    for block in 0..<blocks.count {
      var lanes = blocks.lanes(block, above: end, below: first)
      while lanes != 0 {
        let edge = blocks.edge(block, lanes.trailingZeroBitCount)
        lanes &= lanes &- 1
        let passed = EdgeRows(edge, from: Float(top), rowCount: Float(rows.count))
        guard let passed else { continue }
        for row in passed.first...passed.last where rows.overlaps(in: row) != 0 {
          var piece = passed.piece(row)
          piece.topY -= Float(row)
          piece.bottomY -= Float(row)
          sweep.insert(piece, row: row)
        }
      }
    }
    for row in rows.overlapStart..<rows.overlapEnd {
      let overlaps = rows.overlaps(in: row)
      if overlaps == 0 { continue }
      rows.clear(row)
      freed.removeAll()
      sweep.sweep(row, overlaps, rows.stride >> 6, rule: rule) { piece in
        freed.append(
          Edge(
            topX: piece.topX, topY: piece.topY, bottomX: piece.bottomX, bottomY: piece.bottomY,
            winding: piece.winding, section: 0))
      }
      KernelSet.add(freed.lend(), to: &rows, from: row, top: 0)
    }
    rows.forgetOverlaps()
  }
}
