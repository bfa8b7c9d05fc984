/// What lies between two circles around one centre, and the pixels that both cut.
public struct BandEdges: BitwiseCopyable, Sendable {
  /// The larger circle.
  public let rim: Circle
  /// The smaller one.
  public let hole: Circle

  /// Creates a band.
  public init(rim: Circle, hole: Circle) { (self.rim, self.hole) = (rim, hole) }
}

/// What a disc passes on a straight way, seen from a centre that it goes around.
public struct SweepEdges: BitwiseCopyable, Sendable {
  /// The disc at the beginning of the way.
  public let from: Circle
  /// The disc at its end.
  public let to: Circle
  /// The centre that it goes around, from the left and from the top.
  public let centre: SIMD2<Float>
  /// The unit vector from there to the beginning.
  public let direction: SIMD2<Float>
  /// How far behind the radial line in that direction something may be passed, pixels; a large number for anywhere.
  public let margin: Float
  /// Within a disc that is so much smaller than the one at the beginning nothing is passed; a large number for none.
  public let inset: Float
  /// From one end of the way to the other.
  public let way: SIMD2<Float>
  /// What part of the way a row is.
  public let slope: Float
  /// From the way's line to one of both beside it; the other one is as far on its other side.
  public let offset: SIMD2<Float>
  /// How far the radial line goes to the right in a row.
  public let lineSlope: Float

  /// Creates a sweep.
  @inline(__always)
  public init(
    from: Circle, to: Circle, centre: SIMD2<Float>, direction: SIMD2<Float>, margin: Float,
    inset: Float
  ) {
    (self.from, self.to, self.centre, self.direction) = (from, to, centre, direction)
    (self.margin, self.inset) = (margin, inset)
    way = SIMD2(to.centreX - from.centreX, to.centreY - from.centreY)
    let length = (way.x * way.x + way.y * way.y).squareRoot()
    slope = 1 / way.y
    // Where disc and square added up reach farthest to the side: the point of the disc, and from there a corner of the square.
    let side = SIMD2(-way.y, way.x) * (from.radius / length)
    let corner = 0.5 + Circle.slack
    offset = SIMD2(
      side.x + (way.y > 0 ? -corner : corner), side.y + (way.x < 0 ? -corner : corner))
    lineSlope = direction.x / direction.y
  }

  /// Whether there is a disc within which nothing is passed.
  @inlinable @inline(__always)
  public var keeps: Bool { inset < from.radius }

  /// Whether the way is as good as level: then the discs at both ends have the rows that it has; what they reach beyond is a
  /// quarter of one.
  @inlinable @inline(__always)
  public var isLevel: Bool { abs(way.y) <= 0.05 }
}
