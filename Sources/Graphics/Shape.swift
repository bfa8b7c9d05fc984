import Base

/// The area that an item covers.
@frozen public enum Shape: Equatable, Sendable {
  /// A rectangle.
  case rectangle(Rect)
  /// The area between two concentric circles.
  case annulus(Annulus)
  /// A stroke along part of a circle.
  case arc(Arc)
  /// The inside of a path: areas with a winding number other than 0.
  case path(Path)
  /// A line along a path. It covers each pixel once, also where it crosses itself.
  case stroke(Path, style: StrokeStyle)
}

extension Shape {
  /// Whether the shape's place is defined: its numbers are finite, and so is their sum. Circles are
  /// computed in single precision, which cannot tell two pixels apart at `farthest`.
  var isPlaced: Bool {
    switch self {
    case .rectangle(let rect): (rect.x + rect.y + rect.width + rect.height).isFinite
    case .annulus(let annulus):
      annulus.centre.reach + annulus.innerRadius.magnitude + annulus.outerRadius.magnitude
        < Self.farthest
    case .arc(let arc):
      arc.centre.reach + arc.radius.magnitude + arc.width.magnitude < Self.farthest
        && (arc.start + arc.sweep).isFinite
    case .path(let path): path.sum.isFinite
    case .stroke(let path, let style): (path.sum + style.width).isFinite
    }
  }

  // 2²⁴ pixels.
  private static var farthest: Double { 0x1p24 }
}

/// The area between two concentric circles.
@frozen public struct Annulus: Equatable, Sendable {
  /// The center of both circles, pixels.
  public var centre: Point
  /// The radius of the hole, pixels; zero or less for none.
  public var innerRadius: Double
  /// The outer radius, pixels.
  public var outerRadius: Double

  /// Creates an annulus.
  @inlinable public init(centre: Point, innerRadius: Double, outerRadius: Double) {
    (self.centre, self.innerRadius, self.outerRadius) = (centre, innerRadius, outerRadius)
  }
}

/// A stroke along part of a circle, clockwise. The rasterizer does not flatten it into lines.
@frozen public struct Arc: Equatable, Sendable {
  /// The shape of a stroke's end.
  public enum Cap: Equatable, Sendable {
    /// Straight across the line's end.
    case butt
    /// A half disc beyond the line's end.
    case round
  }

  /// The circle's center, pixels.
  public var centre: Point
  /// The circle's radius, pixels, to the middle of the stroke.
  public var radius: Double
  /// The stroke's width, pixels.
  public var width: Double
  /// The angle of the first end, in turns clockwise from three o'clock.
  public var start: Double
  /// The angle between both ends, in turns; above 0 and below 1. A whole turn is an annulus.
  public var sweep: Double
  /// The shape of both ends.
  public var cap: Cap

  /// Creates an arc. Inlined, because a value that is written field by field and then copied as a
  /// whole stalls on store forwarding.
  @inlinable @inline(__always)
  public init(
    centre: Point, radius: Double, width: Double, start: Double, sweep: Double, cap: Cap
  ) {
    (self.centre, self.radius, self.width) = (centre, radius, width)
    (self.start, self.sweep, self.cap) = (start, sweep, cap)
  }

  /// Whether another arc differs at most in its sweep.
  @inline(__always)
  public func isSame(but other: Arc) -> Bool {
    centre == other.centre && radius == other.radius && width == other.width
      && start == other.start && cap == other.cap
  }

  /// The stroke along the whole circle.
  public var annulus: Annulus {
    Annulus(centre: centre, innerRadius: radius - width / 2, outerRadius: radius + width / 2)
  }

  /// The middle of the stroke at a number of turns from its start, pixels.
  public func point(at turns: Double) -> Point {
    point(towards: Self.direction(turns: start + turns))
  }

  /// The middle of the stroke in the direction of a unit vector, pixels.
  public func point(towards direction: Point) -> Point {
    Point(x: centre.x + direction.x * radius, y: centre.y + direction.y * radius)
  }

  /// The unit vector at an angle in turns clockwise from three o'clock.
  public static func direction(turns: Double) -> Point {
    let vector = UnitVector(turns: turns)
    return Point(x: vector.x, y: vector.y)
  }
}
