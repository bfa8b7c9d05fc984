/// What lies between two circles around one center, and the pixels that both cut.
public struct BandEdges: BitwiseCopyable, Sendable {
  /// The larger circle.
  public let rim: Circle
  /// The smaller one.
  public let hole: Circle

  /// Creates a band.
  public init(rim: Circle, hole: Circle) { (self.rim, self.hole) = (rim, hole) }
}

/// What a disc passes on a straight way, seen from a center that it goes around.
public struct SweepEdges: BitwiseCopyable, Sendable {
  /// The disc at the beginning of the way.
  public let from: Circle
  /// The disc at its end.
  public let to: Circle
  /// The center that it goes around, from the left and from the top.
  public let centre: SIMD2<Float>
  /// Within a disc that is so much smaller than the one at the beginning nothing is passed;
  /// infinite for none.
  public let inset: Float
  /// From one end of the way to the other.
  public let way: SIMD2<Float>
  /// What part of the way a row is.
  public let slope: Float
  /// Where the line to the left of the way begins.
  public let leftSide: SIMD2<Float>
  /// Where that to its right does.
  public let rightSide: SIMD2<Float>
  /// How far the radial line to the beginning goes to the right in a row.
  public let lineSlope: Float
  /// How far to the left of that line something may be passed, pixels; infinite for anywhere.
  public let leftMargin: Float
  /// The same to its right.
  public let rightMargin: Float

  /// Creates a sweep.
  ///
  /// - Parameters:
  ///   - direction: the unit vector from the center to the beginning.
  ///   - side: from the beginning to where the discs touch the line on one side of the way.
  ///   - margin: how far behind the radial line in that direction something may be passed, pixels;
  ///     infinite for anywhere.
  @inline(__always)
  public init(
    from: Circle, to: Circle, centre: SIMD2<Float>, direction: SIMD2<Float>,
    side: SIMD2<Float>, margin: Float, inset: Float
  ) {
    (self.from, self.to, self.centre, self.inset) = (from, to, centre, inset)
    way = SIMD2(to.centerX - from.centerX, to.centerY - from.centerY)
    slope = 1 / way.y
    // Where disc and square added up reach farthest to the side: the point of the disc, and from
    // there a corner of the square.
    let corner = 0.5 + Circle.slack
    let offset = SIMD2(
      side.x + (way.y > 0 ? -corner : corner), side.y + (way.x < 0 ? -corner : corner))
    let begin = SIMD2(from.centerX, from.centerY)
    let isLeft = offset.x < offset.y * slope * way.x
    let sides = (begin + offset, begin - offset)
    (leftSide, rightSide) = isLeft ? sides : (sides.1, sides.0)
    // Ahead of the line is where direction.x · down − direction.y · across > 0; one that is as good
    // as level leaves nothing out.
    let isAcross = abs(direction.y) > 0.01
    // No number is: near a level line, one of a million columns may be on the screen.
    let anywhere = Float.infinity
    lineSlope = isAcross ? direction.x / direction.y : 0
    leftMargin = isAcross && direction.y < 0 ? margin : anywhere
    rightMargin = isAcross && direction.y > 0 ? margin : anywhere
  }

  /// Whether there is a disc within which nothing is passed.
  @inlinable @inline(__always)
  public var keeps: Bool { inset < from.radius }

  /// Whether the way is as good as level: then the discs at both ends have the rows that it has;
  /// what they reach beyond is a quarter of one.
  @inlinable @inline(__always)
  public var isLevel: Bool { abs(way.y) <= 0.05 }
}
