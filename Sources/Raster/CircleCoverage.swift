import Graphics

/// A circle about a centre, as rows see it.
struct Circle: BitwiseCopyable {
  let centreX: Float
  let centreY: Float
  let radius: Float

  /// How far from a line the centre of a pixel can be that the line cuts: half a diagonal, and some more for
  /// rounding.
  static var reach: Float { 0.75 }

  init(_ centre: Point, radius: Double) {
    (centreX, centreY, self.radius) = (Float(centre.x), Float(centre.y), Float(radius))
  }

  /// The disc's coverage of the eight pixels of a row from a column on.
  func coverage(_ x: Int, _ y: Int) -> SIMD8<Float> {
    DiscCoverage.simd(x: columns(x), y: row(y), radius: radius)
  }

  /// From the centre to the middles of eight pixels from a column on.
  ///
  /// The middles are exact, so a pixel's distance is the same whichever column its group begins at.
  @inline(__always)
  func columns(_ x: Int) -> SIMD8<Float> {
    let middles: SIMD8<Float> = SIMD8(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5) + Float(x)
    return middles - centreX
  }

  /// From the centre to the middle of a row.
  @inline(__always)
  func row(_ y: Int) -> Float { Float(y) + 0.5 - centreY }

  /// The columns of a row whose pixels may be covered.
  func columns(touchedIn y: Int) -> Range<Int> { columns(within: radius + Self.reach, y) }

  /// The columns of a row whose pixels are covered whole.
  func columns(wholeIn y: Int) -> Range<Int> { columns(within: radius - Self.reach, y) }

  /// The columns of a row whose pixels' centres lie within a distance of the circle's; empty for none.
  @_optimize(speed) @inline(never)
  func columns(within distance: Float, _ y: Int) -> Range<Int> {
    let height = row(y)
    if distance <= abs(height) { return 0..<0 }
    let half = (distance * distance - height * height).squareRoot()
    let left = (centreX - half).nearest
    let right = (centreX + half).nearest
    return left < right ? left..<right : 0..<0
  }
}

/// What lies between two circles, made ready for its rows.
struct AnnulusEdges: ~Copyable {
  let rim: Circle
  let hole: Circle
  /// Whether no pixel is cut by both circles and neither is too curved, so that one distance says it all.
  let isPlain: Bool
  // Where both edges count as straight lines: less than the radii by the bulge of a circle within a pixel.
  private let rimEdge: Float
  private let holeEdge: Float

  init(_ annulus: Annulus) {
    rim = Circle(annulus.centre, radius: annulus.outerRadius)
    // A hole that is larger leaves nothing.
    hole = Circle(annulus.centre, radius: max(0, min(annulus.innerRadius, annulus.outerRadius)))
    let least = DiscCoverage.smallRadius
    isPlain =
      rim.radius >= least && (hole.radius == 0 || hole.radius >= least)
      && rim.radius - hole.radius >= 2 * Circle.reach
    rimEdge = DiscCoverage.edge(rim.radius)
    // Far below any distance where there is no hole.
    holeEdge = hole.radius > 0 ? DiscCoverage.edge(hole.radius) : -1e6
  }

  /// How far within the band pixels are, from their distances to the centre.
  @inline(__always)
  func inside(_ distance: SIMD8<Float>) -> SIMD8<Float> {
    Lanes.lesser(rimEdge - distance, distance - holeEdge)
  }

  /// The coverage of eight pixels of a row from a column on.
  @_optimize(speed) @inline(never)
  func coverage(_ x: Int, _ y: Int) -> SIMD8<Float> {
    if !isPlain { return rim.coverage(x, y) - hole.coverage(x, y) }
    let across = rim.columns(x)
    let down = rim.row(y)
    let distance = DiscCoverage.distance(across, SIMD8(repeating: down))
    return HalfPlaneCoverage.simd(
      inside: inside(distance), distance: distance, across: across, down: SIMD8(repeating: down))
  }

  /// Adds a row: edges are computed, what lies between them is whole, and the hole is passed over.
  func append(to row: inout CoverageRow, y: Int) {
    let touched = rim.columns(touchedIn: y)
    if touched.clamped(to: row.room).isEmpty { return }
    let whole = rim.columns(wholeIn: y)
    let edge = hole.radius > 0 ? hole.columns(touchedIn: y) : 0..<0
    if edge.isEmpty {
      if whole.isEmpty {
        row.appendPart(touched.lowerBound, touched.upperBound)
      } else {
        row.appendPart(touched.lowerBound, whole.lowerBound)
        row.appendWhole(whole.lowerBound, whole.upperBound)
        row.appendPart(whole.upperBound, touched.upperBound)
      }
      return
    }
    let empty = hole.columns(wholeIn: y)
    let gap = empty.isEmpty ? edge.upperBound..<edge.upperBound : empty
    if whole.lowerBound <= edge.lowerBound && edge.upperBound <= whole.upperBound {
      row.appendPart(touched.lowerBound, whole.lowerBound)
      row.appendWhole(whole.lowerBound, edge.lowerBound)
      row.appendPart(edge.lowerBound, gap.lowerBound)
      row.appendPart(gap.upperBound, edge.upperBound)
      row.appendWhole(edge.upperBound, whole.upperBound)
      row.appendPart(whole.upperBound, touched.upperBound)
    } else {
      row.appendPart(touched.lowerBound, gap.lowerBound)
      row.appendPart(gap.upperBound, touched.upperBound)
    }
  }
}
