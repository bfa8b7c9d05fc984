// This file is compiled twice: for the baseline processor, and as a part of `RasterKernelsAVX2` for
// newer ones. There every function keeps its body in its module, so that no other module compiles
// it for the wrong processor.
#if AVX2
  public import RasterKernels
#endif

/// Operations on all spans of a batch.
public enum SpanKernels {
  /// Covers a rectangle.
  @export(interface) @inline(never) @_optimize(speed)
  public static func cover(
    _ batch: inout SpanBatch, _ rectangle: RectangleEdges, within bounds: SpanBounds
  ) {
    let right = SIMD8<Float>(repeating: rectangle.right)
    let left = SIMD8<Float>(repeating: rectangle.left)
    @inline(__always) func coverage(_ x: Float, _ y: Float) -> SIMD8<Float> {
      let rows = max(0, min(y + 0.5, rectangle.bottom) - max(y - 0.5, rectangle.top))
      let middles = Lanes.pixelCenters(from: x)
      let ends = Lanes.min(middles + 0.5, right)
      let starts = Lanes.max(middles - 0.5, left)
      return Lanes.clampedToZero(ends - starts) * rows
    }
    batch.cover(within: bounds, coverage)
  }

  /// Covers a plain annulus.
  @export(interface) @inline(never) @_optimize(speed)
  public static func cover(
    _ batch: inout SpanBatch, _ annulus: borrowing AnnulusEdges, within bounds: SpanBounds
  ) {
    let annulus = annulus.lanes
    batch.coverByHalfPlanes(within: bounds) { annulus.cuts($0, $1) }
  }

  /// Covers an arc with round ends that is plain or has no span near its caps.
  ///
  /// The distance of a pixel to the arc's edge is its distance to the annulus's edge, or, beyond
  /// both radial lines, to the edge of the nearer cap. So one distance and one direction suffice.
  @export(interface) @inline(never) @_optimize(speed)
  public static func cover(
    _ batch: inout SpanBatch, _ arc: borrowing ArcEdges, within bounds: SpanBounds
  ) {
    let arc = ArcLanes(arc)
    @inline(__always) func ways(_ x: Float, _ y: Float) -> CenterOffsets {
      let middles = Lanes.pixelCenters(from: x)
      let across = middles - arc.annulus.centerX
      let row = Lanes.repeating(y)
      let down = row - arc.annulus.centerY
      let behind = Lanes.signMask(arc.startCosine * down - arc.startSine * across)
      let beyond = Lanes.signMask(arc.endSine * across - arc.endCosine * down)
      let isOutside = behind & beyond | (behind | beyond) & arc.isSmall
      let (fromStart, fromEnd) = (middles - arc.startX, middles - arc.endX)
      let (startDown, endDown) = (row - arc.startDown, row - arc.endDown)
      let isNearStart = Lanes.signMask(
        fromStart * fromStart + startDown * startDown - (fromEnd * fromEnd + endDown * endDown))
      return CenterOffsets(
        across: Lanes.select(isOutside, Lanes.select(isNearStart, fromStart, fromEnd), across),
        down: Lanes.select(
          isOutside, Lanes.select(isNearStart, startDown, endDown), down),
        isOther: isOutside)
    }
    batch.coverByHalfPlanes(within: bounds, ways) { arc.cuts($0) }
  }

  /// Converts the selected spans' half-planes to levels, if they have not been converted yet.
  @export(interface) @inline(never) @_optimize(speed)
  public static func resolveCoverage(_ batch: inout SpanBatch) { batch.resolveCoverage() }

