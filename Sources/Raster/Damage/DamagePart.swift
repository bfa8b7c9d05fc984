import Graphics
import Kernels
import Pixels

/// A part of a difference whose columns in each row are known.
enum DamagePart: BitwiseCopyable {
  /// All of a rectangle.
  case rectangle(PixelRect)
  /// What lies between two circles, and between two others that are within these for the most part.
  case bands(DamagedBand, DamagedBand?)
  /// What the end of an arc passed.
  case sweep(DamagedSweep)

  /// The smallest rectangle that holds it.
  var bounds: PixelRect {
    switch self {
    case .rectangle(let rect): rect
    case .bands(let band, let inner):
      inner.map { band.bounds.union($0.bounds) } ?? band.bounds
    case .sweep(let sweep): sweep.bounds
    }
  }

  /// Whether each two rows with some sum have the same columns.
  func isMirrored(_ sum: Int) -> Bool {
    switch self {
    case .rectangle(let rect): rect.top + rect.bottom - 1 == sum
    // Both have the same centre.
    case .bands(let band, _): band.edges.rim.isMirrored(sum)
    case .sweep: false
    }
  }

  /// Adds its columns in eight rows, as up to four ranges.
  @inline(__always)
  func append(to rows: inout RangeRows, from row: Int, with kernels: KernelSet) {
    switch self {
    case .rectangle(let rect):
      let middles = Lanes.middles(Float(row))
      let isMissed = Lanes.bits(
        Lanes.lesser(middles - Float(rect.top), Float(rect.bottom) - middles))
      let (left, right) = (SIMD8(repeating: Float(rect.left)), SIMD8(repeating: Float(rect.right)))
      rows.append(from: left, to: Lanes.select(isMissed, left, right))
    case .bands(let band, let inner):
      let isBeside = inner.map { $0.bounds.top >= row + 8 || $0.bounds.bottom <= row } ?? true
      kernels.append(band.edges, around: isBeside ? nil : inner?.edges, from: row, to: &rows)
    case .sweep(let sweep): kernels.append(sweep.edges, from: row, to: &rows)
    }
  }

  /// Adds rectangles that hold it.
  func insert(into region: inout DamageRegion, within canvas: PixelRect) {
    switch self {
    case .rectangle(let rect): region.insert(rect.intersection(canvas))
    case .bands(let band, let inner):
      band.insert(into: &region, within: canvas)
      inner?.insert(into: &region, within: canvas)
    case .sweep(let sweep): region.insert(sweep.bounds.intersection(canvas))
    }
  }
}

/// What lies between two circles around one centre.
struct DamagedBand: BitwiseCopyable {
  let edges: BandEdges
  let bounds: PixelRect

  /// - Returns: nil if the circles are the same, or neither is one.
  init?(_ centre: Point, _ one: Double, _ other: Double) {
    if one == other || one <= 0 && other <= 0 { return nil }
    edges = BandEdges(
      rim: Circle(centre, radius: max(one, other)),
      hole: Circle(centre, radius: max(min(one, other), 0)))
    bounds = centre.surrounded(by: max(one, other))
  }

  /// Adds four boxes around the square that fits into the smaller circle.
  func insert(into region: inout DamageRegion, within canvas: PixelRect) {
    let outer = bounds.intersection(canvas)
    let hole = edges.hole
    // cos 45° rounded down, less the pixel that an edge may touch inward.
    let inside = Double(hole.radius) * 0.7071 - 2
    if inside < 1 { return region.insert(outer) }
    let (x, y) = (Double(hole.centreX), Double(hole.centreY))
    let kept = PixelRect(
      left: (x - inside).ceiling, top: (y - inside).ceiling, right: (x + inside).floor,
      bottom: (y + inside).floor)
    let (top, bottom) = (max(kept.top, outer.top), min(kept.bottom, outer.bottom))
    region.insert(
      PixelRect(
        left: outer.left, top: outer.top, right: outer.right, bottom: min(kept.top, outer.bottom)))
    region.insert(
      PixelRect(
        left: outer.left, top: max(kept.bottom, outer.top), right: outer.right, bottom: outer.bottom
      ))
    region.insert(
      PixelRect(left: outer.left, top: top, right: min(kept.left, outer.right), bottom: bottom))
    region.insert(
      PixelRect(left: max(kept.right, outer.left), top: top, right: outer.right, bottom: bottom))
  }
}

/// What the end of an arc passed on a short way: both caps and what lies between them, without what both
/// pictures cover alike.
struct DamagedSweep: BitwiseCopyable {
  let edges: SweepEdges
  /// A bulge less than this does not matter, pixels.
  static let leastBulge: Float = 0.1
  let bounds: PixelRect

  /// - Parameter isTrimmed: whether nothing changed behind the radial line, nor within the cap where it was.
  init(_ arc: Arc, from: Point, to: Point, isTrimmed: Bool) {
    let (first, last) = (arc.point(towards: from), arc.point(towards: to))
    // How far the rim bulges over the straight way.
    let cosine = from.x * to.x + from.y * to.y
    let bulge = (arc.radius + arc.width / 2) * (1 - ((1 + cosine) / 2).squareRoot())
    let isTrimmed = isTrimmed && arc.cap == .round && bulge < Double(Self.leastBulge)
    let radius =
      arc.width / 2 + bulge + (arc.cap == .butt ? Double(ArcEdges.buttReach) : 0)
    // Along a row. Unless one distance says it all, pixels that the line cuts depend on it, too; otherwise a tenth is for rounding.
    let isMixed =
      Float(arc.width / 2) < ArcEdges.leastCap
      || !AnnulusEdges.isPlain(
        rim: Float(arc.annulus.outerRadius), hole: Float(arc.annulus.innerRadius))
    let margin = isMixed ? 0.1 + Circle.reach / max(0.01, abs(Float(from.y))) : 0.1
    edges = SweepEdges(
      from: Circle(first, radius: radius), to: Circle(last, radius: radius),
      centre: SIMD2(Float(arc.centre.x), Float(arc.centre.y)),
      direction: SIMD2(Float(from.x), Float(from.y)), margin: isTrimmed ? margin : 1e6,
      kept: isTrimmed ? Float(radius) - Self.leastBulge - Circle.reach : -1)
    let reach = radius + 1
    bounds = PixelRect(
      from: Point(x: min(first.x, last.x) - reach, y: min(first.y, last.y) - reach),
      to: Point(x: max(first.x, last.x) + reach, y: max(first.y, last.y) + reach))
  }
}
