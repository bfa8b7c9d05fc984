/// Groups of eight pixels beside each other in a row, and what they show so far: what the stages of drawing hand on.
///
/// Every item of a list is laid over all groups before the next one: so what an item is made of stays in registers.
public struct GroupTile: ~Copyable {
  /// Something of each group. With fewer groups a ring's step would take more tiles; with more, a picture that opens is drawn slower.
  public typealias PerGroup<Element> = InlineArray<48, Element>

  /// The most groups.
  @inlinable public static var capacity: Int { PerGroup<Int32>.count }

  /// The places of so many groups: told so that the compiler sees that there is room for all of them, and checks none.
  @inlinable @inline(__always)
  public static func places(_ count: Int) -> Range<Int> {
    0..<Int(truncatingIfNeeded: min(UInt(bitPattern: count), UInt(bitPattern: capacity)))
  }

  /// How many groups there are.
  public internal(set) var count = 0
  /// The column that each group begins at.
  public internal(set) var columns = PerGroup<Int32>(repeating: 0)
  /// The row that each group is in, from above.
  public internal(set) var rows = PerGroup<Int32>(repeating: 0)
  /// That column, as every item needs it, and the middle of the row.
  @usableFromInline var lefts = PerGroup<Float>(repeating: 0)
  @usableFromInline var middles = PerGroup<Float>(repeating: 0)
  /// What each group shows, `0xAARRGGBB`, multiplied by alpha.
  public var words = PerGroup<SIMD8<UInt32>>(repeating: SIMD8())

  // No group reaches beyond these columns.
  @usableFromInline var left = Int32.min
  @usableFromInline var right = Int32.max
  /// The sum of two rows that show the same coverage: each group stands for that of both. Negative for none.
  public var mirror: Int32 = -1
  /// What each group shows in its other row.
  public var mirrored = PerGroup<SIMD8<UInt32>>(repeating: SIMD8())

  /// How many groups the item in hand touches.
  public var touchedCount = 0
  /// Which ones, in order.
  public var touched = PerGroup<Int32>(repeating: 0)
  /// How much the item covers of the pixels of each touched group, `0...255`.
  public var levels = PerGroup<SIMD8<UInt32>>(repeating: SIMD8())
  /// What the item is filled with in each touched group.
  public var sources = PerGroup<SIMD8<UInt32>>(repeating: SIMD8())

  // The ways to the pixels of each touched group.
  @usableFromInline var ways = PerGroup<PixelWays>(repeating: .none)
  // The lines that cut them, and the bounds beside which they cut none.
  @usableFromInline var cuts = PerGroup<PixelCuts>(repeating: .none)
  @usableFromInline var cutBounds = GroupBounds.everywhere
  // Whether levels are yet to be made of them, and whether no group reaches beyond these bounds.
  @usableFromInline var isCut = false
  @usableFromInline var isWithin = false

  /// Creates a tile of no groups; once for each rasterizer.
  @_optimize(size) @inline(never)
  public init() {}

  /// Forgets all groups.
  @inline(__always)
  public mutating func removeAll() { count = 0 }

  /// Below it no group is, of which there are some. Nothing changes; lent for reading, all rows would be copied.
  @inlinable @inline(__always)
  var lastRow: Int32 { mutating get { rows[count &- 1] } }

  /// Promises that no group will reach beyond some columns.
  public mutating func setReach(from left: Int, to right: Int) {
    self.left = Int32(truncatingIfNeeded: left)
    self.right = Int32(truncatingIfNeeded: right)
  }

  /// Makes all groups show one word.
  @_optimize(size) @inline(never)
  public mutating func fill(_ word: UInt32) {
    let eight = SIMD8<UInt32>(repeating: word)
    for index in Self.places(count) { words[index] = eight }
    if mirror < 0 { return }
    for index in Self.places(count) { mirrored[index] = eight }
  }

  /// Tells that the words of a picture will be needed soon, in all groups: each is on another page, and would be waited for. Nothing
  /// changes; lent for reading, the tile would be copied.
  @_optimize(speed)
  public mutating func fetch(_ paint: GroupPaint) {
    if !paint.isPicture { return }
    for index in Self.places(count) {
      paint.fetch(columns[index], rows[index])
      if mirror >= 0 { paint.fetch(columns[index], mirror &- rows[index]) }
    }
  }

  /// Begins an item that touches nothing yet.
  @inlinable @inline(__always)
  public mutating func begin() { (touchedCount, isCut) = (0, false) }

  /// Lets less of the item show.
  ///
  /// - Parameter alpha: how much, `0...255`.
  @_optimize(speed)
  public mutating func scaleLevels(by alpha: UInt32) {
    for place in Self.places(touchedCount) {
      let product = levels[place] &* alpha &+ 128
      levels[place] = (product &+ product &>> 8) &>> 8
    }
  }

  /// Gets what the item is filled with.
  ///
  /// - Parameter words: of eight pixels of a row from a column on.
  @inlinable @inline(__always)
  public mutating func fillSources(_ words: (_ column: Int, _ row: Int) -> SIMD8<UInt32>) {
    for place in Self.places(touchedCount) {
      let index = Int(touched[place])
      sources[place] = words(Int(columns[index]), Int(rows[index]))
    }
  }
}
