public import Graphics

/// The position and size of a text.
public struct TextFrame: Equatable, Sendable {
  /// The rectangle that contains the text, canvas pixels.
  public var box: Rect
  /// The em, pixels. A smaller one is used if one line is higher than the box.
  public var size: Double
  /// The alignment of each line and of all lines in the box: 0 for left and top, 1/2 for the
  /// middle, 1 for right and bottom.
  public var anchor: Point
  /// The most lines; a longer text ends with an ellipsis.
  public var lineLimit: Int

  /// Creates a frame.
  public init(box: Rect, size: Double, anchor: Point, lineLimit: Int) {
    (self.box, self.size, self.anchor, self.lineLimit) = (box, size, anchor, lineLimit)
  }
}
