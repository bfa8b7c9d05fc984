/// The colors of an item.
@frozen public enum Paint: Equatable, Sendable {
  /// One color.
  case color(Color)
  /// Colors along a line.
  case gradient(AxialGradient)
  /// Colors around a point.
  case conic(ConicGradient)
  /// An unscaled picture with its top left pixel at (x, y); transparent outside of it.
  case image(ImageReference, x: Int, y: Int)
}

extension Paint {
  /// Whether all real numbers are finite, and whole numbers small enough to be added.
  var isFinite: Bool {
    switch self {
    case .color: true
    case .image(_, let x, let y): max(x.magnitude, y.magnitude) < 1 << 30
    case .gradient(let gradient): (gradient.start.sum + gradient.end.sum).isFinite
    case .conic(let gradient): (gradient.centre.sum + gradient.start).isFinite
    }
  }
}

/// Colors along a line, constant across it.
@frozen public struct AxialGradient: Equatable, Sendable {
  /// The point of place 0, pixels.
  public var start: Point
  /// The point of place 1, pixels.
  public var end: Point
  /// The stops, in the list's arrays.
  public var stops: StopRange
  /// Whether the colors repeat beyond both ends; otherwise the outer colors continue.
  public var repeats: Bool
}

/// Colors around a point, constant along rays. For a seamless ring the first and the last stop have
/// the same color.
@frozen public struct ConicGradient: Equatable, Sendable {
  /// The center, pixels.
  public var centre: Point
  /// The angle of place 0, and of place 1 a turn later: in turns clockwise from three o'clock.
  public var start: Double
  /// The stops, in the list's arrays.
  public var stops: StopRange
}

/// A range of a list's gradient stops.
@frozen public struct StopRange: Equatable, Sendable {
  let range: Range<Int>

  /// The empty range.
  public static var none: StopRange { StopRange(range: 0..<0) }

  /// Whether the range is empty.
  public var isEmpty: Bool { range.isEmpty }
}

/// A color at a place of a gradient.
@frozen public struct ColorStop: Equatable, Sendable {
  /// The place in `0...1`, not below the previous stop's.
  public var place: Float
  /// The color at that place.
  public var color: Color

  /// Creates a stop.
  @inlinable public init(place: Float, color: Color) { (self.place, self.color) = (place, color) }
}

/// A reference to a picture that the rasterizer holds.
@frozen public struct ImageReference: Equatable, Sendable {
  /// The picture's number, unique while the program runs.
  public var identifier: Int
  /// Width, pixels.
  public var width: Int
  /// Height, pixels.
  public var height: Int
  /// Whether every pixel is opaque.
  public var isOpaque: Bool
  /// The frame of an animated picture, counted from 0.
  public var frame = 0

  /// Creates a reference.
  @inlinable public init(identifier: Int, width: Int, height: Int, isOpaque: Bool = true) {
    (self.identifier, self.width, self.height) = (identifier, width, height)
    self.isOpaque = isOpaque
  }
}
