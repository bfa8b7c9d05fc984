import CVectors

/// The paint of an item, if one kernel can blend it over spans.
public struct SpanPaint: BitwiseCopyable {
  /// Whether one kernel can blend the paint, which is opaque then.
  public let isBlendedByKernel: Bool
  @usableFromInline let word: UInt32
  @usableFromInline let hasRows: Bool
  @usableFromInline let rows: UnsafeWordRows
  // The position of the first word on the canvas.
  @usableFromInline let originX: Int
  @usableFromInline let originY: Int
  // All ones for a picture; zero for a strip, whose only row repeats in all rows.
  @usableFromInline let rowMask: Int

  /// A translucent paint, or one whose pixels are in the batch's sources.
  public static var later: SpanPaint {
    SpanPaint(
      isBlendedByKernel: false, word: 0, hasRows: false, rows: .none, originX: 0, originY: 0,
      rowMask: 0)
  }

  /// One opaque word.
  public static func word(_ word: UInt32) -> SpanPaint {
    SpanPaint(
      isBlendedByKernel: true, word: word, hasRows: false, rows: .none, originX: 0, originY: 0,
      rowMask: 0)
  }

  /// A picture or a strip whose words are opaque.
  ///
  /// - Parameters:
  ///   - x: the column of the canvas at which it begins.
  ///   - y: the row of the canvas at which it begins; nil for a strip.
  public static func rows(_ rows: UnsafeWordRows, x: Int, y: Int?) -> SpanPaint {
    SpanPaint(
      isBlendedByKernel: true, word: 0, hasRows: true, rows: rows, originX: x, originY: y ?? 0,
      rowMask: y == nil ? 0 : -1)
  }

  /// The opaque word; nil for rows and for paints that no kernel blends.
  public var opaqueWord: UInt32? { isBlendedByKernel && !hasRows ? word : nil }

  /// Whether the paint is a picture, with different words in each row.
  @inline(__always)
  var isPicture: Bool { rowMask != 0 }

  /// Prefetches the words of eight pixels of a picture.
  @inline(__always)
  func prefetch(_ column: Int32, _ row: Int32) {
    let place = (Int(row) &- originY) &* rows.width &+ Int(column) &- originX
    vector_prefetch(rows.address &+ 4 &* place)
  }

  /// The words of eight pixels of a row from a column on.
  @inlinable @inline(__always)
  public func words(_ column: Int32, _ row: Int32) -> SIMD8<UInt32> {
    hasRows
      ? rows.eight(Int(column) &- originX, (Int(row) &- originY) & rowMask)
      : SIMD8(repeating: word)
  }
}
