/// A point of the canvas, pixels from its top left corner, x to the right, y down.
@frozen public struct Point: Equatable, Sendable {
  /// Horizontal position, pixels.
  public var x: Double
  /// Vertical position, pixels.
  public var y: Double

  /// Finite if both coordinates are, except for very large ones.
  var sum: Double { x + y }

  /// Sum of the coordinates' magnitudes, pixels.
  var reach: Double { x.magnitude + y.magnitude }

  /// Creates a point.
  @inlinable public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

  /// The point at a part of the way to another one.
  @inline(never) public func moved(towards other: Point, by part: Double) -> Point {
    Point(x: x + (other.x - x) * part, y: y + (other.y - y) * part)
  }
}

/// The size of a canvas, pixels.
@frozen public struct Size: Equatable, Sendable {
  /// Width, pixels.
  public var width: Double
  /// Height, pixels.
  public var height: Double

  /// Creates a size.
  @inlinable public init(width: Double, height: Double) {
    (self.width, self.height) = (width, height)
  }

  /// The center of the canvas, pixels.
  public var centre: Point { Point(x: width / 2, y: height / 2) }
  /// The smaller of width and height, pixels.
  public var shortSide: Double { min(width, height) }
}

/// A rectangle parallel to the axes, pixels. Its edges may lie within pixels.
@frozen public struct Rect: Equatable, Sendable {
  /// The left edge, pixels.
  public var x: Double
  /// The top edge, pixels.
  public var y: Double
  /// Width, pixels.
  public var width: Double
  /// Height, pixels.
  public var height: Double

  /// Creates a rectangle.
  @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// Creates the rectangle of a whole canvas.
  public init(_ size: Size) { self.init(x: 0, y: 0, width: size.width, height: size.height) }
}
