import Base
import CVectors
import Pixels
import RasterKernels
import RasterKernelsAVX2

private typealias Spans = RasterKernels.SpanKernels
private typealias WideSpans = RasterKernelsAVX2.SpanKernels
private typealias Accumulation = RasterKernels.AccumulationKernels
private typealias WideAccumulation = RasterKernelsAVX2.AccumulationKernels
private typealias Boundaries = RasterKernels.BoundaryKernels
private typealias WideBoundaries = RasterKernelsAVX2.BoundaryKernels
private typealias Memory = RasterKernels.MemoryKernels
private typealias WideMemory = RasterKernelsAVX2.MemoryKernels
private typealias Words = RasterKernels.WordKernels
private typealias WideWords = RasterKernelsAVX2.WordKernels

/// Dispatches each kernel to the fastest form for this processor. Both forms give the same result,
/// to the bit.
enum KernelSet {
  /// Whether the processor has 256-bit vectors.
  @inline(__always)
  private static var isWide: Bool { vector_has_avx2() != 0 }

  static func cover(
    _ batch: inout SpanBatch, _ edges: RectangleEdges, within bounds: SpanBounds
  ) {
    isWide
      ? WideSpans.cover(&batch, edges, within: bounds)
      : Spans.cover(&batch, edges, within: bounds)
  }

  static func cover(
    _ batch: inout SpanBatch, _ edges: borrowing AnnulusEdges, within bounds: SpanBounds
  ) {
    isWide
      ? WideSpans.cover(&batch, edges, within: bounds)
      : Spans.cover(&batch, edges, within: bounds)
  }

  static func cover(
    _ batch: inout SpanBatch, _ edges: borrowing ArcEdges, within bounds: SpanBounds
  ) {
    isWide
      ? WideSpans.cover(&batch, edges, within: bounds)
      : Spans.cover(&batch, edges, within: bounds)
  }

  static func coverCurved(
    _ batch: inout SpanBatch, _ edges: borrowing ArcEdges, isArc: Bool, within bounds: SpanBounds
  ) {
    let reach = edges.isAnnulusBesideEnds ? Circle.endReach : SIMD2(repeating: .infinity)
    isWide
      ? WideSpans.coverCurved(&batch, edges, isArc: isArc, reach: reach, within: bounds)
      : Spans.coverCurved(&batch, edges, isArc: isArc, reach: reach, within: bounds)
  }

  static func cover(
    _ batch: inout SpanBatch, _ mask: borrowing MaskRows, within bounds: SpanBounds
  ) {
    isWide
      ? WideSpans.cover(&batch, mask, within: bounds)
      : Spans.cover(&batch, mask, within: bounds)
  }

  static func resolveCoverage(_ batch: inout SpanBatch) {
    isWide ? WideSpans.resolveCoverage(&batch) : Spans.resolveCoverage(&batch)
  }

  static func blend(_ paint: SpanPaint, over batch: inout SpanBatch) {
    isWide ? WideSpans.blend(paint, over: &batch) : Spans.blend(paint, over: &batch)
  }

  static func blendSources(over batch: inout SpanBatch) {
    isWide ? WideSpans.blendSources(over: &batch) : Spans.blendSources(over: &batch)
  }

  // MARK: - Paths

  static func add(
    _ edges: UnsafeSlice<EdgeBlock>, to rows: inout AccumulationBuffer, from row: Int, top: Int
  ) {
    isWide
      ? WideAccumulation.add(edges, to: &rows, from: row, top: Float(top))
      : Accumulation.add(edges, to: &rows, from: row, top: Float(top))
  }

  static func sum(
    _ rows: inout AccumulationBuffer, into room: inout MaskWriter, groupCount: Int, isCut: Bool
  ) {
    isWide
      ? WideAccumulation.sum(&rows, into: &room, groupCount: groupCount, isCut: isCut)
      : Accumulation.sum(&rows, into: &room, groupCount: groupCount, isCut: isCut)
  }

