import Graphics
import Kernels
import Pixels

/// An item of a display list made ready for its rows: what all of them have in common is computed once.
///
/// It is flat, with room for every kind, so that preparing a frame allocates nothing.
struct PreparedItem: ~Copyable {
  /// What kind of shape it has.
  enum Kind: BitwiseCopyable {
    case rectangle, annulus, arc, stroke
    /// An arc of which only the end is to be seen.
    case arcEnd
    /// Circles too small for one distance to say it all, and arcs with butt ends.
    case smallAnnulus, otherArc
  }

  /// Where its words come from.
  enum Source: BitwiseCopyable {
    /// One word, multiplied by alpha.
    case word
    /// A strip that is the same in every row.
    case strip
    /// A picture.
    case image
    /// A gradient that is the same along every row.
    case column
    /// Any other gradient.
    case gradient
  }

  /// The pixels that it may touch.
  var left = 0
  var top = 0
  var right = 0
  var bottom = 0
  /// How much of it shows, `0...255`.
  var alpha: UInt32 = 255
  var kind = Kind.rectangle
  var source = Source.word
  /// Whether every word of its source hides what is behind it.
  var isOpaque = false
  var word: UInt32 = 0
  /// The number of the list's item.
  var index = 0
  /// The column of the canvas that the first column of `rows` is on.
  var originX = 0
  /// The row of the canvas that a picture's first row is on.
  var originY = 0
  var rectangle = RectangleEdges(left: 0, top: 0, right: 0, bottom: 0)
  /// The columns that a rectangle has a part in, and those that it covers whole.
  var touchedColumns = ColumnRange(start: 0, end: 0)
  var wholeColumns = ColumnRange(start: 0, end: 0)
  var arc = ArcEdges(Annulus(centre: Point(x: 0, y: 0), innerRadius: 0, outerRadius: 0))
  var stroke = StrokeEdges(first: 0, end: 0, halfWidth: 0)
  /// The words of a strip or a picture.
  var rows: PixelRows?
  /// Whether eight words of it from any column on hide what is behind them.
  var isSourceOpaque = false
  /// The same, packed for the frame's format, where that is worth keeping.
  var packed: PackedRows?
}

extension PreparedItem {
  /// Whether it hides all that is behind it in an area.
  func hides(_ area: PixelRect) -> Bool {
    isOpaque && alpha == 255 && kind == .rectangle && rectangle.covers(area)
      && PixelRect(left: left, top: top, right: right, bottom: bottom).contains(area)
  }

  /// What it covers in a row from a column on.
  ///
  /// - Parameters:
  ///   - edges: of all items in the eight rows in hand.
  ///   - shape: which of the items this is.
  ///   - row: which of the eight rows it is.
  @inline(__always)
  func run(
    from x: Int, y: Int, _ edges: borrowing RowEdges, _ shape: Int, _ row: Int
  ) -> CoverageRun {
    if y < top || y >= bottom || x >= right { return .nothing }
    if x < left { return CoverageRun(end: left, coverage: .none) }
    var run =
      switch kind {
      case .rectangle: runOfRectangle(from: x, y)
      case .annulus, .smallAnnulus: edges.runOfAnnulus(shape, from: x, row)
      case .arc, .arcEnd, .otherArc: edges.runOfArc(arc, shape, from: x, y: y, row)
      case .stroke: CoverageRun(end: right, coverage: .part)
      }
    if run.coverage != .none { run.end = min(run.end, right) }
    return run
  }

  @inline(__always)
  private func runOfRectangle(from x: Int, _ y: Int) -> CoverageRun {
    if Float(y) >= rectangle.bottom || Float(y + 1) <= rectangle.top { return .nothing }
    if x >= touchedColumns.end { return .nothing }
    if x < touchedColumns.start { return CoverageRun(end: touchedColumns.start, coverage: .none) }
    if Float(y) < rectangle.top || Float(y + 1) > rectangle.bottom || x >= wholeColumns.end {
      return CoverageRun(end: touchedColumns.end, coverage: .part)
    }
    if x < wholeColumns.start { return CoverageRun(end: wholeColumns.start, coverage: .part) }
    return CoverageRun(end: wholeColumns.end, coverage: .whole)
  }

  /// Lays it over the groups of a tile.
  @_optimize(speed)
  func lay(over tile: inout GroupTile, of list: DisplayList, with kernels: KernelSet) {
    let bounds = GroupBounds(left: left, top: top, right: right, bottom: bottom)
    switch kind {
    case .rectangle: kernels.cover(&tile, rectangle, within: bounds)
    case .annulus: kernels.cover(&tile, arc.annulus, within: bounds)
    case .arc: kernels.cover(&tile, arc, within: bounds)
    case .arcEnd: kernels.coverEnd(&tile, arc, within: bounds)
    case .smallAnnulus: tile.cover(within: bounds) { x, y in arc.annulus.coverage(x, y) }
    case .otherArc: tile.cover(within: bounds) { x, y in arc.coverage(x, y) }
    case .stroke: tile.cover(within: bounds) { x, y in stroke.coverage(list.segments, x, y) }
    }
    if tile.touchedCount == 0 { return }
    if alpha < 255 { tile.scaleLevels(by: alpha) }
    switch source {
    case .word: kernels.lay(word, over: &tile)
    case .strip, .image:
      tile.fillSources { x, y in words(x, y) }
      kernels.laySources(over: &tile, isOpaque: isSourceOpaque)
    case .column:
      tile.fillSources { _, y in SIMD8(repeating: list.word(ofGradient: index, y)) }
      kernels.laySources(over: &tile, isOpaque: false)
    case .gradient:
      tile.fillSources { x, y in list.words(ofGradient: index, x, y) }
      kernels.laySources(over: &tile, isOpaque: false)
    }
  }

  /// The row of its strip or picture that a row of the canvas shows.
  func sourceRow(_ y: Int) -> Int { source == .strip ? 0 : y - originY }

  /// Writes columns of a row in which it alone shows.
  @inline(__always)
  func store(into frame: inout PixelSurface, _ columns: Range<Int>, _ y: Int) {
    guard let rows else { return }
    if let packed {
      // Of a strip there is one row for each place that a dither tells apart.
      let row = source == .strip ? originX & 3 | (y & 3) << 2 : y - originY
      return frame.store(
        packed, row: row, of: rows, row: sourceRow(y), origin: originX, columns: columns, y: y)
    }
    let first = columns.lowerBound - originX
    rows.withRow(sourceRow(y), columns: first..<(first + columns.count)) {
      frame.store($0, x: columns.lowerBound, y: y)
    }
  }

  /// Keeps its rows packed for a format, if that is worth it.
  mutating func keepPacked(_ known: PackedRows, for format: PixelFormat) {
    guard format.isDithered, let rows else { return }
    known.prepare(
      count: source == .strip ? 16 : rows.size.height, width: rows.size.width, format: format,
      phase: source == .strip ? 0 : originX & 3 | (originY & 3) << 2)
    packed = known
  }

  /// The words of its strip or picture at eight pixels of a row from a column on; zero beside it.
  @inline(__always)
  private func words(_ x: Int, _ y: Int) -> SIMD8<UInt32> {
    rows?.eight(x - originX, sourceRow(y)) ?? SIMD8()
  }
}
