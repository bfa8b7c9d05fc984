/// An affine map of points: parallel lines stay parallel.
@frozen public struct Transform: Equatable, Sendable {
  /// Where a step to the right leads.
  public var right: Point
  /// Where a step down leads.
  public var down: Point
  /// Where the point (0, 0) goes.
  public var origin: Point

  /// Every point stays where it is.
  @inlinable public static var identity: Transform {
    Transform(right: Point(x: 1, y: 0), down: Point(x: 0, y: 1), origin: Point(x: 0, y: 0))
  }

  /// Creates a map from where both steps and the origin go.
  @inlinable public init(right: Point, down: Point, origin: Point) {
    (self.right, self.down, self.origin) = (right, down, origin)
  }

  /// Creates a map that brings one point to another, and scales and turns what is around it.
  ///
  /// - Parameter turns: clockwise.
  public init(moving point: Point, to place: Point, scale: Double = 1, turns: Double = 0) {
    let direction = Arc.direction(turns: turns)
    right = Point(x: scale * direction.x, y: scale * direction.y)
    down = Point(x: -right.y, y: right.x)
    origin = Point(
      x: place.x - point.x * right.x - point.y * down.x,
      y: place.y - point.x * right.y - point.y * down.y)
  }

  /// Where a point goes.
  @inlinable @inline(__always)
  public func apply(_ point: Point) -> Point {
    Point(
      x: origin.x + point.x * right.x + point.y * down.x,
      y: origin.y + point.x * right.y + point.y * down.y)
  }
}
