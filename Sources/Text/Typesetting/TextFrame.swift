public import Graphics

/// Where a text goes, and how large.
public struct TextFrame: Equatable, Sendable {
  /// What the text stays within, pixels.
  public var box: Rect
  /// The em, pixels. It gets smaller where not even a line fits the box's height.
  public var size: Double
  /// Where lines and all of them together stand in the box: 0 for left and top, 1/2 for the middle, 1 for right and bottom.
  public var anchor: Point
  /// The most lines; what does not fit ends with an ellipsis.
  public var lineLimit: Int

  /// Creates a frame.
  public init(box: Rect, size: Double, anchor: Point, lineLimit: Int) {
    (self.box, self.size, self.anchor, self.lineLimit) = (box, size, anchor, lineLimit)
  }
}
