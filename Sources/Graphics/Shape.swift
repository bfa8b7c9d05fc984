import Base

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
  /// Whether one can tell where it is: all of its own numbers are finite, and not so large that their sum is not. A circle is computed in
  /// single numbers, which do not tell one pixel from the next any more where it is as large as `Self.farthest`, or as far away.
  var isPlaced: Bool {
    switch self {
    case .rectangle(let rect): (rect.x + rect.y + rect.width + rect.height).isFinite
    case .annulus(let annulus):
      annulus.centre.reach + annulus.innerRadius.magnitude + annulus.outerRadius.magnitude
        < Self.farthest
    case .arc(let arc):
      arc.centre.reach + arc.radius.magnitude + arc.width.magnitude < Self.farthest
        && (arc.start + arc.sweep).isFinite
    case .path(let path, _): path.sum.isFinite
    case .stroke(let path, let style): (path.sum + style.sum).isFinite
    // Whole numbers have to be so small that they can be added.
    case .mask(_, let x, let y): max(x.magnitude, y.magnitude) < 1 << 30
    }
  }

  // Pixels.
  private static var farthest: Double { 0x1p24 }
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

  /// Creates an arc; where it is needed, since what is written number by number and then copied would be waited for.
  @inlinable @inline(__always)
  public init(
    centre: Point, radius: Double, width: Double, start: Double, sweep: Double, cap: Cap
  ) {
    (self.centre, self.radius, self.width) = (centre, radius, width)
    (self.start, self.sweep, self.cap) = (start, sweep, cap)
  }

  /// Whether it is another one but for how far it goes.
  @inline(__always)
  public func isSame(but other: Arc) -> Bool {
    centre == other.centre && radius == other.radius && width == other.width
      && start == other.start && cap == other.cap
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
