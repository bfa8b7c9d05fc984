// Shapes made ready for their pixels: what all of a shape's pixels have in common.

/// A circle about a center.
public struct Circle: BitwiseCopyable, Sendable {
  /// The center's place from the left, pixels.
  public let centerX: Float
  /// The center's place from the top, pixels.
  public let centerY: Float
  /// Pixels.
  public let radius: Float

  /// How far from a line the center of a pixel can be that the line cuts: half a diagonal, and some
  /// more for rounding.
  public static var reach: Float { 0.75 }

  /// Creates a circle.
  public init(centerX: Float, centerY: Float, radius: Float) {
    (self.centerX, self.centerY, self.radius) = (centerX, centerY, radius)
  }

  /// Whether the middle of a pixel of eight from a column on, whose middles are so far down, may be
  /// as near to the disc's edge as a distance in columns and one in rows.
  @inlinable @inline(__always)
  public func isNear(_ column: Float, _ middle: Float, within reach: SIMD2<Float>) -> Bool {
    // From the middle of all eight.
    abs(middle - centerY) <= radius + reach.y && abs(column + 4 - centerX) <= radius + reach.x + 3.5
  }

  /// Whether all pixels of an area lie within the disc, and none is cut by its edge.
  ///
  /// - Parameters: the area's edges, columns and rows.
  public func contains(left: Int, top: Int, right: Int, bottom: Int) -> Bool {
    let across = max(centerX - Float(left), Float(right) - centerX)
    let down = max(centerY - Float(top), Float(bottom) - centerY)
    let inner = radius - Self.reach
    return inner > 0 && across * across + down * down <= inner * inner
  }

  /// From the center to the middle of a row.
  @inlinable @inline(__always)
  public func row(_ y: Int) -> Float { Float(y) + 0.5 - centerY }
}

/// What lies between two circles.
public struct AnnulusEdges: ~Copyable {
  /// The circle around it.
  public let rim: Circle
  /// The circle within it.
  public let hole: Circle
  /// Whether no pixel is cut by both circles and neither is too curved, so that one distance says
  /// it all.
  public let isPlain: Bool
  // Where both edges count as straight lines: less than the radii by the bulge of a circle within a
  // pixel.
  @usableFromInline let rimEdge: Float
  @usableFromInline let holeEdge: Float

  /// Makes an annulus ready. A hole that is larger leaves nothing.
  @inline(__always)
  public init(rim: Circle, holeRadius: Float) {
    self.rim = rim
    hole = Circle(
      centerX: rim.centerX, centerY: rim.centerY, radius: max(0, min(holeRadius, rim.radius)))
    isPlain = Self.isPlain(rim: rim.radius, hole: hole.radius)
    rimEdge = DiscCoverage.edge(rim.radius)
    // Far below any distance where there is no hole.
    holeEdge = hole.radius > 0 ? DiscCoverage.edge(hole.radius) : -1e6
  }

  /// Whether an annulus is plain, from both radii.
  @inline(__always)
  public static func isPlain(rim: Float, hole: Float) -> Bool {
    let least = DiscCoverage.smallRadius
    return rim >= least && (hole <= 0 || hole >= least) && rim - hole >= 2 * Circle.reach
  }

  /// The same for eight pixels at a time.
  @inlinable @inline(__always)
  public var lanes: AnnulusLanes { AnnulusLanes(self) }
}

/// A plain annulus in lanes, which a loop keeps in registers.
public struct AnnulusLanes: BitwiseCopyable {
  /// The center's place from the left.
  public let centerX: SIMD8<Float>
  /// The center's place from the top.
  public let centerY: SIMD8<Float>
  /// Where the rim counts as a straight line, pixels from the center.
  public let rimEdge: SIMD8<Float>
  /// The same of the hole.
  public let holeEdge: SIMD8<Float>

  @inlinable @inline(__always)
  init(_ annulus: borrowing AnnulusEdges) {
    (centerX, centerY) = (
      SIMD8(repeating: annulus.rim.centerX), SIMD8(repeating: annulus.rim.centerY)
    )
    (rimEdge, holeEdge) = (
      SIMD8(repeating: annulus.rimEdge), SIMD8(repeating: annulus.holeEdge)
    )
  }

