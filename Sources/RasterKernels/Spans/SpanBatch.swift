/// A batch of spans, the unit of work of all drawing stages. A span is eight adjacent pixels of a
/// row.
///
/// Each item is blended over all spans of the batch before the next item, so that its parameters
/// stay in registers.
public struct SpanBatch: ~Copyable {
  /// One value for each span. A smaller batch needs more turns for a ring's step; a larger one
  /// slows the opening of a picture.
  public typealias PerSpan<Element> = InlineArray<48, Element>

  /// The most spans of a batch.
  @inlinable public static var capacity: Int { PerSpan<Int32>.count }

  /// The range `0..<count`, clamped to the capacity, so that the compiler omits bounds checks.
  @inlinable @inline(__always)
  public static func places(_ count: Int) -> Range<Int> {
    0..<Int(truncatingIfNeeded: min(UInt(bitPattern: count), UInt(bitPattern: capacity)))
  }

  /// The number of spans.
  public internal(set) var count = 0
  /// The first column of each span.
  public internal(set) var columns = PerSpan<Int32>(repeating: 0)
  /// The row of each span.
  public internal(set) var rows = PerSpan<Int32>(repeating: 0)
  /// The pixels of each span, `0xAARRGGBB`, premultiplied.
  public var words = PerSpan<SIMD8<UInt32>>(repeating: SIMD8())

  // No span reaches beyond these columns.
  @usableFromInline var left = Int32.min
  @usableFromInline var right = Int32.max
  /// The sum of a row and its mirrored row. Each span also stands for the span in its mirrored row,
  /// which has the same coverage. Negative if rows are not mirrored.
  public var mirror: Int32 = -1
  /// The pixels of each mirrored span.
  public var mirrored = PerSpan<SIMD8<UInt32>>(repeating: SIMD8())

  /// The number of spans that the current item touches.
  public var selectedCount = 0
  /// The indices of these spans, ascending.
  public var selected = PerSpan<Int32>(repeating: 0)
  /// The coverage of the item in each selected span, `0...255`.
  public var levels = PerSpan<SIMD8<UInt32>>(repeating: SIMD8())
  /// The item's source pixels in each selected span.
  public var sources = PerSpan<SIMD8<UInt32>>(repeating: SIMD8())

  // The offsets to the pixels of each selected span.
  @usableFromInline var ways = PerSpan<CenterOffsets>(repeating: .none)
  // The half-planes that cut these pixels, and the bounds outside which they cover nothing.
  @usableFromInline var cuts = PerSpan<HalfPlaneTerms>(repeating: .none)
  @usableFromInline var cutBounds = SpanBounds.everywhere
  // Whether half-planes are yet to be converted to levels, and whether all spans lie in the bounds.
  @usableFromInline var isCut = false
  @usableFromInline var isWithin = false

  /// Creates an empty batch; one for each rasterizer.
  @_optimize(size) @inline(never)
  public init() {}

  /// Removes all spans.
  @inline(__always)
  public mutating func removeAll() { count = 0 }

  /// The row of the last span; requires `count > 0`. `mutating`, because a borrowing getter copies
  /// all rows.
  @inlinable @inline(__always)
  var lastRow: Int32 { mutating get { rows[count &- 1] } }

  /// Promises that no span will reach beyond `left..<right`.
  public mutating func setColumnLimits(from left: Int, to right: Int) {
    self.left = Int32(truncatingIfNeeded: left)
    self.right = Int32(truncatingIfNeeded: right)
  }

  /// Fills all spans, also mirrored ones, with one word.
  @_optimize(size) @inline(never)
  public mutating func fill(_ word: UInt32) {
    let eight = SIMD8<UInt32>(repeating: word)
    for index in Self.places(count) { words[index] = eight }
    if mirror < 0 { return }
    for index in Self.places(count) { mirrored[index] = eight }
  }

  /// Fills each span with its row's word. Mirrored spans are not filled.
  public mutating func fill(_ word: (_ row: Int) -> UInt32) {
    // Most spans are in the row of the span before.
    var (row, eight) = (Int.min, SIMD8<UInt32>())
    for index in Self.places(count) {
      let own = Int(rows[index])
      if own != row { (row, eight) = (own, SIMD8(repeating: word(own))) }
      words[index] = eight
    }
  }

  /// Prefetches a picture's words for all spans, since each row is on another page. `mutating`,
  /// because a borrowing method copies the batch.
  @_optimize(speed)
  public mutating func prefetch(_ paint: SpanPaint) {
    if !paint.isPicture { return }
    for index in Self.places(count) {
      paint.prefetch(columns[index], rows[index])
      if mirror >= 0 { paint.prefetch(columns[index], mirror &- rows[index]) }
    }
  }

  /// Begins an item without selected spans.
  @inlinable @inline(__always)
  public mutating func begin() { (selectedCount, isCut) = (0, false) }

  /// Multiplies the levels of the current item by an alpha, `0...255`.
  @_optimize(speed)
  public mutating func scaleLevels(by alpha: UInt32) {
    for place in Self.places(selectedCount) {
      let product = levels[place] &* alpha &+ 128
      levels[place] = (product &+ product &>> 8) &>> 8
    }
  }

  /// Reads the item's source pixels of each selected span with coverage.
  ///
  /// - Parameter words: gives eight pixels from a column of a row.
  @inlinable @inline(__always)
  public mutating func fillSources(_ words: (_ column: Int, _ row: Int) -> SIMD8<UInt32>) {
    for place in Self.places(selectedCount) where levels[place] != SIMD8() {
      let index = Int(selected[place])
      sources[place] = words(Int(columns[index]), Int(rows[index]))
    }
  }
}
