/// Spans of eight pixels beside each other in a row, and what they show so far: what the stages of
/// drawing hand on.
///
/// Every item of a list is laid over all spans before the next one: so what an item is made of
/// stays in registers.
public struct SpanBatch: ~Copyable {
  /// Something of each span. With fewer spans a ring's step would take more batches; with more, a
  /// picture that opens is drawn slower.
  public typealias PerSpan<Element> = InlineArray<48, Element>

  /// The most spans.
  @inlinable public static var capacity: Int { PerSpan<Int32>.count }

  /// The places of so many spans: told so that the compiler sees that there is room for all of
  /// them, and checks none.
  @inlinable @inline(__always)
  public static func places(_ count: Int) -> Range<Int> {
    0..<Int(truncatingIfNeeded: min(UInt(bitPattern: count), UInt(bitPattern: capacity)))
  }

  /// How many spans there are.
  public internal(set) var count = 0
  /// The column that each span begins at.
  public internal(set) var columns = PerSpan<Int32>(repeating: 0)
  /// The row that each span is in, from above.
  public internal(set) var rows = PerSpan<Int32>(repeating: 0)
  /// What each span shows, `0xAARRGGBB`, multiplied by alpha.
  public var words = PerSpan<SIMD8<UInt32>>(repeating: SIMD8())

  // No span reaches beyond these columns.
  @usableFromInline var left = Int32.min
  @usableFromInline var right = Int32.max
  /// The sum of two rows that show the same coverage: each span stands for that of both. Negative
  /// for none.
  public var mirror: Int32 = -1
  /// What each span shows in its other row.
  public var mirrored = PerSpan<SIMD8<UInt32>>(repeating: SIMD8())

  /// How many spans the item in hand touches.
  public var selectedCount = 0
  /// Which ones, in order.
  public var selected = PerSpan<Int32>(repeating: 0)
  /// How much the item covers of the pixels of each touched span, `0...255`.
  public var levels = PerSpan<SIMD8<UInt32>>(repeating: SIMD8())
  /// What the item is filled with in each touched span.
  public var sources = PerSpan<SIMD8<UInt32>>(repeating: SIMD8())

  // The ways to the pixels of each touched span.
  @usableFromInline var ways = PerSpan<CenterOffsets>(repeating: .none)
  // The lines that cut them, and the bounds beside which they cut none.
  @usableFromInline var cuts = PerSpan<HalfPlaneTerms>(repeating: .none)
  @usableFromInline var cutBounds = SpanBounds.everywhere
  // Whether levels are yet to be made of them, and whether no span reaches beyond these bounds.
  @usableFromInline var isCut = false
  @usableFromInline var isWithin = false

  /// Creates a batch of no spans; once for each rasterizer.
  @_optimize(size) @inline(never)
  public init() {}

  /// Forgets all spans.
  @inline(__always)
  public mutating func removeAll() { count = 0 }

  /// Below it no span is, of which there are some. Nothing changes; lent for reading, all rows
  /// would be copied.
  @inlinable @inline(__always)
  var lastRow: Int32 { mutating get { rows[count &- 1] } }

  /// Promises that no span will reach beyond some columns.
  public mutating func setColumnLimits(from left: Int, to right: Int) {
    self.left = Int32(truncatingIfNeeded: left)
    self.right = Int32(truncatingIfNeeded: right)
  }

  /// Makes all spans show one word.
  @_optimize(size) @inline(never)
  public mutating func fill(_ word: UInt32) {
    let eight = SIMD8<UInt32>(repeating: word)
    for index in Self.places(count) { words[index] = eight }
    if mirror < 0 { return }
    for index in Self.places(count) { mirrored[index] = eight }
  }

  /// Makes all spans of a row one word, unless the batch is mirrored.
  public mutating func fill(_ word: (_ row: Int) -> UInt32) {
    // Most spans are in the row of the one before.
    var (row, eight) = (Int.min, SIMD8<UInt32>())
    for index in Self.places(count) {
      let own = Int(rows[index])
      if own != row { (row, eight) = (own, SIMD8(repeating: word(own))) }
      words[index] = eight
    }
  }

  /// Tells that the words of a picture will be needed soon, in all spans: each is on another page,
  /// and would be waited for. Nothing changes; lent for reading, the batch would be copied.
  @_optimize(speed)
  public mutating func prefetch(_ paint: SpanPaint) {
    if !paint.isPicture { return }
    for index in Self.places(count) {
      paint.prefetch(columns[index], rows[index])
      if mirror >= 0 { paint.prefetch(columns[index], mirror &- rows[index]) }
    }
  }

  /// Begins an item that touches nothing yet.
  @inlinable @inline(__always)
  public mutating func begin() { (selectedCount, isCut) = (0, false) }

  /// Lets less of the item show.
  ///
  /// - Parameter alpha: how much, `0...255`.
  @_optimize(speed)
  public mutating func scaleLevels(by alpha: UInt32) {
    for place in Self.places(selectedCount) {
      let product = levels[place] &* alpha &+ 128
      levels[place] = (product &+ product &>> 8) &>> 8
    }
  }

  /// Gets what the item is filled with where it covers something.
  ///
  /// - Parameter words: of eight pixels of a row from a column on.
  @inlinable @inline(__always)
  public mutating func fillSources(_ words: (_ column: Int, _ row: Int) -> SIMD8<UInt32>) {
    for place in Self.places(selectedCount) where levels[place] != SIMD8() {
      let index = Int(selected[place])
      sources[place] = words(Int(columns[index]), Int(rows[index]))
    }
  }
}
