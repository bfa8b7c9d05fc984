/// A place on the canvas, in pixels from its top left corner, x to the right, y down.
@frozen public struct Point: Equatable, Sendable {
  /// Pixels to the right.
  public var x: Double
  /// Pixels down.
  public var y: Double

  /// Finite where both are, unless they are very large.
  var sum: Double { x + y }

  /// How far away it is along both axes together, pixels.
  var reach: Double { x.magnitude + y.magnitude }

  /// Creates a point.
  @inlinable public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

/// The size of a canvas, in pixels.
@frozen public struct Size: Equatable, Sendable {
  /// Pixels across.
  public var width: Double
  /// Pixels down.
  public var height: Double

  /// Creates a size.
  @inlinable public init(width: Double, height: Double) {
    (self.width, self.height) = (width, height)
  }

  /// The point in the middle.
  public var centre: Point { Point(x: width / 2, y: height / 2) }
  /// The shorter of both.
  public var shortSide: Double { min(width, height) }
}

/// A rectangle with its sides along the axes, in pixels; its edges may lie within pixels.
@frozen public struct Rect: Equatable, Sendable {
  /// The left edge.
  public var x: Double
  /// The top edge.
  public var y: Double
  /// From the left edge to the right one.
  public var width: Double
  /// From the top edge to the bottom one.
  public var height: Double

  /// Creates a rectangle.
  @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// All of a canvas.
  public init(_ size: Size) { self.init(x: 0, y: 0, width: size.width, height: size.height) }
}
