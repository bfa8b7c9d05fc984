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

  func cover(_ tile: inout GroupTile, _ edges: RectangleEdges, within bounds: GroupBounds) {
    #if arch(x86_64)
      if isWide { return KernelsAVX2.GroupKernels.cover(&tile, edges, within: bounds) }
    #endif
    Kernels.GroupKernels.cover(&tile, edges, within: bounds)
  }

  func cover(_ tile: inout GroupTile, _ edges: borrowing AnnulusEdges, within bounds: GroupBounds) {
    #if arch(x86_64)
      if isWide { return KernelsAVX2.GroupKernels.cover(&tile, edges, within: bounds) }
    #endif
    Kernels.GroupKernels.cover(&tile, edges, within: bounds)
  }

  func cover(_ tile: inout GroupTile, _ edges: borrowing ArcEdges, within bounds: GroupBounds) {
    #if arch(x86_64)
      if isWide { return KernelsAVX2.GroupKernels.cover(&tile, edges, within: bounds) }
    #endif
    Kernels.GroupKernels.cover(&tile, edges, within: bounds)
  }

  func coverEnd(_ tile: inout GroupTile, _ edges: borrowing ArcEdges, within bounds: GroupBounds) {
    #if arch(x86_64)
      if isWide { return KernelsAVX2.GroupKernels.coverEnd(&tile, edges, within: bounds) }
    #endif
    Kernels.GroupKernels.coverEnd(&tile, edges, within: bounds)
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
}
