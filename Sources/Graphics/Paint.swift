/// What an item is filled with.
@frozen public enum Paint: Equatable, Sendable {
  /// One colour.
  case color(Color)
  /// Colours along a line.
  case gradient(AxialGradient)
  /// A picture, its pixels on the canvas's; clear beside it.
  case image(ImageReference, x: Int, y: Int)
}

extension Paint {
  /// Whether all of its numbers are finite.
  var isFinite: Bool {
    guard case .gradient(let gradient) = self else { return true }
    return (gradient.start.sum + gradient.end.sum).isFinite
  }
}

/// Colours along a line, each the same across it.
@frozen public struct AxialGradient: Equatable, Sendable {
  /// Where the first stop's place 0 is.
  public var start: Point
  /// Where place 1 is.
  public var end: Point
  /// Which of the list's stops.
  public var stops: Range<Int>
  /// Whether the colours come again beyond both ends; otherwise the outermost go on.
  public var repeats: Bool
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

  /// Names a picture.
  @inlinable public init(identifier: Int, width: Int, height: Int) {
    (self.identifier, self.width, self.height) = (identifier, width, height)
  }
}
