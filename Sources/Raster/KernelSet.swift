import CVectors
import Pixels
import RasterKernels
import RasterKernelsAVX2

private typealias Groups = RasterKernels.GroupKernels
private typealias WideGroups = RasterKernelsAVX2.GroupKernels
private typealias Areas = RasterKernels.AreaKernels
private typealias WideAreas = RasterKernelsAVX2.AreaKernels
private typealias Ranges = RasterKernels.RangeKernels
private typealias WideRanges = RasterKernelsAVX2.RangeKernels
private typealias Memory = RasterKernels.MemoryKernels
private typealias WideMemory = RasterKernelsAVX2.MemoryKernels
private typealias Words = RasterKernels.WordKernels
private typealias WideWords = RasterKernelsAVX2.WordKernels

/// The only dispatcher: each kernel in the form that this processor runs fastest. Both forms give the
/// same bits.
enum KernelSet {
  /// Whether the processor has 256-bit vectors. A constant where no processor has, so that the
  /// linker drops the wide form.
  @inline(__always)
  private static var isWide: Bool { vector_has_avx2() != 0 }

  static func cover(
    _ tile: inout GroupTile, _ edges: RectangleEdges, within bounds: GroupBounds
  ) {
    isWide
      ? WideGroups.cover(&tile, edges, within: bounds)
      : Groups.cover(&tile, edges, within: bounds)
  }

  static func cover(
    _ tile: inout GroupTile, _ edges: borrowing AnnulusEdges, within bounds: GroupBounds
  ) {
    isWide
      ? WideGroups.cover(&tile, edges, within: bounds)
      : Groups.cover(&tile, edges, within: bounds)
  }

  static func cover(_ tile: inout GroupTile, _ edges: inout ArcEdges, within bounds: GroupBounds) {
    isWide
      ? WideGroups.cover(&tile, &edges, within: bounds)
      : Groups.cover(&tile, &edges, within: bounds)
  }

  static func coverEnd(_ tile: inout GroupTile, _ edges: inout ArcEdges, within bounds: GroupBounds) {
    isWide
      ? WideGroups.coverEnd(&tile, &edges, within: bounds)
      : Groups.coverEnd(&tile, &edges, within: bounds)
  }

  static func coverCurved(
    _ tile: inout GroupTile, _ edges: borrowing ArcEdges, _ ends: ArcEdges.Reach?,
    within bounds: GroupBounds
  ) {
    let reach = edges.isAnnulusBesideEnds ? Circle.endReach : SIMD2(repeating: .infinity)
    isWide
      ? WideGroups.coverCurved(&tile, edges, ends, reach: reach, within: bounds)
      : Groups.coverCurved(&tile, edges, ends, reach: reach, within: bounds)
  }

  static func cover(
    _ tile: inout GroupTile, _ mask: borrowing MaskRows, within bounds: GroupBounds
  ) {
    isWide
      ? WideGroups.cover(&tile, mask, within: bounds)
      : Groups.cover(&tile, mask, within: bounds)
  }

  static func settle(_ tile: inout GroupTile) {
    isWide ? WideGroups.settle(&tile) : Groups.settle(&tile)
  }

  static func lay(_ paint: GroupPaint, over tile: inout GroupTile) {
    isWide ? WideGroups.lay(paint, over: &tile) : Groups.lay(paint, over: &tile)
  }

  static func lay(_ word: UInt32, over tile: inout GroupTile) {
    isWide ? WideGroups.lay(word, over: &tile) : Groups.lay(word, over: &tile)
  }

  static func laySources(over tile: inout GroupTile, isOpaque: Bool) {
    isWide
      ? WideGroups.laySources(over: &tile, isOpaque: isOpaque)
      : Groups.laySources(over: &tile, isOpaque: isOpaque)
  }

  // MARK: - Paths

  static func add(_ edges: LentRow<EdgeBlock>, to rows: inout AreaRows, from row: Int, top: Int) {
    isWide
      ? WideAreas.add(edges, to: &rows, from: row, top: Float(top))
      : Areas.add(edges, to: &rows, from: row, top: Float(top))
  }

