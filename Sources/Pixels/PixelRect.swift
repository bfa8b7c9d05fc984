/// A rectangle of whole pixels: origin top left, x to the right, y down; the right and bottom edges
/// lie outside.
@frozen public struct PixelRect: BitwiseCopyable, Equatable, Sendable {
  /// The leftmost column.
  public var left: Int
  /// The topmost row.
  public var top: Int
  /// The first column to the right of it.
  public var right: Int
  /// The first row below it.
  public var bottom: Int

  /// Creates a rectangle from its edges; one that would be inside out is empty.
  @inlinable public init(left: Int, top: Int, right: Int, bottom: Int) {
    (self.left, self.top, self.right, self.bottom) = (left, top, max(left, right), max(top, bottom))
  }

  /// The rectangle of a surface.
  @inlinable public init(_ size: PixelSize) {
    self.init(left: 0, top: 0, right: size.width, bottom: size.height)
  }

  /// Columns.
  @inlinable public var width: Int { right - left }
  /// Rows.
  @inlinable public var height: Int { bottom - top }
  /// Pixels.
  @inlinable public var area: Int { width * height }
  /// Whether it holds no pixel.
  @inlinable public var isEmpty: Bool { left >= right || top >= bottom }

  /// The common part of both rectangles.
  @inlinable public func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
  }

  /// The smallest rectangle that holds both.
  @inlinable public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }

  /// Whether this rectangle contains all of another.
  @inlinable public func contains(_ other: PixelRect) -> Bool {
    other.isEmpty
      || left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom
  }
}

/// The size of a surface in pixels.
@frozen public struct PixelSize: BitwiseCopyable, Equatable, Sendable {
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Creates a size.
  @inlinable public init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
  }

  /// The density in pixels per millimetre of a display with this physical size; nil if the size is
  /// unknown or implausible.
  public func density(of millimetres: (width: Int, height: Int)) -> Double? {
    let (width, height) = millimetres
    // Some displays report their aspect ratio in place of their size: 160 × 90 mm is a 16 : 9
    // display of any size.
    if width < 20 || height < 20 || width == 160 && (height == 90 || height == 100) { return nil }
    let density = Double(self.width) / Double(width)
    return (1...50).contains(density) ? density : nil
  }
}
