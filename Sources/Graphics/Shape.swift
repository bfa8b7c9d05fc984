import ElementaryFunctions

/// What an item covers.
@frozen public enum Shape: Equatable, Sendable {
  /// A rectangle.
  case rectangle(Rect)
  /// What lies between two circles.
  case annulus(Annulus)
  /// A stroke along part of a circle.
  case arc(Arc)
  /// What a path's contours enclose.
  case path(Path, rule: FillRule)
  /// A line along a path: one area, also where it crosses itself.
  case stroke(Path, style: StrokeStyle)
  /// A picture of coverage, its pixels on the canvas's.
  case mask(MaskReference, x: Int, y: Int)
}

extension Shape {
  /// Whether all of its own numbers are finite, and not so large that their sum is not.
  var isFinite: Bool {
    let sum: Double =
      switch self {
      case .rectangle(let rect): rect.x + rect.y + rect.width + rect.height
      case .annulus(let annulus): annulus.centre.sum + annulus.innerRadius + annulus.outerRadius
      case .arc(let arc): arc.centre.sum + arc.radius + arc.width + arc.start + arc.sweep
      case .path(let path, _): path.sum
      case .stroke(let path, let style): path.sum + style.sum
      case .mask: 0.0
      }
    return sum.isFinite
  }
}

/// What lies between two circles around one centre.
@frozen public struct Annulus: Equatable, Sendable {
  /// The centre of both circles.
  public var centre: Point
  /// The radius of the hole, pixels; zero or less for none.
  public var innerRadius: Double
  /// The radius of the rim, pixels.
  public var outerRadius: Double

  /// Creates an annulus.
  @inlinable public init(centre: Point, innerRadius: Double, outerRadius: Double) {
    (self.centre, self.innerRadius, self.outerRadius) = (centre, innerRadius, outerRadius)
  }
}

/// A stroke along part of a circle, clockwise. A circle is drawn as one, never flattened.
@frozen public struct Arc: Equatable, Sendable {
  /// How a stroke ends.
  public enum Cap: Equatable, Sendable {
    /// Straight, where the line ends.
    case butt
    /// With half a disc beyond it.
    case round
  }

  /// The circle's centre.
  public var centre: Point
  /// The circle's radius, pixels: the middle of the stroke.
  public var radius: Double
  /// The stroke's width, pixels.
  public var width: Double
  /// Where it begins, in turns clockwise from three o'clock.
  public var start: Double
  /// How far it goes, in turns; above 0 and below 1. A whole turn is an annulus.
  public var sweep: Double
  /// How both ends look.
  public var cap: Cap

  /// Creates an arc.
  @inlinable public init(
    centre: Point, radius: Double, width: Double, start: Double, sweep: Double, cap: Cap
  ) {
    (self.centre, self.radius, self.width) = (centre, radius, width)
    (self.start, self.sweep, self.cap) = (start, sweep, cap)
  }

  /// The whole circle's stroke, of which this is a part.
  public var annulus: Annulus {
    Annulus(centre: centre, innerRadius: radius - width / 2, outerRadius: radius + width / 2)
  }

  /// Where the middle of the stroke is, a number of turns along it.
  public func point(at turns: Double) -> Point {
    point(towards: Self.direction(turns: start + turns))
  }

  /// Where the middle of the stroke is in the direction of a unit vector.
  public func point(towards direction: Point) -> Point {
    Point(x: centre.x + direction.x * radius, y: centre.y + direction.y * radius)
  }

  /// The unit vector at an angle in turns clockwise from three o'clock.
  public static func direction(turns: Double) -> Point {
    let vector = UnitVector(turns: turns)
    return Point(x: vector.x, y: vector.y)
  }
}