  // MARK: - Columns of eight rows

  static func append(
    _ band: borrowing BandEdges, around inner: borrowing BandEdges, hasInner: Bool, from row: Int,
    to rows: inout RowBoundaries
  ) {
    isWide
      ? WideBoundaries.append(band, around: inner, hasInner: hasInner, from: row, to: &rows)
      : Boundaries.append(band, around: inner, hasInner: hasInner, from: row, to: &rows)
  }

  static func append(
    _ sweep: borrowing SweepEdges, from row: Int, blocks: Int, to rows: inout RowBoundaries
  ) {
    isWide
      ? WideBoundaries.append(sweep, from: row, blocks: blocks, to: &rows)
      : Boundaries.append(sweep, from: row, blocks: blocks, to: &rows)
  }

  static func append(
    edgesOf annulus: borrowing AnnulusEdges, within bounds: SpanBounds, from row: Int,
    to rows: inout RowBoundaries
  ) {
    let (rim, hole) = (annulus.rim, annulus.hole)
    isWide
      ? WideBoundaries.append(edgesOf: rim, hole: hole, within: bounds, from: row, to: &rows)
      : Boundaries.append(edgesOf: rim, hole: hole, within: bounds, from: row, to: &rows)
  }

  static func append(
    edgesOf arc: borrowing ArcEdges, within bounds: SpanBounds, from row: Int,
    to rows: inout RowBoundaries
  ) -> UInt32 {
    let reach = arc.endReach
    return isWide
      ? WideBoundaries.append(edgesOf: arc, reach: reach, within: bounds, from: row, to: &rows)
      : Boundaries.append(edgesOf: arc, reach: reach, within: bounds, from: row, to: &rows)
  }

  // MARK: - Memory

  @unsafe static func fill(_ place: UnsafeMutableRawPointer, _ bytes: UInt64, byteCount: Int) {
    isWide
      ? unsafe WideMemory.fill(place, bytes, byteCount: byteCount)
      : unsafe Memory.fill(place, bytes, byteCount: byteCount)
  }

  @unsafe static func fill(
    _ base: UnsafeMutableRawPointer, stride: Int, _ size: PixelSize, _ runs: UnsafeSlice<WordRun>,
    mirror: Int
  ) {
    isWide
      ? unsafe WideMemory.fill(
        base, stride: stride, width: size.width, height: size.height, runs, mirror: mirror)
      : unsafe Memory.fill(
        base, stride: stride, width: size.width, height: size.height, runs, mirror: mirror)
  }

  @unsafe static func copy(
    _ place: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, byteCount: Int
  ) {
    isWide
      ? unsafe WideMemory.copy(place, source, byteCount: byteCount)
      : unsafe Memory.copy(place, source, byteCount: byteCount)
  }

  @unsafe static func copy(
    _ base: UnsafeMutableRawPointer, stride: Int, _ source: Int, sourceStride: Int,
    _ runs: UnsafeSlice<ColumnRun>, mirror: Int
  ) {
    unsafe (isWide ? WideMemory.copy : Memory.copy)(
      base, stride, source, sourceStride, runs, mirror)
  }

  @unsafe static func writeBlend(
    _ word: UInt32, over below: UInt32, _ batch: inout SpanBatch,
    to base: UnsafeMutableRawPointer, stride: Int, _ size: PixelSize
  ) {
    unsafe (isWide ? WideWords.writeBlend : Words.writeBlend)(
      word, below, &batch, base, stride, size.width, size.height)
  }

  @unsafe static func writeBlend(
    _ change: borrowing MaskChange, rows: Range<Int>, groupEnd: Int,
    to base: UnsafeMutableRawPointer, stride: Int
  ) {
    unsafe (isWide ? WideWords.writeBlend : Words.writeBlend)(change, rows, groupEnd, base, stride)
  }
}