  /// How the edges cut eight pixels from a column on, whose middles are so far down.
  @inlinable @inline(__always)
  public func cuts(_ column: Float, _ middle: Float) -> HalfPlaneTerms {
    cuts(
      across: Lanes.pixelCenters(from: column) - centerX, down: Lanes.repeating(middle) - centerY)
  }

  /// The same for pixels whose middles are so far from the center.
  @inlinable @inline(__always)
  public func cuts(across: SIMD8<Float>, down: SIMD8<Float>) -> HalfPlaneTerms {
    let down = DiscCoverage.heights(down)
    let distance = DiscCoverage.distance(across, down)
    return HalfPlaneTerms(
      inside: Lanes.min(rimEdge - distance, distance - holeEdge), distance: distance,
      across: across, down: down)
  }
}

/// A stroke along part of a circle.
public struct ArcEdges: ~Copyable {
  /// A smaller cap is computed by strips, pixels of radius.
  public static var leastCap: Float { 4 }

  /// Where an arc is that ends in no more than one of its two caps.
  public enum VisibleCaps: BitwiseCopyable, Sendable {
    /// Both ends are to be seen.
    case both
    /// All pixels are nearer to the end than to the start, and those beyond its line are beyond the
    /// arc; of an arc that is not plain, none is at the start.
    case end
  }

  /// The whole circle's stroke.
  public let annulus: AnnulusEdges
  /// The disc at the start.
  public let startCap: Circle
  /// The disc at the end.
  public let endCap: Circle
  /// The unit vector from the center to the start.
  public let start: SIMD2<Float>
  /// The unit vector from the center to the end.
  public let end: SIMD2<Float>
  /// Whether it goes more than half around.
  public let isLarge: Bool
  /// Whether its ends are less than a quarter of the circle apart.
  public let isAcute: Bool
  /// Whether its ends are round.
  public let isRound: Bool
  /// Whether neither band nor caps are too curved for one distance to say it all.
  public let isPlain: Bool
  /// Where a cap's edge counts as a straight line, pixels from its center.
  public let capEdge: Float

  /// Makes an arc ready; its ends' directions are unit vectors, `capRadius` is half its width.
  @inline(__always)
  public init(
    _ annulus: consuming AnnulusEdges, startCap: Circle, endCap: Circle, start: SIMD2<Float>,
    end: SIMD2<Float>, isLarge: Bool, isRound: Bool
  ) {
    isPlain = annulus.isPlain && endCap.radius >= Self.leastCap
    self.annulus = annulus
    (self.startCap, self.endCap) = (startCap, endCap)
    (self.start, self.end) = (start, end)
    (self.isLarge, self.isRound) = (isLarge, isRound)
    isAcute = start.x * end.x + start.y * end.y > 0
    capEdge = DiscCoverage.edge(endCap.radius)
  }

  /// Where a pixel's center does not lie between the two radial lines: of eight rows, so far below
  /// the center, one each.
  @inlinable @inline(__always)
  public func excludes(_ columns: SIMD8<Float>, _ down: SIMD8<Float>) -> Mask {
    let across = columns + (0.5 - annulus.rim.centerX)
    let isNotPast = Lanes.isNegative(down * start.x - across * start.y)
    let isNotBefore = Lanes.isNegative(across * end.y - down * end.x)
    return isLarge ? isNotPast & isNotBefore : isNotPast | isNotBefore
  }

  /// How far a place is past the start's radial line.
  @inlinable @inline(__always)
  public func pastStart(_ across: SIMD8<Float>, _ down: Float) -> SIMD8<Float> {
    start.x * down - start.y * across
  }

  /// How far a place is short of the end's radial line.
  @inlinable @inline(__always)
  public func beforeEnd(_ across: SIMD8<Float>, _ down: Float) -> SIMD8<Float> {
    end.y * across - end.x * down
  }

