// Shapes with everything precomputed that all of their pixels share.

/// A circle about a center.
public struct Circle: BitwiseCopyable, Sendable {
  /// The center's horizontal position, pixels.
  public let centerX: Float
  /// The center's vertical position, pixels.
  public let centerY: Float
  /// The radius, pixels.
  public let radius: Float

  /// The greatest distance of a pixel's center from a line that cuts the pixel: half a diagonal,
  /// and a margin for rounding.
  public static var reach: Float { 0.75 }

  /// Creates a circle.
  public init(centerX: Float, centerY: Float, radius: Float) {
    (self.centerX, self.centerY, self.radius) = (centerX, centerY, radius)
  }

  /// Whether one of eight pixels from `column` on, with their centers at height `middle`, may be
  /// within a distance of the disc, given in columns and in rows.
  @inlinable @inline(__always)
  public func isNear(_ column: Float, _ middle: Float, within reach: SIMD2<Float>) -> Bool {
    // Measured from the center of all eight pixels.
    abs(middle - centerY) <= radius + reach.y && abs(column + 4 - centerX) <= radius + reach.x + 3.5
  }

  /// Whether all pixels of a rectangle lie within the disc, and its edge cuts none of them.
  public func contains(left: Int, top: Int, right: Int, bottom: Int) -> Bool {
    let across = max(centerX - Float(left), Float(right) - centerX)
    let down = max(centerY - Float(top), Float(bottom) - centerY)
    let inner = radius - Self.reach
    return inner > 0 && across * across + down * down <= inner * inner
  }

  /// The vertical offset from the circle's center to a row's center.
  @inlinable @inline(__always)
  public func row(_ y: Int) -> Float { Float(y) + 0.5 - centerY }
}

/// An annulus: the area between two concentric circles.
public struct AnnulusEdges: ~Copyable {
  /// The outer circle.
  public let rim: Circle
  /// The inner circle; its radius is 0 for a disc.
  public let hole: Circle
  /// Whether no pixel is cut by both circles and neither is too curved to count as a line within a
  /// pixel, so that one distance determines the coverage.
  public let isPlain: Bool
  // The radii at which the edges count as straight lines: less by a circle's bulge within a pixel.
  @usableFromInline let rimEdge: Float
  @usableFromInline let holeEdge: Float

  /// Creates an annulus; empty if the hole is larger than the rim.
  @inline(__always)
  public init(rim: Circle, holeRadius: Float) {
    self.rim = rim
    hole = Circle(
      centerX: rim.centerX, centerY: rim.centerY, radius: max(0, min(holeRadius, rim.radius)))
    isPlain = Self.isPlain(rim: rim.radius, hole: hole.radius)
    rimEdge = DiscCoverage.edge(rim.radius)
    // Without a hole: far below any distance.
    holeEdge = hole.radius > 0 ? DiscCoverage.edge(hole.radius) : -1e6
  }

  /// Whether an annulus with these radii is plain.
  @inline(__always)
  public static func isPlain(rim: Float, hole: Float) -> Bool {
    let least = DiscCoverage.smallRadius
    return rim >= least && (hole <= 0 || hole >= least) && rim - hole >= 2 * Circle.reach
  }

  /// The annulus in lanes.
  @inlinable @inline(__always)
  public var lanes: AnnulusLanes { AnnulusLanes(self) }
}

/// A plain annulus in lanes, which a loop keeps in registers.
public struct AnnulusLanes: BitwiseCopyable {
  /// The center's horizontal position, pixels.
  public let centerX: SIMD8<Float>
  /// The center's vertical position, pixels.
  public let centerY: SIMD8<Float>
  /// The rim's distance from the center as a straight line, pixels.
  public let rimEdge: SIMD8<Float>
  /// The hole's distance from the center as a straight line, pixels.
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

  /// The half-planes that cut eight pixels from `column`, with their centers at height `middle`.
  @inlinable @inline(__always)
  public func cuts(_ column: Float, _ middle: Float) -> HalfPlaneTerms {
    cuts(
      across: Lanes.pixelCenters(from: column) - centerX, down: Lanes.repeating(middle) - centerY)
  }

  /// The half-planes that cut eight pixels, given the offsets from the circle's center.
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
  /// The least radius of a cap that counts as a line within a pixel, pixels. Smaller caps are
  /// computed by strips.
  public static var leastCap: Float { 4 }

  /// The annulus of the whole circle.
  public let annulus: AnnulusEdges
  /// The cap at the start.
  public let startCap: Circle
  /// The cap at the end.
  public let endCap: Circle
  /// The unit vector from the center to the start.
  public let start: SIMD2<Float>
  /// The unit vector from the center to the end.
  public let end: SIMD2<Float>
  /// Whether the arc covers more than half a turn.
  public let isLarge: Bool
  /// Whether the directions to both ends form an acute angle.
  public let isAcute: Bool
  /// Whether its ends are round.
  public let isRound: Bool
  /// Whether annulus and caps count as lines within a pixel, so that one distance determines the
  /// coverage.
  public let isPlain: Bool
  /// The cap's distance from its center as a straight line, pixels.
  public let capEdge: Float

