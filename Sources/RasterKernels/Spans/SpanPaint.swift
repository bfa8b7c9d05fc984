import CVectors

/// What an item is filled with, as far as one kernel can lay it over spans.
public struct SpanPaint: BitwiseCopyable {
  /// Whether that kernel can.
  public let isBlendedByKernel: Bool
  @usableFromInline let word: UInt32
  @usableFromInline let hasRows: Bool
  @usableFromInline let rows: UnsafeWordRows
  // The column and the row of the canvas that the first word is on.
  @usableFromInline let originX: Int
  @usableFromInline let originY: Int
  // All ones for a picture, zero for a strip, whose only row is shown in all.
  @usableFromInline let rowMask: Int

  /// A paint that only the batch's sources can tell, or that lets through what is behind it.
  public static var later: SpanPaint {
    SpanPaint(
      isBlendedByKernel: false, word: 0, hasRows: false, rows: .none, originX: 0, originY: 0,
      rowMask: 0)
  }

  /// One word that hides what is behind it.
  public static func word(_ word: UInt32) -> SpanPaint {
    SpanPaint(
      isBlendedByKernel: true, word: word, hasRows: false, rows: .none, originX: 0, originY: 0,
      rowMask: 0)
  }

  /// A picture or a strip, every eight words of which hide what is behind them.
  ///
  /// - Parameters:
  ///   - x: the column of the canvas that its first column is on.
  ///   - y: the row that its first row is on; nil for a strip.
  public static func rows(_ rows: UnsafeWordRows, x: Int, y: Int?) -> SpanPaint {
    SpanPaint(
      isBlendedByKernel: true, word: 0, hasRows: true, rows: rows, originX: x, originY: y ?? 0,
      rowMask: y == nil ? 0 : -1)
  }

  /// The word that hides what is behind it, if it is one word.
  public var opaqueWord: UInt32? { isBlendedByKernel && !hasRows ? word : nil }

  /// Whether it is a picture, whose words are other ones in each row.
  @inline(__always)
  var isPicture: Bool { rowMask != 0 }

  /// Tells that the words of eight pixels of a picture will be needed soon.
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