  static func sum(
    _ rows: inout AreaRows, into room: inout MaskWriter, groupCount: Int, isCut: Bool,
    isEvenOdd: Bool
  ) {
    isWide
      ? WideAreas.sum(
        &rows, into: &room, groupCount: groupCount, isCut: isCut, isEvenOdd: isEvenOdd)
      : Areas.sum(
        &rows, into: &room, groupCount: groupCount, isCut: isCut, isEvenOdd: isEvenOdd)
  }

  // MARK: - Columns of eight rows

  static func append(
    _ band: borrowing BandEdges, around inner: borrowing BandEdges, hasInner: Bool, from row: Int,
    to rows: inout EdgeTable
  ) {
    isWide
      ? WideRanges.append(band, around: inner, hasInner: hasInner, from: row, to: &rows)
      : Ranges.append(band, around: inner, hasInner: hasInner, from: row, to: &rows)
  }

  static func append(
    _ sweep: inout SweepEdges, from row: Int, blocks: Int, to rows: inout EdgeTable
  ) {
    isWide
      ? WideRanges.append(&sweep, from: row, blocks: blocks, to: &rows)
      : Ranges.append(&sweep, from: row, blocks: blocks, to: &rows)
  }

  static func append(
    edgesOf annulus: borrowing AnnulusEdges, within bounds: GroupBounds, from row: Int,
    to rows: inout EdgeTable
  ) {
    let (rim, hole) = (annulus.rim, annulus.hole)
    isWide
      ? WideRanges.append(edgesOf: rim, hole: hole, within: bounds, from: row, to: &rows)
      : Ranges.append(edgesOf: rim, hole: hole, within: bounds, from: row, to: &rows)
  }

  static func append(
    edgesOf arc: inout ArcEdges, within bounds: GroupBounds, from row: Int,
    to rows: inout EdgeTable
  ) -> UInt32 {
    let reach = arc.endReach
    return isWide
      ? WideRanges.append(edgesOf: &arc, reach: reach, within: bounds, from: row, to: &rows)
      : Ranges.append(edgesOf: &arc, reach: reach, within: bounds, from: row, to: &rows)
  }

  // MARK: - Memory

  @unsafe static func fill(_ place: UnsafeMutableRawPointer, _ bytes: UInt64, byteCount: Int) {
    isWide
      ? unsafe WideMemory.fill(place, bytes, byteCount: byteCount)
      : unsafe Memory.fill(place, bytes, byteCount: byteCount)
  }

  @unsafe static func fill(
    _ base: UnsafeMutableRawPointer, stride: Int, _ size: PixelSize, _ runs: LentRow<WordRun>,
    mirror: Int
  ) {
    isWide
      ? unsafe WideMemory.fill(
        base, stride: stride, width: size.width, height: size.height, runs, mirror: mirror)
      : unsafe Memory.fill(
        base, stride: stride, width: size.width, height: size.height, runs, mirror: mirror)
  }

  @unsafe static func copy(_ place: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, byteCount: Int) {
    isWide
      ? unsafe WideMemory.copy(place, source, byteCount: byteCount)
      : unsafe Memory.copy(place, source, byteCount: byteCount)
  }

  @unsafe static func copy(
    _ base: UnsafeMutableRawPointer, stride: Int, _ source: Int, sourceStride: Int,
    _ runs: LentRow<ColumnRun>, mirror: Int
  ) {
    isWide
      ? unsafe WideMemory.copy(
        base, stride: stride, source, sourceStride: sourceStride, runs, mirror: mirror)
      : unsafe Memory.copy(
        base, stride: stride, source, sourceStride: sourceStride, runs, mirror: mirror)
  }

  @unsafe static func lay(
    _ word: UInt32, over below: UInt32, _ tile: inout GroupTile,
    to base: UnsafeMutableRawPointer, stride: Int, _ size: PixelSize
  ) {
    isWide
      ? unsafe WideWords.lay(
        word, over: below, &tile, to: base, stride: stride, width: size.width, height: size.height)
      : unsafe Words.lay(
        word, over: below, &tile, to: base, stride: stride, width: size.width, height: size.height)
  }

  @unsafe static func lay(
    _ change: borrowing MaskChange, rows: Range<Int>, groupEnd: Int,
    to base: UnsafeMutableRawPointer, stride: Int
  ) {
    isWide
      ? unsafe WideWords.lay(change, rows: rows, groupEnd: groupEnd, to: base, stride: stride)
      : unsafe Words.lay(change, rows: rows, groupEnd: groupEnd, to: base, stride: stride)
  }
}
