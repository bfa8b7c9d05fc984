/// An affine map of points.
@frozen public struct Transform: Equatable, Sendable {
  /// The image of the vector (1, 0).
  public var right: Point
  /// The image of the vector (0, 1).
  public var down: Point
  /// The image of the point (0, 0).
  public var origin: Point

  /// The map that changes nothing.
  @inlinable public static var identity: Transform {
    Transform(right: Point(x: 1, y: 0), down: Point(x: 0, y: 1), origin: Point(x: 0, y: 0))
  }

  /// Creates a map from the images of both unit vectors and of the origin.
  @inlinable public init(right: Point, down: Point, origin: Point) {
    (self.right, self.down, self.origin) = (right, down, origin)
  }

  /// Creates a map that moves one point to another, and scales and rotates around it.
  ///
  /// - Parameters:
  ///   - point: the point to move.
  ///   - place: its image.
  ///   - scale: the scale factor.
  ///   - turns: the clockwise rotation, in turns.
  public init(moving point: Point, to place: Point, scale: Double = 1, turns: Double = 0) {
    let direction = Arc.direction(turns: turns)
    right = Point(x: scale * direction.x, y: scale * direction.y)
    down = Point(x: -right.y, y: right.x)
    origin = Point(
      x: place.x - point.x * right.x - point.y * down.x,
      y: place.y - point.x * right.y - point.y * down.y)
  }

  /// Maps a point.
  @inlinable @inline(__always)
  public func apply(_ point: Point) -> Point {
    Point(
      x: origin.x + point.x * right.x + point.y * down.x,
      y: origin.y + point.x * right.y + point.y * down.y)
  }
}