  /// What of both ends has to be looked at within a rectangle of pixels.
  @inlinable @inline(__always)
  public func reach(left: Int, top: Int, right: Int, bottom: Int) -> VisibleCaps {
    let (left, right) = (Float(left), Float(right))
    let (top, bottom) = (Float(top), Float(bottom))
    // The least of a number that grows so much with each column and each row from a place on; at a
    // corner, as it is linear.
    @inline(__always) func least(_ x: Float, _ y: Float, from place: SIMD2<Float>) -> Float {
      ((x < 0 ? right : left) - place.x) * x + ((y < 0 ? bottom : top) - place.y) * y
    }
    // Far enough from zero for any rounding.
    let margin: Float = 1
    let side: Float = isLarge ? -1 : 1
    let centre = SIMD2(annulus.rim.centerX, annulus.rim.centerY)
    if least(-start.y * side, start.x * side, from: centre) < margin { return .both }
    let (first, last) = (
      SIMD2(startCap.centerX, startCap.centerY), SIMD2(endCap.centerX, endCap.centerY)
    )
    let chord = last - first
    let nearest = least(chord.x, chord.y, from: (first + last) * 0.5)
    if nearest < margin * (abs(chord.x) + abs(chord.y)) || nearest <= 0 { return .both }
    if !isPlain {
      // No distance tells which end is nearer: the start's disc has to be beside all of them.
      let beside = max(left - first.x, first.x - right, top - first.y, first.y - bottom)
      if !(beside > startCap.radius + margin) { return .both }
    }
    return .end
  }
}

/// A rectangle with its sides along the axes.
public struct RectangleEdges: BitwiseCopyable, Sendable {
  /// The upper edge, pixels.
  public let top: Float
  /// The lower edge.
  public let bottom: Float
  /// The left edge.
  public let left: Float
  /// The right edge.
  public let right: Float

  /// Creates a rectangle from its edges.
  public init(left: Float, top: Float, right: Float, bottom: Float) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }
}

extension Circle {
  /// How far beyond half a pixel something of a circle's edge may show: where it counts as a
  /// straight line that is a sixtieth of one, of which a part too small for a level is left; and
  /// some more for rounding.
  @inlinable static var slack: Float { 0.05 }

  /// From a disc's edge to the middle of a pixel that it has a part in, along a row and along a
  /// column. Of a row all pixels are as near, and it is enough that the disc has none; in columns
  /// each may be in several groups, one of which is near: so there nothing is left of the radial
  /// line either, not the hundredth of a level.
  @inlinable public static var endReach: SIMD2<Float> { SIMD2(cornerReach, 0.5 + slack) }

  /// The same in the direction of a pixel's corner: columns never go farther beyond a circle.
  @inlinable public static var cornerReach: Float { (0.5 + slack) * 1.4143 }

  /// Between which columns the centers of the pixels of eight rows lie that the disc may have a
  /// part in: the disc and a pixel's square added up, which is a disc with a straight piece at each
  /// of four sides. Neither of them rounded, and inside out for none.
  @inlinable @inline(__always)
  public func touchedColumns(from row: Int) -> (SIMD8<Float>, SIMD8<Float>) {
    let margin = 0.5 + Self.slack
    let heights = Lanes.magnitude(Lanes.pixelCenters(from: Float(row)) - centerY)
    return columns(radius, Lanes.clampedToZero(heights - margin), margin)
  }

  /// The same of the pixels that a smaller disc surely covers whole.
  ///
  /// - Parameter inset: by how much it is smaller.
  @inlinable @inline(__always)
  public func wholeColumns(from row: Int, inset: Float) -> (SIMD8<Float>, SIMD8<Float>) {
    let margin = 0.5 + Self.slack
    let heights = Lanes.magnitude(Lanes.pixelCenters(from: Float(row)) - centerY)
    return columns(radius - inset, heights + margin, 0 - margin)
  }

  /// Where a circle is in rows so far from its center, and some columns more on both sides.
  @inlinable @inline(__always)
  func columns(
    _ radius: Float, _ heights: SIMD8<Float>, _ margin: Float
  ) -> (SIMD8<Float>, SIMD8<Float>) {
    let squares: SIMD8<Float> = radius * max(0, radius) - heights * heights
    let isMissed = Lanes.signMask(squares - 1e-6)
    // Far inside out.
    let half = Lanes.select(
      isMissed, SIMD8(repeating: -1e6), Lanes.squareRoot(Lanes.clampedToZero(squares)) + margin)
    return (centerX - half, centerX + half)
  }

  /// Between which columns the centers of the pixels of eight rows lie within a distance of the
  /// circle's: from one number to another, neither of them rounded, and inside out for none.
  @inlinable @inline(__always)
  public func columns(within distance: Float, from row: Int) -> (SIMD8<Float>, SIMD8<Float>) {
    columns(distance, Lanes.pixelCenters(from: Float(row)) - centerY, 0)
  }
}
