import Graphics
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

  /// Adds the columns of a row.
  func insertColumns(_ y: Int, into columns: inout ColumnRanges) {
    switch self {
    case .rectangle(let rect):
      if y >= rect.top && y < rect.bottom { columns.insert(rect.left..<rect.right) }
    case .band(let band): band.insertColumns(y, into: &columns)
    case .sweep(let sweep): sweep.insertColumns(y, into: &columns)
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

  func insertColumns(_ y: Int, into columns: inout ColumnRanges) {
    let touched = rim.columns(touchedIn: y)
    if touched.isEmpty { return }
    let kept = hole.columns(wholeIn: y)
    if kept.isEmpty { return columns.insert(touched) }
    columns.insert(touched.lowerBound..<kept.lowerBound)
    columns.insert(kept.upperBound..<touched.upperBound)
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

  func insertColumns(_ y: Int, into columns: inout ColumnRanges) {
    if y < bounds.top || y >= bounds.bottom { return }
    let first = from.columns(touchedIn: y)
    let last = to.columns(touchedIn: y)
    var left = Int.max
    var right = Int.min
    if !first.isEmpty { (left, right) = (first.lowerBound, first.upperBound) }
    if !last.isEmpty { (left, right) = (min(left, last.lowerBound), max(right, last.upperBound)) }
    // The sides of the way: two lines beside the one between the centres.
    let height = from.row(y)
    if wayLength > 0, abs(way.y) > 0.01 * wayLength {
      let reach = (from.radius + Circle.reach) / wayLength
      for side: Float in [-1, 1] {
        let offset = SIMD2(-way.y, way.x) * (side * reach)
        let part = (height - offset.y) / way.y
        if part < 0 || part > 1 { continue }
        let x = from.centreX + offset.x + part * way.x - 0.5
        (left, right) = (min(left, x.nearest - 1), max(right, x.nearest + 2))
      }
    }
    if left >= right { return }
    if isTrimmed { trim(&left, &right, y) }
    if left < right { columns.insert(left..<right) }
  }

  /// Takes away what lies behind the radial line, or in the middle of the cap where it was.
  private func trim(_ left: inout Int, _ right: inout Int, _ y: Int) {
    let down = Float(y) + 0.5 - centreY
    // Ahead of the line is where direction.x · down − direction.y · across > 0.
    if abs(direction.y) > 0.01 {
      let across = direction.x * down / direction.y
      let x = centreX + max(-100_000, min(100_000, across)) - 0.5
      if direction.y > 0 {
        right = min(right, x.nearest + 2)
      } else {
        left = max(left, x.nearest - 1)
      }
    }
    let kept = from.columns(within: from.radius - Self.leastBulge - Circle.reach, y)
    if kept.isEmpty { return }
    if kept.lowerBound <= left { left = max(left, kept.upperBound) }
    if kept.upperBound >= right { right = min(right, kept.lowerBound) }
  }
}
