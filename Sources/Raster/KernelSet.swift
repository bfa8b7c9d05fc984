import CVectors
import Kernels

#if arch(x86_64)
  import KernelsAVX2
#endif

/// The form of the kernels that this processor carries out fastest. All forms give the same bits.
struct KernelSet: BitwiseCopyable {
  /// Whether there are 256-bit vectors.
  let isWide: Bool

  /// The kernels for this processor.
  init() { isWide = vector_has_avx2() != 0 }

  func cover(
    _ tile: inout GroupTile, _ edges: RectangleEdges, within bounds: GroupBounds
  ) {
    #if arch(x86_64)
      if isWide { return KernelsAVX2.GroupKernels.cover(&tile, edges, within: bounds) }
    #endif
    Kernels.GroupKernels.cover(&tile, edges, within: bounds)
  }

  func cover(
    _ tile: inout GroupTile, _ edges: borrowing AnnulusEdges, within bounds: GroupBounds
  ) {
    #if arch(x86_64)
      if isWide { return KernelsAVX2.GroupKernels.cover(&tile, edges, within: bounds) }
    #endif
    Kernels.GroupKernels.cover(&tile, edges, within: bounds)
  }

  func cover(
    _ tile: inout GroupTile, _ edges: inout ArcEdges, within bounds: GroupBounds
  ) {
    #if arch(x86_64)
      if isWide { return KernelsAVX2.GroupKernels.cover(&tile, &edges, within: bounds) }
    #endif
    Kernels.GroupKernels.cover(&tile, &edges, within: bounds)
  }

  func coverEnd(
    _ tile: inout GroupTile, _ edges: inout ArcEdges, within bounds: GroupBounds
  ) {
    #if arch(x86_64)
      if isWide {
        return KernelsAVX2.GroupKernels.coverEnd(&tile, &edges, within: bounds)
      }
    #endif
    Kernels.GroupKernels.coverEnd(&tile, &edges, within: bounds)
  }

  func coverCurved(
    _ tile: inout GroupTile, _ edges: borrowing ArcEdges, _ ends: ArcEdges.Reach?,
    within bounds: GroupBounds
  ) {
    let reach = edges.isAnnulusBesideEnds ? Circle.endReach : SIMD2(repeating: .infinity)
    #if arch(x86_64)
      if isWide {
        return KernelsAVX2.GroupKernels.coverCurved(
          &tile, edges, ends, reach: reach, within: bounds)
      }
    #endif
    Kernels.GroupKernels.coverCurved(&tile, edges, ends, reach: reach, within: bounds)
  }

  func cover(
    _ tile: inout GroupTile, _ mask: borrowing MaskRows, within bounds: GroupBounds
  ) {
    #if arch(x86_64)
      if isWide { return KernelsAVX2.GroupKernels.cover(&tile, mask, within: bounds) }
    #endif
    Kernels.GroupKernels.cover(&tile, mask, within: bounds)
  }

  func settle(_ tile: inout GroupTile) {
    #if arch(x86_64)
      if isWide { return KernelsAVX2.GroupKernels.settle(&tile) }
    #endif
    Kernels.GroupKernels.settle(&tile)
  }

  func lay(_ paint: GroupPaint, over tile: inout GroupTile) {
    #if arch(x86_64)
      if isWide { return KernelsAVX2.GroupKernels.lay(paint, over: &tile) }
    #endif
    Kernels.GroupKernels.lay(paint, over: &tile)
  }

  func lay(_ word: UInt32, over tile: inout GroupTile) {
    #if arch(x86_64)
      if isWide { return KernelsAVX2.GroupKernels.lay(word, over: &tile) }
    #endif
    Kernels.GroupKernels.lay(word, over: &tile)
  }

  func laySources(over tile: inout GroupTile, isOpaque: Bool) {
    #if arch(x86_64)
      if isWide {
        return KernelsAVX2.GroupKernels.laySources(over: &tile, isOpaque: isOpaque)
      }
    #endif
    Kernels.GroupKernels.laySources(over: &tile, isOpaque: isOpaque)
  }

  func add(_ edges: LentRow<EdgeBlock>, to rows: inout AreaRows, from row: Int, top: Int) {
    #if arch(x86_64)
      if isWide { return KernelsAVX2.AreaKernels.add(edges, to: &rows, from: row, top: Float(top)) }
    #endif
    Kernels.AreaKernels.add(edges, to: &rows, from: row, top: Float(top))
  }

  func sum(
    _ rows: inout AreaRows, into room: inout MaskRoom, groupCount: Int, isCut: Bool,
    isEvenOdd: Bool
  ) {
    #if arch(x86_64)
      if isWide {
        return KernelsAVX2.AreaKernels.sum(
          &rows, into: &room, groupCount: groupCount, isCut: isCut, isEvenOdd: isEvenOdd)
      }
    #endif
    Kernels.AreaKernels.sum(
      &rows, into: &room, groupCount: groupCount, isCut: isCut, isEvenOdd: isEvenOdd)
  }

  func append(
    _ band: borrowing BandEdges, around inner: borrowing BandEdges, hasInner: Bool, from row: Int,
    to rows: inout EdgeTable
  ) {
    #if arch(x86_64)
      if isWide {
        return KernelsAVX2.RangeKernels.append(
          band, around: inner, hasInner: hasInner, from: row, to: &rows)
      }
    #endif
    Kernels.RangeKernels.append(band, around: inner, hasInner: hasInner, from: row, to: &rows)
  }

  func append(
    _ sweep: inout SweepEdges, from row: Int, blocks: Int, to rows: inout EdgeTable
  ) {
    #if arch(x86_64)
      if isWide {
        return KernelsAVX2.RangeKernels.append(&sweep, from: row, blocks: blocks, to: &rows)
      }
    #endif
    Kernels.RangeKernels.append(&sweep, from: row, blocks: blocks, to: &rows)
  }

  func append(
    edgesOf annulus: borrowing AnnulusEdges, within bounds: GroupBounds, from row: Int,
    to rows: inout EdgeTable
  ) {
    let (rim, hole) = (annulus.rim, annulus.hole)
    #if arch(x86_64)
      if isWide {
        return KernelsAVX2.RangeKernels.append(
          edgesOf: rim, hole: hole, within: bounds, from: row, to: &rows)
      }
    #endif
    Kernels.RangeKernels.append(
      edgesOf: rim, hole: hole, within: bounds, from: row, to: &rows)
  }

  func append(
    edgesOf arc: inout ArcEdges, within bounds: GroupBounds, from row: Int,
    to rows: inout EdgeTable
  ) -> UInt32 {
    let reach = arc.endReach
    #if arch(x86_64)
      if isWide {
        return KernelsAVX2.RangeKernels.append(
          edgesOf: &arc, reach: reach, within: bounds, from: row, to: &rows)
      }
    #endif
    return Kernels.RangeKernels.append(
      edgesOf: &arc, reach: reach, within: bounds, from: row, to: &rows)
  }
}
