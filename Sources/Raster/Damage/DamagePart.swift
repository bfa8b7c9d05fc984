import Graphics
import Kernels
import Pixels

/// A part of a difference whose columns in each row are known.
enum DamagePart: BitwiseCopyable {
  /// All of a rectangle.
  case rectangle(PixelRect)
  /// What lies between two circles.
  case band(DamagedBand)
  /// What the end of an arc passed.
  case sweep(DamagedSweep)

  /// The smallest rectangle that holds it.
  var bounds: PixelRect {
    switch self {
    case .rectangle(let rect): rect
    case .band(let band): band.bounds
    case .sweep(let sweep): sweep.bounds
    }
  }

  /// Adds its columns in eight rows, as one range or two.
  @_optimize(speed)
  func appendColumns(from row: Int, to edges: inout EdgeTable) {
    switch self {
    case .rectangle(let rect):
      let rows = Lanes.middles(Float(row))
      let isMissed = Lanes.negative(
        Lanes.lesser(rows - Float(rect.top), Float(rect.bottom) - rows))
      let (left, right) = (Float(rect.left), Float(rect.right))
      edges.append(SIMD8(repeating: left))
      edges.append(Lanes.select(isMissed, SIMD8(repeating: left), SIMD8(repeating: right)))
    case .band(let band): band.appendColumns(from: row, to: &edges)
    case .sweep(let sweep):
      let (left, right) = sweep.columns(from: row)
      edges.append(left)
      edges.append(right)
    }
  }

  /// Adds rectangles that hold it.
  func insert(into region: inout DamageRegion, within canvas: PixelRect) {
    switch self {
    case .rectangle(let rect): region.insert(rect.intersection(canvas))
    case .band(let band): band.insert(into: &region, within: canvas)
    case .sweep(let sweep): region.insert(sweep.bounds.intersection(canvas))
    }
  }
}

/// What lies between two circles around one centre, and the pixels that both cut.
struct DamagedBand: BitwiseCopyable {
  private let rim: Circle
  private let hole: Circle
  let bounds: PixelRect

  init(_ centre: Point, from inner: Double, to outer: Double) {
    rim = Circle(centre, radius: outer)
    hole = Circle(centre, radius: inner)
    bounds = centre.surrounded(by: outer)
  }

  @_optimize(speed) @inline(never)
  func appendColumns(from row: Int, to edges: inout EdgeTable) {
    let touched = rim.columns(within: rim.radius + Circle.reach, from: row)
    let kept = hole.columns(within: hole.radius - Circle.reach, from: row)
    // Rows without a hole are one range: all of it is the first.
    let isWhole = Lanes.negative(kept.1 - kept.0)
    edges.append(touched.0)
    edges.append(Lanes.select(isWhole, touched.1, kept.0))
    edges.append(Lanes.select(isWhole, touched.1, kept.1))
    edges.append(touched.1)
  }

  /// Adds four boxes around the square that fits into the smaller circle.
  func insert(into region: inout DamageRegion, within canvas: PixelRect) {
    let outer = bounds.intersection(canvas)
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
  private let centreX: Float
  private let centreY: Float
  // The radial line at the beginning of the way.
  private let direction: SIMD2<Float>
  private let from: Circle
  private let to: Circle
  // From one cap's centre to the other's.
  private let way: SIMD2<Float>
  private let wayLength: Float
  private let isTrimmed: Bool
  /// A bulge less than this does not matter, pixels.
  static let leastBulge: Float = 0.1
  let bounds: PixelRect

  /// - Parameter isTrimmed: whether nothing changed behind the radial line, nor within the cap where it was.
  init(_ arc: Arc, from: Point, to: Point, isTrimmed: Bool) {
    (centreX, centreY) = (Float(arc.centre.x), Float(arc.centre.y))
    direction = SIMD2(Float(from.x), Float(from.y))
    let (first, last) = (arc.point(towards: from), arc.point(towards: to))
    // How far the rim bulges over the straight way.
    let cosine = from.x * to.x + from.y * to.y
    let bulge = (arc.radius + arc.width / 2) * (1 - ((1 + cosine) / 2).squareRoot())
    self.from = Circle(first, radius: arc.width / 2 + bulge)
    self.to = Circle(last, radius: arc.width / 2 + bulge)
    way = SIMD2(Float(last.x - first.x), Float(last.y - first.y))
    wayLength = (way.x * way.x + way.y * way.y).squareRoot()
    self.isTrimmed = isTrimmed && arc.cap == .round && bulge < Double(Self.leastBulge)
    bounds = first.surrounded(by: arc.width / 2 + bulge).union(
      last.surrounded(by: arc.width / 2 + bulge))
  }

  /// Between which columns eight rows of it lie.
  @_optimize(speed) @inline(never)
  func columns(from row: Int) -> (SIMD8<Float>, SIMD8<Float>) {
    let first = from.columns(within: from.radius + Circle.reach, from: row)
    let last = to.columns(within: to.radius + Circle.reach, from: row)
    var left = Lanes.lesser(first.0, last.0)
    var right = Lanes.greater(first.1, last.1)
    let rows = Lanes.middles(Float(row))
    // The sides of the way: two lines beside the one between the centres.
    if abs(way.y) > 0.01 * wayLength {
      let reach = (from.radius + Circle.reach) / wayLength
      for side: Float in [-1, 1] {
        let offset = SIMD2(-way.y, way.x) * (side * reach)
        let parts = (rows - from.centreY - offset.y) / way.y
        let isBeside = Lanes.negative(Lanes.lesser(parts, 1 - parts))
        let x = parts * way.x + (from.centreX + offset.x)
        left = Lanes.lesser(left, Lanes.select(isBeside, left, x))
        right = Lanes.greater(right, Lanes.select(isBeside, right, x))
      }
    }
    if isTrimmed { trim(&left, &right, rows, row) }
    return (left, right)
  }

  /// Takes away what lies behind the radial line, or in the middle of the cap where it was.
  @inline(__always)
  private func trim(
    _ left: inout SIMD8<Float>, _ right: inout SIMD8<Float>, _ rows: SIMD8<Float>, _ row: Int
  ) {
    // Ahead of the line is where direction.x · down − direction.y · across > 0; a tenth is for rounding.
    if abs(direction.y) > 0.01 {
      let x: SIMD8<Float> = (rows - centreY) * (direction.x / direction.y) + centreX
      if direction.y > 0 {
        right = Lanes.lesser(right, x + 0.1)
      } else {
        left = Lanes.greater(left, x - 0.1)
      }
    }
    // Where nothing is kept, it ends before it starts, and neither side meets it.
    let kept = from.columns(within: from.radius - Self.leastBulge - Circle.reach, from: row)
    let isKept = Lanes.negative(kept.0 - kept.1)
    let meetsLeft = isKept & ~Lanes.negative(left - kept.0)
    let meetsRight = isKept & ~Lanes.negative(kept.1 - right)
    left = Lanes.greater(left, Lanes.select(meetsLeft, kept.1, left))
    right = Lanes.lesser(right, Lanes.select(meetsRight, kept.0, right))
  }
}
