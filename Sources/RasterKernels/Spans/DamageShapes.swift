/// The area between two concentric circles, including the pixels that both edges cut.
public struct BandEdges: BitwiseCopyable, Sendable {
  /// The larger circle.
  public let rim: Circle
  /// The smaller circle.
  public let hole: Circle

  /// Creates a band.
  public init(rim: Circle, hole: Circle) { (self.rim, self.hole) = (rim, hole) }
}

/// The area that a disc sweeps along a straight segment of its circular path.
public struct SweepEdges: BitwiseCopyable, Sendable {
  /// The disc at the start.
  public let from: Circle
  /// The disc at the end.
  public let to: Circle
  /// The center of the circular path.
  public let centre: SIMD2<Float>
  /// The area within a disc smaller by this much than the one at the start is not damaged; infinite
  /// if all of it is.
  public let inset: Float
  /// The vector from the start to the end.
  public let way: SIMD2<Float>
  /// The part of the segment that one row corresponds to.
  public let slope: Float
  /// The start of the left side of the swept area.
  public let leftSide: SIMD2<Float>
  /// The start of the right side of the swept area.
  public let rightSide: SIMD2<Float>
  /// The columns by which the radial line through the start moves right in one row.
  public let lineSlope: Float
  /// The distance left of that line within which pixels may be damaged; infinite for no limit.
  public let leftMargin: Float
  /// The distance right of that line within which pixels may be damaged; infinite for no limit.
  public let rightMargin: Float

  /// Creates a sweep.
  ///
  /// - Parameters:
  ///   - direction: the unit vector from the center to the start.
  ///   - side: the vector from the start to the point where the disc touches one side of the
  ///     segment.
  ///   - margin: the distance behind the radial line through the start within which pixels may be
  ///     damaged; infinite for no limit.
  @inline(__always)
  public init(
    from: Circle, to: Circle, centre: SIMD2<Float>, direction: SIMD2<Float>,
    side: SIMD2<Float>, margin: Float, inset: Float
  ) {
    (self.from, self.to, self.centre, self.inset) = (from, to, centre, inset)
    way = SIMD2(to.centerX - from.centerX, to.centerY - from.centerY)
    slope = 1 / way.y
    // The outermost point of the sum of disc and pixel square: the disc's point, plus a corner of
    // the square.
    let corner = 0.5 + Circle.slack
    let offset = SIMD2(
      side.x + (way.y > 0 ? -corner : corner), side.y + (way.x < 0 ? -corner : corner))
    let begin = SIMD2(from.centerX, from.centerY)
    let isLeft = offset.x < offset.y * slope * way.x
    let sides = (begin + offset, begin - offset)
    (leftSide, rightSide) = isLeft ? sides : (sides.1, sides.0)
    // Ahead of the line, direction.x · down − direction.y · across > 0. A nearly horizontal line
    // limits nothing.
    let isAcross = abs(direction.y) > 0.01
    // Infinity: a nearly horizontal line may meet a row a million columns outside the screen.
    let anywhere = Float.infinity
    lineSlope = isAcross ? direction.x / direction.y : 0
    leftMargin = isAcross && direction.y < 0 ? margin : anywhere
    rightMargin = isAcross && direction.y > 0 ? margin : anywhere
  }

  /// Whether a disc within the area is not damaged.
  @inlinable @inline(__always)
  public var keeps: Bool { inset < from.radius }

  /// Whether the segment is nearly horizontal. Then the discs at both ends cover its rows; it
  /// reaches a quarter of a row beyond them at most.
  @inlinable @inline(__always)
  public var isLevel: Bool { abs(way.y) <= 0.05 }
}