  /// Creates an arc; `start` and `end` are unit vectors from the center.
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

  /// The lanes whose pixel center is not between the two radial lines. Each lane is one pixel of a
  /// row, by its column and the row's vertical offset from the center.
  @inlinable @inline(__always)
  public func excludes(_ columns: SIMD8<Float>, _ down: SIMD8<Float>) -> Mask {
    let across = columns + (0.5 - annulus.rim.centerX)
    let isNotPast = Lanes.isNegative(down * start.x - across * start.y)
    let isNotBefore = Lanes.isNegative(across * end.y - down * end.x)
    return isLarge ? isNotPast & isNotBefore : isNotPast | isNotBefore
  }

  /// The signed distance of a point beyond the start's radial line; negative before it.
  @inlinable @inline(__always)
  public func pastStart(_ across: SIMD8<Float>, _ down: Float) -> SIMD8<Float> {
    start.x * down - start.y * across
  }

  /// The signed distance of a point before the end's radial line; negative beyond it.
  @inlinable @inline(__always)
  public func beforeEnd(_ across: SIMD8<Float>, _ down: Float) -> SIMD8<Float> {
    end.y * across - end.x * down
  }
}

/// An axis-aligned rectangle, pixels.
public struct RectangleEdges: BitwiseCopyable, Sendable {
  /// The upper edge.
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
  /// The margin beyond half a pixel within which a circle's edge may show: the error of the
  /// straight line is at most a sixtieth of a pixel, of which the part below one level is ignored;
  /// the rest covers rounding.
  @inlinable static var slack: Float { 0.05 }

  /// The distance in columns and in rows from a disc's edge within which a pixel may have a part of
  /// the disc. Along a row all pixels are at the same height, and coverage by the disc alone
  /// decides. Along columns a pixel may be in several spans, only some of which are near the disc;
  /// so the radial line must not contribute there either, not even a hundredth of a level.
  @inlinable public static var endReach: SIMD2<Float> { SIMD2(cornerReach, 0.5 + slack) }

  /// The distance of `endReach` in the direction of a pixel's corner, its farthest point.
  @inlinable public static var cornerReach: Float { (0.5 + slack) * 1.4143 }

  /// The range of pixel centers in each of eight rows that the disc may cover partially or
  /// entirely: the Minkowski sum of the disc and a pixel's square. Not rounded; the start exceeds
  /// the end if there is none.
  @inlinable @inline(__always)
  public func touchedColumns(from row: Int) -> (SIMD8<Float>, SIMD8<Float>) {
    let margin = 0.5 + Self.slack
    let heights = Lanes.magnitude(Lanes.pixelCenters(from: Float(row)) - centerY)
    return columns(radius, Lanes.clampedToZero(heights - margin), margin)
  }

  /// The range of pixel centers in each of eight rows that a smaller disc covers entirely. Not
  /// rounded; the start exceeds the end if there is none.
  ///
  /// - Parameter inset: the difference of the radii, pixels.
  @inlinable @inline(__always)
  public func wholeColumns(from row: Int, inset: Float) -> (SIMD8<Float>, SIMD8<Float>) {
    let margin = 0.5 + Self.slack
    let heights = Lanes.magnitude(Lanes.pixelCenters(from: Float(row)) - centerY)
    return columns(radius - inset, heights + margin, 0 - margin)
  }

  /// The columns of a circle in eight rows, widened by a margin on both sides.
  ///
  /// - Parameter heights: the vertical offset of each row from the center.
  @inlinable @inline(__always)
  func columns(
    _ radius: Float, _ heights: SIMD8<Float>, _ margin: Float
  ) -> (SIMD8<Float>, SIMD8<Float>) {
    let squares: SIMD8<Float> = radius * max(0, radius) - heights * heights
    let isMissed = Lanes.signMask(squares - 1e-6)
    // An empty range.
    let half = Lanes.select(
      isMissed, SIMD8(repeating: -1e6), Lanes.squareRoot(Lanes.clampedToZero(squares)) + margin)
    return (centerX - half, centerX + half)
  }

  /// The range of pixel centers in each of eight rows within a distance of the circle's center. Not
  /// rounded; the start exceeds the end if there is none.
  @inlinable @inline(__always)
  public func columns(within distance: Float, from row: Int) -> (SIMD8<Float>, SIMD8<Float>) {
    columns(distance, Lanes.pixelCenters(from: Float(row)) - centerY, 0)
  }
}
