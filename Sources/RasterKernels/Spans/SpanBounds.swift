/// The rectangle of pixels that an item may touch.
public struct SpanBounds: BitwiseCopyable, Sendable {
  /// The first column.
  public let left: Int32
  @usableFromInline let top: Int32
  /// The end of the columns.
  public let right: Int32
  @usableFromInline let height: UInt32
  // The number of columns at which a span within the bounds may begin.
  @usableFromInline let starts: UInt32

  /// Creates bounds, which exclude `right` and `bottom`. All numbers fit into 31 bits.
  @inline(__always)
  public init(left: Int, top: Int, right: Int, bottom: Int) {
    self.left = Int32(truncatingIfNeeded: left)
    self.top = Int32(truncatingIfNeeded: top)
    self.right = Int32(truncatingIfNeeded: right)
    height = UInt32(truncatingIfNeeded: max(0, bottom - top))
    starts = UInt32(truncatingIfNeeded: max(0, right - left - 7))
  }

  // Larger than any surface; sums of two such numbers fit into 32 bits.
  private static var most: Int { 1 << 29 }

  /// Bounds that contain every surface.
  public static var everywhere: SpanBounds { everywhere(from: -most, to: most) }

  /// Bounds of all columns in `top..<bottom`.
  public static func everywhere(from top: Int, to bottom: Int) -> SpanBounds {
    SpanBounds(left: -most, top: top, right: most, bottom: bottom)
  }

  /// Whether no row of `first...last` is in the bounds.
  @inlinable @inline(__always)
  func isMissed(from first: Int32, to last: Int32) -> Bool {
    last < top || first >= top &+ Int32(truncatingIfNeeded: height)
  }

  /// The lanes of eight rows that are outside the bounds.
  @inlinable @inline(__always)
  public func missedRows(from row: Int) -> Mask {
    let middles = Lanes.pixelCenters(from: Float(row))
    let bottom = Float(top) + Float(height)
    return Lanes.isNegative(Lanes.min(middles - Float(top), bottom - middles))
  }

  /// Whether a row is in the bounds.
  @inlinable @inline(__always)
  func hasRow(_ row: Int32) -> Bool { UInt32(bitPattern: row &- top) < height }

  /// Whether all columns of the span at a column are in the bounds.
  @inlinable @inline(__always)
  func contains(_ column: Int32) -> Bool { UInt32(bitPattern: column &- left) < starts }

  /// Whether a column of the span at a column is in the bounds.
  @inlinable @inline(__always)
  func meets(_ column: Int32) -> Bool { column < right && column &+ 8 > left }

  /// All ones in the lanes whose columns are in the bounds.
  @inlinable @inline(__always)
  func mask(_ column: Int32) -> SIMD8<UInt32> {
    let middles = Lanes.pixelCenters(from: Float(column))
    return (Lanes.isNegative(Float(left) - middles) & Lanes.isNegative(middles - Float(right))).ones
  }
}
