// This file is compiled twice: for the oldest processor, and as a part of `KernelsAVX2` for newer ones. There every
// function keeps its body to itself, so that nobody else compiles it for the wrong one.
#if AVX2
  public import Kernels
#endif

/// What is done for each group of a tile.
public enum GroupKernels {
  /// Covers a rectangle.
  @export(interface) @inline(never) @_optimize(speed)
  public static func cover(
    _ tile: inout GroupTile, _ rectangle: RectangleEdges, within bounds: GroupBounds
  ) {
    let right = SIMD8<Float>(repeating: rectangle.right)
    let left = SIMD8<Float>(repeating: rectangle.left)
    @inline(__always) func coverage(_ x: Float, _ y: Float) -> SIMD8<Float> {
      let rows = max(0, min(y + 1, rectangle.bottom) - max(y, rectangle.top))
      let middles = Lanes.middles(x)
      let ends = Lanes.lesser(middles + 0.5, right)
      let starts = Lanes.greater(middles - 0.5, left)
      return Lanes.positive(ends - starts) * rows
    }
    tile.cover(within: bounds, coverage)
  }

  /// Covers an annulus that is plain.
  @export(interface) @inline(never) @_optimize(speed)
  public static func cover(
    _ tile: inout GroupTile, _ annulus: borrowing AnnulusEdges, within bounds: GroupBounds
  ) {
    @inline(__always) func coverage(_ x: Float, _ y: Float) -> SIMD8<Float> {
      annulus.plainCoverage(x, y)
    }
    tile.cover(within: bounds, coverage)
  }

  /// Covers an arc that is plain and has round ends.
  ///
  /// A pixel is as far within the arc as within its band, or beyond both radial lines within the nearer cap: so one
  /// distance and one direction say it all.
  @export(interface) @inline(never) @_optimize(speed)
  public static func cover(
    _ tile: inout GroupTile, _ arc: borrowing ArcEdges, within bounds: GroupBounds
  ) {
    @inline(__always) func coverage(_ x: Float, _ y: Float) -> SIMD8<Float> {
      let middles = Lanes.middles(x)
      let across = middles - arc.annulus.rim.centreX
      let down = y + 0.5 - arc.annulus.rim.centreY
      let behind = Lanes.negative(arc.pastStart(across, down))
      let beyond = Lanes.negative(arc.beforeEnd(across, down))
      let isOutside = arc.isLarge ? behind & beyond : behind | beyond
      let (fromStart, fromEnd) = (middles - arc.startCap.centreX, middles - arc.endCap.centreX)
      let startDown = y + 0.5 - arc.startCap.centreY
      let endDown = y + 0.5 - arc.endCap.centreY
      let isNearStart = Lanes.negative(
        fromStart * fromStart + startDown * startDown - (fromEnd * fromEnd + endDown * endDown))
      return arc.coverage(
        isOutside, across, SIMD8(repeating: down),
        Lanes.select(isNearStart, fromStart, fromEnd),
        Lanes.select(isNearStart, SIMD8(repeating: startDown), SIMD8(repeating: endDown)))
    }
    tile.cover(within: bounds, coverage)
  }

  /// The same where only the end is to be seen.
  @export(interface) @inline(never) @_optimize(speed)
  public static func coverEnd(
    _ tile: inout GroupTile, _ arc: borrowing ArcEdges, within bounds: GroupBounds
  ) {
    @inline(__always) func coverage(_ x: Float, _ y: Float) -> SIMD8<Float> {
      let middles = Lanes.middles(x)
      let across = middles - arc.annulus.rim.centreX
      let down = y + 0.5 - arc.annulus.rim.centreY
      return arc.coverage(
        Lanes.negative(arc.beforeEnd(across, down)), across, SIMD8(repeating: down),
        middles - arc.endCap.centreX, SIMD8(repeating: y + 0.5 - arc.endCap.centreY))
    }
    tile.cover(within: bounds, coverage)
  }

  /// Lays a colour over what touched groups show.
  @export(interface) @inline(never) @_optimize(speed)
  public static func lay(_ word: UInt32, over tile: inout GroupTile) {
    let source = SIMD8<UInt32>(repeating: word)
    if word >> 24 == 255 {
      for place in 0..<tile.touchedCount {
        let index = Int(tile.touched[place])
        tile.words[index] = SourceOver.opaque(
          source, coverage: tile.levels[place], over: tile.words[index])
      }
    } else {
      for place in 0..<tile.touchedCount {
        let index = Int(tile.touched[place])
        tile.words[index] = SourceOver.simd(
          source, coverage: tile.levels[place], over: tile.words[index])
      }
    }
  }

  /// Lays the tile's sources over what touched groups show.
  ///
  /// - Parameter isOpaque: whether every word of them hides what is behind it.
  @export(interface) @inline(never) @_optimize(speed)
  public static func laySources(over tile: inout GroupTile, isOpaque: Bool) {
    if isOpaque {
      for place in 0..<tile.touchedCount {
        let index = Int(tile.touched[place])
        tile.words[index] = SourceOver.opaque(
          tile.sources[place], coverage: tile.levels[place], over: tile.words[index])
      }
    } else {
      for place in 0..<tile.touchedCount {
        let index = Int(tile.touched[place])
        tile.words[index] = SourceOver.simd(
          tile.sources[place], coverage: tile.levels[place], over: tile.words[index])
      }
    }
  }
}

extension ArcEdges {
  /// The coverage of pixels, those outside both radial lines by a cap.
  @inline(__always)
  fileprivate func coverage(
    _ isOutside: SIMD8<UInt32>, _ across: SIMD8<Float>, _ down: SIMD8<Float>,
    _ capAcross: SIMD8<Float>, _ capDown: SIMD8<Float>
  ) -> SIMD8<Float> {
    let across = Lanes.select(isOutside, capAcross, across)
    let down = Lanes.select(isOutside, capDown, down)
    let distance = DiscCoverage.distance(across, down)
    let inside = Lanes.select(isOutside, capEdge - distance, annulus.inside(distance))
    return HalfPlaneCoverage.simd(
      inside: inside, distance: distance, across: across, down: down)
  }
}
