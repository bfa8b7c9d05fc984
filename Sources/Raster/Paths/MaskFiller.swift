import Graphics
import Pixels
import RasterKernels

// Goal: a path's coverage of each pixel, exact except for rounding.
//
// Idea: edges add signed areas to a few rows of cells at a time (`SignedArea`), and prefix sums
// along the rows give winding numbers, averaged over pixels. An average determines the covered area
// only if the winding number takes at most two consecutive values. That holds for every pixel that
// the outline passes once. Cells store the first section of the outline that passed (`EdgeList`);
// if a second one passes, that part of the row is marked. Marked rows are accumulated again from
// their edges, after `WindingSweep` has removed the overlaps from the marked parts.
//
// Rows know the groups of eight cells to which something was added. The others repeat one level,
// and cost nothing.

/// Fills coverage masks with the area that edges enclose.
struct MaskFiller: ~Copyable {
  private var rows = AccumulationBuffer()
  // The edges of one row without overlaps.
  private var freed = EdgeBlocks()

  /// The most cells to process at once, unless a single row has more.
  private static var cellLimit: Int { 32_768 }

  /// Fills a mask with the area that edges enclose.
  ///
  /// - Parameter area: the origin and size of the edges' area; its left side is a multiple of 64.
  mutating func fill(
    _ mask: CoverageMask, with edges: borrowing EdgeList, _ area: PixelRect,
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
        resolveOverlaps(edges, top, &sweep)
      }
      mask.add(rowCount: rows.count, groupCount: groupCount) { room in
        KernelSet.sum(&rows, into: &room, groupCount: groupCount, isCut: edges.isCut)
      }
      top += rows.count
    }
  }

  /// Accumulates the rows again in which areas may overlap.
  @inline(never)
  private mutating func resolveOverlaps(
    _ edges: borrowing EdgeList, _ top: Int, _ sweep: inout WindingSweep
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
      sweep.sweep(row, overlaps, rows.stride >> 6) { piece in
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