  /// Covers the shape of a mask.
  @export(interface) @inline(never) @_optimize(speed)
  public static func cover(
    _ batch: inout SpanBatch, _ mask: borrowing MaskRows, within bounds: SpanBounds
  ) {
    let (rows, levels) = (mask.rows, mask.levels)
    let (top, left) = (mask.top, mask.left)
    // Most spans are in the row of the span before.
    var y = Int32.min
    var (start, place, end) = (0, 0, 0)
    batch.cover(within: bounds) { column, row in
      if row != y {
        y = row
        let index = Int(row) &- top
        if UInt(bitPattern: index) >= UInt(bitPattern: rows.count) {
          end = -8
        } else {
          let known = rows[index]
          start = left &+ Int(known.firstGroup) &* 8
          end = Int(known.groupCount) &* 8
          place = Int(known.place) &* 8
        }
      }
      let offset = Int(column) &- start
      if offset <= -8 || offset >= end { return nil }
      let eight = levels.bytes(at: place &+ offset)
      return Lanes.uint64(eight) == 0 ? nil : Lanes.widened(eight)
    }
  }

  /// Blends an opaque paint over the selected spans, and over their mirrored spans.
  ///
  /// Levels are known at this point, so no span waits for the one before.
  @export(interface) @inline(never) @_optimize(speed)
  public static func blend(_ paint: SpanPaint, over batch: inout SpanBatch) {
    for place in SpanBatch.places(batch.selectedCount) {
      let (index, levels) = (Int(batch.selected[place]), batch.levels[place])
      let (column, row) = (batch.columns[index], batch.rows[index])
      batch.words[index] = SourceOver.opaque(
        paint.words(column, row), coverage: levels, over: batch.words[index])
      if batch.mirror < 0 { continue }
      batch.mirrored[index] = SourceOver.opaque(
        paint.words(column, batch.mirror &- row), coverage: levels, over: batch.mirrored[index])
    }
  }

  /// Blends the batch's sources over the selected spans.
  @export(interface) @inline(never) @_optimize(speed)
  public static func blendSources(over batch: inout SpanBatch) {
    for place in SpanBatch.places(batch.selectedCount) {
      let index = Int(batch.selected[place])
      batch.words[index] = SourceOver.simd(
        batch.sources[place], coverage: batch.levels[place], over: batch.words[index])
    }
  }
}

/// An arc in lanes, which a loop keeps in registers.
private struct ArcLanes: BitwiseCopyable {
  let annulus: AnnulusLanes
  // The centers of the caps.
  let startX: SIMD8<Float>
  let startDown: SIMD8<Float>
  let endX: SIMD8<Float>
  let endDown: SIMD8<Float>
  // The directions from the center to the ends.
  let startCosine: SIMD8<Float>
  let startSine: SIMD8<Float>
  let endCosine: SIMD8<Float>
  let endSine: SIMD8<Float>
  let capEdge: SIMD8<Float>
  // Set for an arc of less than half a turn.
  let isSmall: Mask

  @inline(__always)
  init(_ arc: borrowing ArcEdges) {
    annulus = arc.annulus.lanes
    (startX, startDown) = (
      SIMD8(repeating: arc.startCap.centerX), SIMD8(repeating: arc.startCap.centerY)
    )
    (endX, endDown) = (
      SIMD8(repeating: arc.endCap.centerX), SIMD8(repeating: arc.endCap.centerY)
    )
    (startCosine, startSine) = (SIMD8(repeating: arc.start.x), SIMD8(repeating: arc.start.y))
    (endCosine, endSine) = (SIMD8(repeating: arc.end.x), SIMD8(repeating: arc.end.y))
    capEdge = SIMD8(repeating: arc.capEdge)
    isSmall = Mask(repeating: !arc.isLarge)
  }

  /// The half-planes that cut pixels: of a cap where `isOther` is set, of the annulus elsewhere.
  @inline(__always)
  func cuts(_ ways: CenterOffsets) -> HalfPlaneTerms {
    let down = DiscCoverage.heights(ways.down)
    let distance = DiscCoverage.distance(ways.across, down)
    // A cap has no hole. The edges are selected before the distance is known.
    let rim = Lanes.select(ways.isOther, capEdge, annulus.rimEdge)
    let hole = Lanes.select(ways.isOther, SIMD8(repeating: -1e6), annulus.holeEdge)
    let inside = Lanes.min(rim - distance, distance - hole)
    return HalfPlaneTerms(inside: inside, distance: distance, across: ways.across, down: down)
  }
}
