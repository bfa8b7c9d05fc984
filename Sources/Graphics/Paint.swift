/// What an item is filled with.
@frozen public enum Paint: Equatable, Sendable {
  /// One colour.
  case color(Color)
  /// Colours along a line.
  case gradient(AxialGradient)
  /// Colours around a point.
  case conic(ConicGradient)
  /// A picture, its pixels on the canvas's; clear beside it.
  case image(ImageReference, x: Int, y: Int)
  /// A picture that fills a rectangle; clear beside it.
  case scaledImage(ImageReference, Rect)
}

extension Paint {
  /// Whether all of its numbers are finite, and whole ones so small that they can be added.
  var isFinite: Bool {
    switch self {
    case .color: true
    case .image(_, let x, let y): max(x.magnitude, y.magnitude) < 1 << 30
    case .gradient(let gradient): (gradient.start.sum + gradient.end.sum).isFinite
    case .conic(let gradient): (gradient.centre.sum + gradient.start).isFinite
    case .scaledImage(_, let rect): (rect.x + rect.y + rect.width + rect.height).isFinite
    }
  }
}

/// Colours along a line, each the same across it.
@frozen public struct AxialGradient: Equatable, Sendable {
  /// Where the first stop's place 0 is.
  public var start: Point
  /// Where place 1 is.
  public var end: Point
  /// Which of the list's stops.
  public var stops: StopRange
  /// Whether the colours come again beyond both ends; otherwise the outermost go on.
  public var repeats: Bool
}

/// Colours around a point, each the same along a ray. A ring that is closed begins with the colour that it ends with.
@frozen public struct ConicGradient: Equatable, Sendable {
  /// Where the rays begin.
  public var centre: Point
  /// Where place 0 is, and place 1, a turn later: in turns clockwise from three o'clock.
  public var start: Double
  /// Which of the list's stops.
  public var stops: StopRange
}

/// Stops of a list.
@frozen public struct StopRange: Equatable, Sendable {
  /// Whether they are those of an array that was given to the list, which stays as it is.
  public let isShared: Bool
  let range: Range<Int>

  /// None.
  public static var none: StopRange { StopRange(isShared: false, range: 0..<0) }

  /// Whether there is none.
  public var isEmpty: Bool { range.isEmpty }
}

/// A colour at a place of a gradient.
@frozen public struct ColorStop: Equatable, Sendable {
  /// In `0...1`, not below that of the stop before.
  public var place: Float
  /// The colour there.
  public var color: Color

  /// Creates a stop.
  @inlinable public init(place: Float, color: Color) { (self.place, self.color) = (place, color) }
}

/// A picture that the rasterizer holds, by number.
@frozen public struct ImageReference: Equatable, Sendable {
  /// Which picture. Another picture has another number, for as long as the program runs.
  public var identifier: Int
  /// Its columns.
  public var width: Int
  /// Its rows.
  public var height: Int
  /// Whether every pixel of it hides what is behind it.
  public var isOpaque: Bool

  /// Names a picture.
  @inlinable public init(identifier: Int, width: Int, height: Int, isOpaque: Bool = true) {
    (self.identifier, self.width, self.height) = (identifier, width, height)
    self.isOpaque = isOpaque
  }
}
